"""Searching the photos of a library; what a search finds missing is made before it answers."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.catalog.files import Files
from engine.catalog.photos import Photos
from engine.errors import EmptyLibraryError, ModelError
from engine.indexing.active_models import ActiveModels
from engine.indexing.vectors import Vectors
from engine.models.codes import Coder
from engine.search.code_spaces import CodeSpaces
from engine.search.codes import CodeSpace
from engine.search.query import Query, Space
from engine.search.search import Answer, Searcher


@dataclass(frozen=True, slots=True)
class SearchParts:
    """What searches need of a library.

    Attributes:
        models: Which model answers.
        photos: Contents.
        files: The ledger.
        codes: The hash codes of the photos.
        heal: Derives the vectors that are missing, unless another program is just doing that.
        update_codes: Makes the codes that are missing, likewise.
    """

    models: ActiveModels
    photos: Photos
    files: Files
    codes: CodeSpaces
    heal: Callable[[], None]
    update_codes: Callable[[Coder], None]


class LibrarySearch:
    """Answers queries over one library.

    Args:
        parts: What it needs of it.
    """

    def __init__(self, parts: SearchParts) -> None:
        self._models = parts.models
        self._photos = parts.photos
        self._files = parts.files
        self._codes = parts.codes
        self._heal = parts.heal
        self._update_codes = parts.update_codes
        self._told = ""

    def search(self, query: Query) -> Answer:
        """Rank the library's photos; by the built-in model where the adopted one is damaged.

        Raises:
            QueryError: The query asks for nothing.
            EmptyLibraryError: No photo can be searched yet.
        """
        _ = query.resolved_space  # what cannot be asked is told before a model is loaded
        try:
            answer = self._search(query)
        except ModelError:
            if not self._models.stand_in():
                raise
            answer = self._search(query)  # by the built-in model
        return self._with_notice(answer)

    def _with_notice(self, answer: Answer) -> Answer:
        """Say once that another model answers than the user has chosen."""
        if self._models.lost == self._told:
            return answer
        self._told = self._models.lost
        if not self._told:
            return answer
        notes = list(answer.notes)
        notes.append("The adopted model cannot be used; the built-in one answers meanwhile.")
        return replace(answer, notes=notes)

    def _search(self, query: Query) -> Answer:
        vectors = self._vectors()
        codes = self._codes_in_step() if query.space is Space.CODE else self._codes.open()
        shape = self._models.shape
        encoder = self._models.load(shape.version)
        searcher = Searcher(encoder, self._photos, vectors, codes, framing=shape.framing)
        return searcher.search(query)

    def search_with(self, version: str, query: Query) -> Answer:
        """Rank the library's photos with a version that need not be the one in use.

        Only photos that are prepared for it are found.

        Raises:
            ModelError: There is no such version, or its files are missing or altered.
            QueryError: The query asks for nothing.
            EmptyLibraryError: No photo is prepared for the version.
        """
        _ = query.resolved_space
        shape = self._models.describe(version)
        vectors = self._models.derived(shape).open()
        if vectors is None:
            raise EmptyLibraryError("No photo is prepared for this version yet; prepare it first.")
        encoder = self._models.load(version)
        return Searcher(encoder, self._photos, vectors, framing=shape.framing).search(query)

    def _vectors(self) -> Vectors:
        """Return the vectors of the model that answers, in step with the catalog if possible.

        Raises:
            EmptyLibraryError: There are none.
        """
        derived = self._models.derived()
        vectors = derived.open()
        rows = self._photos.row_count(self._models.shape.feature_space)
        if rows and (vectors is None or vectors.rows != rows):
            self._heal()
            vectors = derived.open()
        if vectors is None and self._files.counts().total():
            raise EmptyLibraryError(
                "No photo is ready to be searched yet; wait for the import at hand, or run "
                "`imgtext scan`."
            )
        if vectors is None:
            raise EmptyLibraryError(
                "The library holds no photos yet; run `imgtext import FOLDER` first."
            )
        return vectors

    def _codes_in_step(self) -> CodeSpace:
        """Return the codes, brought up to date if nobody else is just writing."""
        coder = self._codes.coder()  # once: the settings may change meanwhile
        codes = self._codes.open(coder)
        # While an import makes those of new photos, the others are searched without a wait.
        if self._codes.is_behind(coder) and (codes is None or not self._codes.is_being_made):
            self._update_codes(coder)
            codes = self._codes.open(coder)
        assert codes is not None
        return codes
