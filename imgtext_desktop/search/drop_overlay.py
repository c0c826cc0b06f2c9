"""What covers the grid while something is dragged over the window."""

from enum import Enum, auto
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QDragEnterEvent,
    QDragMoveEvent,
    QDropEvent,
    QFont,
    QFontMetrics,
    QImage,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QStyle, QWidget

from imgtext_desktop import icons, tokens
from imgtext_desktop.context import Context
from imgtext_desktop.notifier import Severity
from imgtext_desktop.search import shadow
from imgtext_desktop.search.drops import accept_as_copy
from imgtext_desktop.search.intake import (
    IntakeKind,
    files_from_mime,
    kind_from_mime,
    pictures_from_mime,
)
from imgtext_desktop.search.picture import QueryPicture
from imgtext_desktop.search.sources import load

_CHANNEL: Final = "drop preview"
_MARGIN: Final = 24
_GAP: Final = 16
_VEIL: Final = 0.92
_RADIUS: Final = 12
_DASHES: Final = (6.0, 3.0)  # in line widths
_TITLE_BELOW_MIDDLE: Final = 37
_ICON: Final = 36
_ICON_ABOVE_TITLE: Final = 55
_PHOTO: Final = QSize(204, 140)
_PHOTO_ABOVE_TITLE: Final = 122
_PHOTO_BORDER: Final = 6
_PHOTO_ANGLE: Final = -4.0


class Zone(Enum):
    """Where something can be dropped."""

    LIKE = auto()
    UNLIKE = auto()
    FOLDER = auto()
    NOTHING = auto()


class DropOverlay(QWidget):
    """Two zones for pictures, one for folders, a sentence for what is neither.

    It takes no drops itself: :meth:`watch` takes those of a window. What is dragged out of the
    window itself does not cover its own grid.

    Signals:
        pictures_dropped: Sources of pictures, a list, and whether photos like them shall move
            down.
        folders_dropped: Folders, a list of paths in bytes.
    """

    pictures_dropped = Signal(list, bool)
    folders_dropped = Signal(list)

    def __init__(self, context: Context, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("dropOverlay")
        self.setAccessibleName(self.tr("Drop a picture to search, a folder to add it"))
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._area = parent
        self._context = context
        self._theme = context.theme
        self._kind = IntakeKind.NOTHING
        self._zone: Zone | None = None
        self._preview: QImage | None = None
        self._theme.changed.connect(self.update)
        parent.installEventFilter(self)
        self.hide()

    def watch(self, window: QWidget) -> None:
        """Take what is dropped on a window, save where its children take it themselves."""
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def zone_rect(self, zone: Zone) -> QRect:
        """Return where a zone lies while it is shown."""
        area = self.rect().adjusted(_MARGIN, _MARGIN, -_MARGIN, -_MARGIN)
        third = area.width() // 3
        rect = QRect(area)
        if zone is Zone.LIKE:
            rect.setWidth(area.width() - third - _GAP)
        elif zone is Zone.UNLIKE:
            rect.setLeft(area.right() + 1 - third)
        return QStyle.visualRect(self.layoutDirection(), area, rect)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Override: follow the window's drags and the parent's size."""
        if event.type() == QEvent.Type.Resize and watched is self._area:
            self.setGeometry(self._area.rect())
        if isinstance(event, QDropEvent) and event.source() is not None:
            return False
        # A move is a kind of drop to Qt, and an enter a kind of move.
        if isinstance(event, QDragEnterEvent):
            self._on_entered(watched, event)
        elif isinstance(event, QDragMoveEvent):
            self._on_moved(watched, event)
        elif isinstance(event, QDropEvent):
            self._on_dropped(watched, event)
        elif event.type() == QEvent.Type.DragLeave:
            self._close()
        else:
            return False
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        """Override: a veil over the grid, and the zones."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        veil = self._theme.colour("canvas")
        veil.setAlphaF(_VEIL)
        painter.fillRect(self.rect(), veil)
        for zone in self._zones():
            self._paint_zone(painter, zone)
        painter.end()

    def _zones(self) -> tuple[Zone, ...]:
        if self._kind is IntakeKind.PICTURES:
            return (Zone.LIKE, Zone.UNLIKE)
        return (Zone.FOLDER if self._kind is IntakeKind.FOLDERS else Zone.NOTHING,)

    def _on_entered(self, watched: QObject, event: QDragEnterEvent) -> None:
        accept_as_copy(event)  # always: Qt tells no more of a drag that was refused here
        self._kind = kind_from_mime(event.mimeData())
        self._preview = None
        self.setGeometry(self._area.rect())
        self._zone = self._zone_at(watched, event.position())
        self.raise_()
        self.show()
        files = files_from_mime(event.mimeData())
        if files is not None and files.pictures:
            source, reader = files.pictures[0], self._context.reader
            self._context.jobs.read(
                lambda: load(source, reader), self._on_previewed, channel=_CHANNEL
            )

    def _on_previewed(self, picture: QueryPicture) -> None:
        self._preview = picture.thumbnail
        self.update()

    def _on_moved(self, watched: QObject, event: QDragMoveEvent) -> None:
        self._zone = self._zone_at(watched, event.position())
        self.update()
        if self._zone is None:
            event.ignore()
        else:
            accept_as_copy(event)

    def _on_dropped(self, watched: QObject, event: QDropEvent) -> None:
        zone = self._zone_at(watched, event.position())
        self._close()
        if zone is None:
            event.ignore()
            return
        accept_as_copy(event)
        intake = pictures_from_mime(event.mimeData())
        sentence = intake.sentence
        if intake.text:
            sentence = self.tr("There is no picture in this. Drop words on the search box.")
        if sentence:
            self._context.notifier.post(sentence, Severity.WARNING)
        if intake.pictures:
            self.pictures_dropped.emit(list(intake.pictures), zone is Zone.UNLIKE)
        if intake.folders:
            self.folders_dropped.emit(list(intake.folders))

    def _close(self) -> None:
        self._context.jobs.drop(_CHANNEL)
        self._zone = None
        self.hide()

    def _zone_at(self, watched: QObject, position: QPointF) -> Zone | None:
        """Return the zone under the pointer; folders may be dropped anywhere."""
        if self._kind is not IntakeKind.PICTURES:
            return self._zones()[0]
        point = position.toPoint()
        if isinstance(watched, QWidget):
            point = self.mapFromGlobal(watched.mapToGlobal(point))
        if not self.rect().contains(point):
            return None
        unlike = self.zone_rect(Zone.UNLIKE)
        is_mirrored = self.layoutDirection() == Qt.LayoutDirection.RightToLeft
        is_unlike = point.x() <= unlike.right() if is_mirrored else point.x() >= unlike.left()
        return Zone.UNLIKE if is_unlike else Zone.LIKE

    def _paint_zone(self, painter: QPainter, zone: Zone) -> None:
        rect = QRectF(self.zone_rect(zone)).adjusted(1, 1, -1, -1)
        fill, line, title_colour, text_colour = self._colours(zone)
        pen = QPen(self._theme.colour(line), 2)
        pen.setDashPattern(_DASHES)
        painter.setPen(pen)
        painter.setBrush(self._theme.colour(fill))
        painter.drawRoundedRect(rect, _RADIUS, _RADIUS)
        title, sentence, icon = self._words(zone)
        title_font = self._theme.font(tokens.TITLE)
        middle = QPointF(rect.center().x(), rect.center().y() + _TITLE_BELOW_MIDDLE)
        if zone is Zone.LIKE and self._preview is not None:
            self._paint_photo(painter, middle - QPointF(0, _PHOTO_ABOVE_TITLE))
        else:
            centre = middle - QPointF(0, _ICON_ABOVE_TITLE)
            box = QRectF(centre - QPointF(_ICON, _ICON) / 2, QSize(_ICON, _ICON))
            icon_colour = title_colour if zone is self._zone else text_colour
            icons.paint_icon(painter, icon, box, self._theme.colour(icon_colour))
        width = rect.width() - 2 * _MARGIN
        top = middle.y() - QFontMetrics(title_font).height() / 2
        column = QRectF(middle.x() - width / 2, top, width, rect.bottom() - top)
        painter.setPen(self._theme.colour(title_colour))
        column.setTop(_paint_wrapped(painter, column, title, title_font) + 8)
        painter.setPen(self._theme.colour(text_colour))
        _paint_wrapped(painter, column, sentence, self._theme.font(tokens.BODY))

    def _colours(self, zone: Zone) -> tuple[str, str, str, str]:
        """Return the tokens of ground, line, title and sentence."""
        if zone is not self._zone:
            return "surface", "edge", "text", "text2"
        if zone is Zone.UNLIKE:
            return "bad_tint", "bad", "bad", "text"
        if zone is Zone.NOTHING:
            return "surface", "edge", "text", "text2"
        return "accent_tint", "accent", "accent_text", "text"

    def _words(self, zone: Zone) -> tuple[str, str, str]:
        """Return title, sentence and icon."""
        match zone:
            case Zone.LIKE:
                title = self.tr("Find photos like this")
                return (
                    title,
                    self.tr("Drop here. Words you type narrow the search further."),
                    "image",
                )
            case Zone.UNLIKE:
                title = self.tr("Not like this")
                return title, self.tr("Photos that look like it move down."), "minus-circle"
            case Zone.FOLDER:
                title = self.tr("Add to library")
                return title, self.tr("The photos stay where they are."), "folder-plus"
            case Zone.NOTHING:
                title = self.tr("No picture in this")
                return title, self.tr("Drop a photo to search, or a folder to add it."), "prohibit"

    def _paint_photo(self, painter: QPainter, centre: QPointF) -> None:
        """Draw the picture that is dragged, as a print laid on the table."""
        assert self._preview is not None
        size = self._preview.size().scaled(_PHOTO, Qt.AspectRatioMode.KeepAspectRatio)
        photo = QRectF(QPointF(-size.width() / 2, -size.height() / 2), size)
        border = photo.adjusted(-_PHOTO_BORDER, -_PHOTO_BORDER, _PHOTO_BORDER, _PHOTO_BORDER)
        painter.save()
        painter.translate(centre)
        painter.rotate(_PHOTO_ANGLE)
        shadow.paint_shadow(painter, border, tokens.RADIUS_CARD, blur=16)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(Qt.GlobalColor.white)
        painter.drawRoundedRect(border, tokens.RADIUS_CARD, tokens.RADIUS_CARD)
        painter.drawImage(photo, self._preview)
        painter.restore()


def _paint_wrapped(painter: QPainter, column: QRectF, text: str, font: QFont) -> float:
    """Draw centred text at the top of a column; return where it ends."""
    painter.setFont(font)
    flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
    flags |= int(Qt.TextFlag.TextWordWrap)
    area = painter.boundingRect(column, flags, text)
    painter.drawText(column, flags, text)
    return area.bottom()
