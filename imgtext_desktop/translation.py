"""The window's language."""

from importlib import resources

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator


def install_translation(app: QCoreApplication, language: str) -> list[QTranslator]:
    """Translate the application.

    Args:
        app: Holds on to the translators.
        language: ``"system"``, ``"en"``, or the name of a shipped translation such as ``"zh_CN"``.

    Returns:
        What was installed, empty for English.
    """
    locale = QLocale.system() if language == "system" else QLocale(language)
    QLocale.setDefault(locale)
    if locale.language() != QLocale.Language.Chinese:
        return []
    ours, qt = QTranslator(app), QTranslator(app)
    built = resources.files("resources").joinpath("translations/imgtext_zh_CN.qm")
    installed = []
    if built.is_file() and ours.load(built.read_bytes()):
        app.installTranslator(ours)
        installed.append(ours)
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if qt.load("qtbase_zh_CN", folder):
        app.installTranslator(qt)
        installed.append(qt)
    return installed
