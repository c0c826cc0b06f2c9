from engine.search.query import Place
from imgtext_desktop.narrowing import Narrowing


def test_a_part_of_the_library_in_words() -> None:
    assert Narrowing().text == ""
    assert Narrowing(Place(1), "Pictures").text == "in Pictures"
    assert Narrowing(label="to print").text == "labelled “to print”"
    both = Narrowing(Place(1), "Pictures", "to print")
    assert both.text == "in Pictures, labelled “to print”"
    assert both.labels == ("to print",)
