from imgtext_desktop.search.query_history import QueryHistory
from imgtext_desktop.search.query_state import ChipState, QueryState


def _texts_backwards(history: QueryHistory) -> list[str]:
    texts = []
    while history.can_go_back:
        texts.append(history.back().text)
    return texts


def test_what_is_typed_in_one_go_is_one_entry() -> None:
    history = QueryHistory()
    for text in ("d", "dog", "dogs", "dog"):
        history.note(QueryState(text), is_typing=True)
    for text in ("c", "cat"):
        history.note(QueryState(text), is_typing=True)
    history.note(QueryState())
    assert _texts_backwards(history) == ["cat", "dog"]


def test_enter_ends_an_entry() -> None:
    history = QueryHistory()
    history.note(QueryState("dog"), is_typing=True)
    history.note(QueryState("dog"))
    history.note(QueryState("dog on the beach"), is_typing=True)
    assert _texts_backwards(history) == ["dog"]


def test_forward_leads_back_to_the_newest() -> None:
    history = QueryHistory()
    for text in ("a", "b", "c"):
        history.note(QueryState(text))
    assert not history.can_go_forward
    assert history.back().text == "b"
    assert history.back().text == "a"
    assert not history.can_go_back
    assert [history.forward().text, history.forward().text] == ["b", "c"]
    assert not history.can_go_forward


def test_chips_belong_to_an_entry_and_none_is_kept_twice() -> None:
    history = QueryHistory()
    chip = ChipState(text="people", is_excluded=True)
    history.note(QueryState("dog"))
    history.note(QueryState("dog", (chip,)))
    history.note(QueryState("dog"))
    assert history.back() == QueryState("dog", (chip,))
    assert not history.can_go_back


def test_it_forgets_in_time() -> None:
    history = QueryHistory()
    for number in range(100):
        history.note(QueryState(f"{number}."))
    assert len(_texts_backwards(history)) == 29
