"""Which model answers, where its stored features and vectors lie, and the processes it lives in."""

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from engine.catalog.slots import Slots
from engine.errors import ModelError
from engine.folder import MODELS, VECTORS
from engine.indexing.vectors import DerivedVectors, FeatureStore
from engine.models import registry
from engine.models.checkpoint_folders import Facts
from engine.models.host import HostedModel
from engine.models.registry import ModelShape
from engine.models.versions import Slot, VersionStore, read_config

if TYPE_CHECKING:
    from engine.models.hash_encoder import HashEncoder
    from engine.models.retrieval_model import RetrievalModel


class ActiveModels:
    """The retrieval models of one library.

    Args:
        folder: The library's folder.
        slots: Which versions are adopted.
        is_hosted: Whether models live in processes of their own, so that this one never stalls for
            them: one process for searches, one of the lowest priority for the rest.

    Attributes:
        store: The versions of this library.
    """

    def __init__(self, folder: Path, slots: Slots, *, is_hosted: bool) -> None:
        self.store = VersionStore(folder / MODELS)
        self._folder = folder
        self._slots = slots
        self._is_hosted = is_hosted
        self._lock = threading.Lock()
        self._hosts: dict[bool, HostedModel] = {}
        self._is_closing = False
        self._shape: ModelShape | None = None
        self._lost = ""

    @property
    def shape(self) -> ModelShape:
        """The model that answers searches.

        Where the files of the adopted one are gone, it is the built-in model.
        """
        if self._shape is None:
            self.look_again()
            assert self._shape is not None
        return self._shape

    @property
    def lost(self) -> str:
        """Why the adopted model does not answer; empty if it does."""
        _ = self.shape
        return self._lost

    def look_again(self) -> None:
        """Find out which version is adopted, after a switch.

        Raises:
            ModelError: The built-in model is not there either.
        """
        adopted = self._slots.state(Slot.RETRIEVAL).version
        self._lost = ""
        try:
            if adopted:
                self._shape = self.describe(adopted)
                return
        except ModelError as error:
            self._lost = str(error)
        self._shape = self.describe(registry.built_in_version())

    def stand_in(self) -> bool:
        """Let the built-in model answer if the adopted one is damaged; for when that has failed.

        Returns:
            Whether it does; :attr:`lost` says why.
        """
        shape = self.shape
        version = self._slots.state(Slot.RETRIEVAL).version
        if not version or shape.version != version:
            return False
        try:
            self.check(version)
        except ModelError as error:
            self._lost = str(error)
            self._shape = self.describe(registry.built_in_version())
            return True
        return False

    def check(self, version: str) -> None:
        """Compare all files that a version needs with their checksums.

        Raises:
            ModelError: One is missing or altered, or there is no such version.
        """
        for name in self._line(version):
            self.store.check(name)

    def problems(self) -> list[str]:
        """Return what is wrong with the files of the versions in use, a sentence each."""
        found = []
        for slot in Slot:
            try:
                self.check(self._slots.state(slot).version)
            except ModelError as error:
                found.append(str(error))
        return found

    def is_needed(self, version: str) -> bool:
        """Tell whether the adopted model is this one or was made from it."""
        with contextlib.suppress(ModelError):  # a lost one needs nothing
            return version in self._line(self._slots.state(Slot.RETRIEVAL).version)
        return False

    def _line(self, version: str) -> Iterator[str]:
        """Yield a version and what it was made from, up to the built-in model.

        Raises:
            ModelError: One is not there.
        """
        while version and version != registry.built_in_version():
            yield version
            version = str(read_config(self.store.path(version)).get("base") or "")

    def describe(self, version: str) -> ModelShape:
        """Tell what a version stores and derives.

        Raises:
            ModelError: There is no such version.
        """
        return registry.describe(version, self.store.folder)

    def load(self, version: str, *, is_background: bool = False) -> "RetrievalModel | HostedModel":
        """Return a model.

        Args:
            version: Its version.
            is_background: Whether it shall give way to every other program.

        Raises:
            ModelError: There is no such version, or its files are missing or altered.
        """
        if not self._is_hosted:
            return registry.load(version, self.store.folder)
        with self._lock:
            if is_background not in self._hosts:
                self._hosts[is_background] = HostedModel(
                    version, is_background=is_background, models=self.store.folder
                )
                if self._is_closing:
                    self._hosts[is_background].close()
            return self._hosts[is_background].of(version)

    def encoder(
        self, version: str, *, is_background: bool = False
    ) -> "RetrievalModel | HashEncoder | HostedModel":
        """Return what encodes photos: a model as :meth:`load` gives it, or a hash model.

        Raises:
            ModelError: There is no such version, or its files are missing or altered.
        """
        if self._is_hosted:
            return self.load(version, is_background=is_background)
        return registry.load_encoder(version, self.store.folder)

    def read_facts(self, checkpoint: Path) -> Facts:
        """Load a checkpoint that is no version yet, to tell whether it can be used.

        Raises:
            ModelError: It cannot be used; the sentence says why.
        """
        if not self._is_hosted:
            return registry.read_facts(checkpoint)
        host = self.load(registry.built_in_version(), is_background=True)
        assert isinstance(host, HostedModel)
        return host.read_facts(checkpoint)

    def features(self, shape: ModelShape | None = None) -> FeatureStore:
        """Return the stored features that a model reads; None for the active one."""
        shape = shape or self.shape
        path = self._folder / VECTORS / shape.feature_space / "features.f16"
        return FeatureStore(path, shape.feature_dim)

    def derived(self, shape: ModelShape | None = None) -> DerivedVectors:
        """Return the vectors of a model, which may not be there yet; None for the active one."""
        shape = shape or self.shape
        return DerivedVectors(self.vectors_folder(shape.version), shape.dimensions)

    def vectors_folder(self, version: str) -> Path:
        """Return the folder of what is stored and derived for a version."""
        return self._folder / VECTORS / version

    def used_versions(self) -> set[str]:
        """Return every version that is in use or may be again; only these keep their vectors.

        Raises:
            ModelError: The built-in model is not there.
        """
        return {registry.built_in_version(), *(card.version for card in self.store.cards())}

    def close(self) -> None:
        """End the processes; who waits for them gets a ModelError at once."""
        with self._lock:
            self._is_closing = True
            hosts = list(self._hosts.values())
        for host in hosts:
            host.close()
