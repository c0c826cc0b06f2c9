"""Where Tab leads in the window, and F6 from one area to the next."""

import itertools
from collections.abc import Iterable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QWidget

from imgtext_desktop.library_page import LibraryPage
from imgtext_desktop.sidebar import Sidebar


def focus_next_area(areas: Iterable[QWidget]) -> None:
    """Give the focus to the area after the one that has it; after the last comes the first.

    Args:
        areas: In their order; those that are not seen are left out.
    """
    seen = [area for area in areas if area.isVisible()]
    focus = QApplication.focusWidget()
    here = [
        number
        for number, area in enumerate(seen)
        if focus is not None and (area is focus or area.isAncestorOf(focus))
    ]
    target = seen[(here[-1] + 1) % len(seen) if here else 0]
    target.setFocus(Qt.FocusReason.ShortcutFocusReason)
    if not target.hasFocus() and target.focusProxy() is None:
        target.focusNextChild()


def order_focus(sidebar: Sidebar, buttons: Sequence[QWidget], page: LibraryPage) -> None:
    """Let Tab lead from the sidebar through the library page to the strip.

    Args:
        sidebar: The sidebar.
        buttons: Those of the pages, in their order.
        page: The library page.
    """
    roots, labels = sidebar.root_list, sidebar.label_list
    stops: list[QWidget] = [*buttons, sidebar.folders_button, roots.tree, roots.add_button]
    stops += [labels.view, labels.more_button, labels.add_button, page.search_bar.edit]
    for first, second in itertools.pairwise(stops):
        QWidget.setTabOrder(first, second)
    page.search_bar.arrange()  # its chips and buttons come after its text
    QWidget.setTabOrder(page.inspector.last_stop, sidebar.strip)
