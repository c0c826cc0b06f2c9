"""The window's language."""

import logging
from importlib import resources
from typing import Final

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication, QLibraryInfo, QLocale, QTranslator

logger = logging.getLogger(__name__)

# What Qt's own Chinese lacks of its file dialog (6.11).
QT_WORDS: Final = (
    QT_TRANSLATE_NOOP("QFileDialog", "&Look in:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Files of &type:"),
)


def install_translation(app: QCoreApplication, language: str) -> list[QTranslator]:
    """Translate the application and make its language that of numbers and dates.

    Args:
        app: Holds on to the translators.
        language: ``"system"``, ``"en"``, or the name of a shipped translation such as ``"zh_CN"``.

    Returns:
        What was installed. English needs a translation too, for its plural forms.
    """
    locale = QLocale.system() if language == "system" else QLocale(language)
    QLocale.setDefault(locale)
    if locale.language() != QLocale.Language.Chinese:
        return _install(app, "imgtext_en", _own_folder())
    qt_folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    # The one installed last is asked first.
    return [
        *_install(app, "qtbase_zh_CN", qt_folder),  # buttons and dialogs of Qt's own
        *_install(app, "imgtext_zh_CN", _own_folder()),
    ]


def _own_folder() -> str:
    return str(resources.files("resources").joinpath("translations"))


def _install(app: QCoreApplication, name: str, folder: str) -> list[QTranslator]:
    translator = QTranslator(app)
    if not translator.load(name, folder):
        logger.warning("There is no translation %s.qm in %s; English is shown", name, folder)
        return []
    app.installTranslator(translator)
    return [translator]
