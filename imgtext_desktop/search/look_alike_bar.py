"""The line below the search box while one picture is asked for: all photos, or look-alikes only."""

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from engine.search.search import Ball
from imgtext_desktop import tokens
from imgtext_desktop.context import Context
from imgtext_desktop.controls.labels import ElidedLabel
from imgtext_desktop.controls.segmented import SegmentedControl
from imgtext_desktop.search.ball_slider import BallSlider
from imgtext_desktop.search.query_state import QueryState, Reach


class LookAlikeBar(QFrame):
    """Lets the user choose how far from a picture photos may be, and says what that gives.

    Attributes:
        kinds: All photos (False) or look-alikes within a distance (True).
        ball: How far.
        words: How many photos that gives.
        source: Whose codes answered.

    Signals:
        reach_chosen: A :class:`Reach`, or None for all photos; True while it goes on changing.
    """

    reach_chosen = Signal(object, bool)

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("lookAlikeBar")
        theme = context.theme
        self._shown: Ball | None = None
        self.kinds = SegmentedControl(self.tr("Which photos"))
        self.kinds.add(False, self.tr("All photos"), self.tr("All photos, most alike first"))
        self.kinds.add(
            True, self.tr("Look-alikes"), self.tr("Look-alikes within a distance (Ctrl+L)")
        )
        self.kinds.chosen.connect(
            lambda is_near: self.reach_chosen.emit(Reach() if is_near else None, False)
        )
        self.ball = BallSlider(theme)
        self.ball.moved.connect(self._on_moved)
        self.words = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.words.setFont(theme.font(tokens.TypeStyle(tokens.BODY.pixels, 600)))
        self.source = ElidedLabel(mode=Qt.TextElideMode.ElideRight)
        self.source.setFont(theme.font(tokens.CAPTION))
        self.source.setProperty("role", "secondary")
        self._said = QWidget()
        said = QVBoxLayout(self._said)
        said.setContentsMargins(0, 0, 0, 0)
        said.setSpacing(2)
        said.addWidget(self.words)
        said.addWidget(self.source)
        row = QHBoxLayout(self)
        row.setContentsMargins(24, 8, 24, 0)
        row.setSpacing(16)
        row.addWidget(self.kinds, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(self.ball, 2)
        row.addWidget(self._said, 3)
        row.addStretch(0)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)
        self.hide()

    def show_query(self, state: QueryState) -> None:
        """Show itself for one picture; what another one gave is no longer true."""
        is_near = state.reach is not None
        self.kinds.choose(is_near)
        if not is_near:
            self._shown = None
        for part in (self.ball, self._said):
            part.setVisible(is_near and self._shown is not None)
        self.setVisible(state.is_one_picture)

    def show_ball(self, ball: Ball | None) -> None:
        """Show what a search gave; None for one that was not by code."""
        self._shown = ball
        for part in (self.ball, self._said):
            part.setVisible(ball is not None)
        if ball is None:
            return
        self.ball.show_ball(ball.within, ball.radius)
        words = (
            self.tr("Grouped your way, by the version that you adopted")
            if ball.is_trained
            else self.tr("By looks alone; nothing learned from your labels")
        )
        self.source.setText(words)
        self._say(is_nearest=ball.is_nearest)

    def _say(self, *, is_nearest: bool) -> None:
        """Say how many photos the radius gives: at once, before they are there."""
        assert self._shown is not None
        count, radius = self.ball.count, QLocale().toString(self.ball.radius)
        if self.ball.radius == 0:
            words = self.tr("Choose 1 or more to find the same code; with 0 the nearest are shown")
        elif is_nearest or not count:
            words = self.tr("No photo is that close; the nearest are shown")
        else:
            words = self.tr("%Ln photos within distance %1", "", count)
        words = words.replace("%1", radius)
        bits = QLocale().toString(self._shown.bits)
        exact = self.tr("Their codes differ in fewer than %1 of %2 bits")
        self.words.setText(words)
        self.words.setToolTip(exact.replace("%1", radius).replace("%2", bits))
        self.ball.slider.setAccessibleDescription(words)

    def _on_moved(self, radius: int) -> None:
        self._say(is_nearest=False)
        self.reach_chosen.emit(Reach(radius), True)
