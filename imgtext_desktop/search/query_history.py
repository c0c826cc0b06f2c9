"""Earlier queries, walked through with Alt+Left and Alt+Right."""

from typing import Final

from imgtext_desktop.search.query_state import QueryState

_MOST: Final = 30


class QueryHistory:
    """The queries of this session, oldest first.

    What is typed in one go is one entry: ``d``, ``dog``, ``dog on``, ``dog``.
    """

    def __init__(self) -> None:
        self._entries: list[QueryState] = []
        self._place = 0  # of what stands in the box; the length of the list: a new, empty query
        self._is_sealed = True

    @property
    def can_go_back(self) -> bool:
        """Whether there is an earlier query."""
        return self._place > 0

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a later query."""
        return self._place < len(self._entries) - 1

    def note(self, state: QueryState, *, is_typing: bool = False) -> None:
        """Take up a query.

        Args:
            state: What stands in the box; an empty one ends an entry and makes none.
            is_typing: Whether it may go on being typed.
        """
        if state.is_empty:
            self._place = len(self._entries)
            self._is_sealed = True
            return
        if self._entries and self._goes_on(self._entries[-1], state):
            self._entries[-1] = state
        else:
            self._entries = [entry for entry in self._entries if entry != state][1 - _MOST :]
            self._entries.append(state)
        self._place = len(self._entries) - 1
        self._is_sealed = not is_typing

    def back(self) -> QueryState:
        """Return the query before; only where there is one."""
        return self._go(self._place - 1)

    def forward(self) -> QueryState:
        """Return the query after; only where there is one."""
        return self._go(self._place + 1)

    def _go(self, place: int) -> QueryState:
        self._place = place
        self._is_sealed = True
        return self._entries[place]

    def _goes_on(self, last: QueryState, state: QueryState) -> bool:
        if last == state:
            return True
        is_longer_or_shorter = state.text.startswith(last.text) or last.text.startswith(state.text)
        is_same_kind = last.chips == state.chips and bool(last.reach) == bool(state.reach)
        return not self._is_sealed and is_same_kind and is_longer_or_shorter
