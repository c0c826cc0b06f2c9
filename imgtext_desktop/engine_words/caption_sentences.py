"""What the engine says of suggested captions and where they come from; see ``sentences``."""

from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

# Any: PySide calls what QT_TRANSLATE_NOOP returns an object, it is the text.
CAPTION_SENTENCES: Final[tuple[tuple[str, Any], ...]] = (
    (
        r"The weights in (.+) are a pickle, which could run any program; choose a captioner in "
        r"safetensors\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The weights in %1 are a pickle, which could run any program. Choose a captioner in "
            "safetensors.",
        ),
    ),
    (
        r"(.+) holds no model that writes captions; choose a folder with a BLIP, GIT or ViT-GPT2 "
        r"model in safetensors\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 holds no captioner. Choose a folder with a BLIP, GIT or ViT-GPT2 model in "
            "safetensors.",
        ),
    ),
    (
        r"This captioner cannot write about a picture alone \((.+)\); choose a BLIP, GIT or "
        r"ViT-GPT2 model\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "This captioner cannot write about a picture alone (%1). Choose a BLIP, GIT or "
            "ViT-GPT2 model.",
        ),
    ),
    (
        r"(.+) is no collection of pictures with texts; choose a folder with (.+) in it, a COCO "
        r"\.json file or a WebDataset \.tar file\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 is no collection of pictures with texts. Choose a folder with %2 in it, a COCO "
            ".json file or a WebDataset .tar file.",
        ),
    ),
    (
        r"(.+) holds no pictures with texts; choose a folder with (.+) or \.tar files in it\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 holds no pictures with texts. Choose a folder with %2 or .tar files in it.",
        ),
    ),
    (
        r"(.+) cannot be read as a WebDataset; check that it is a whole \.tar file\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 cannot be read as a WebDataset. Check that it is a whole .tar file.",
        ),
    ),
    (
        r"(.+) holds no picture with a text beside it, such as (.+) and (.+)\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 holds no picture with a text beside it, such as %2 and %3."
        ),
    ),
    (
        r"(.+) holds no picture with a text; choose another collection\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 holds no picture with a text. Choose another collection."
        ),
    ),
    (
        r"(.+) lists web addresses; choose to download them, or a folder\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 lists web addresses. Choose to download them, or choose a folder."
        ),
    ),
    (
        r"None of the (.+) pictures that (.+) names can be used; the first says: (.+)",
        QT_TRANSLATE_NOOP(
            "Sentences", "None of the %1 pictures that %2 names can be used. The first: %3"
        ),
    ),
    (
        r"(.+) cannot be read \((.+)\); check its name and that you may open it\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 cannot be read (%2). Check its name and that you may open it."
        ),
    ),
    (
        r"(.+) names no picture with a text; choose a page with captioned pictures, or a list "
        r"with an address, a comma and a text on each line\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 names no picture with a text. Choose a page with captioned pictures, or a list "
            "with an address, a comma and a text on each line.",
        ),
    ),
    (
        r"(.+) is no web address; it must begin with https://\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is no web address. It must begin with https://."),
    ),
    (
        r"(.+) cannot be downloaded \((.+)\); check the address and the connection\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 cannot be downloaded (%2). Check the address and the connection."
        ),
    ),
    (
        r"(.+) is larger than (.+) MB; leave it out\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is larger than %2 MB. Leave it out."),
    ),
    (
        r"None of the (.+) addresses gave a picture with a text; check the addresses and the "
        r"connection\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "None of the %1 addresses gave a picture with a text. Check the addresses and the "
            "connection.",
        ),
    ),
    (
        r"No captioner is adopted; train one with .+",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The program writes no captions yet. Let it learn your words, and adopt what it "
            "learned.",
        ),
    ),
    (
        r"The picture is not in the collection\.",
        QT_TRANSLATE_NOOP("Sentences", "The picture is not in the collection."),
    ),
    (
        r"Its small picture is missing; scan the folders again\.",
        QT_TRANSLATE_NOOP("Sentences", "Its small picture is missing. Scan the folders again."),
    ),
    (
        r"Its small picture is damaged; scan the folders again\.",
        QT_TRANSLATE_NOOP("Sentences", "Its small picture is damaged. Scan the folders again."),
    ),
    (
        r"This photo is not ready yet; wait for the import at hand\.",
        QT_TRANSLATE_NOOP("Sentences", "This photo is not ready yet. Wait for the import."),
    ),
)
