"""What the engine says of model versions; see ``sentences``."""

from typing import Any, Final

from PySide6.QtCore import QT_TRANSLATE_NOOP

# Any: PySide calls what QT_TRANSLATE_NOOP returns an object, it is the text.
# What is more particular stands before what is like it.
MODEL_SENTENCES: Final[tuple[tuple[str, Any], ...]] = (
    (
        r"Downloads need a network; connect this computer, then try again\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "Downloads need a network. Connect this computer, then try again."
        ),
    ),
    (
        r"The download of (.+) stopped at (.+); start it again to go on\.",
        QT_TRANSLATE_NOOP("Sentences", "The download of %1 stopped at %2. Resume any time."),
    ),
    (
        r"(.+) of (.+) arrived damaged; download the model again\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 of %2 arrived damaged. Download the model again."),
    ),
    (
        r"The hub does not give (.+) \(HTTP (\d+)\); check its name\.",
        QT_TRANSLATE_NOOP("Sentences", "The hub does not give %1 (HTTP %2). Check its name."),
    ),
    (
        r"The hub's answer about (.+) cannot be read; try later\.",
        QT_TRANSLATE_NOOP("Sentences", "The hub's answer about %1 cannot be read. Try later."),
    ),
    (
        r"(.+) is not there as safetensors, the only format that is read; choose another model\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 is not there as safetensors, the only format that is read. Choose another model.",
        ),
    ),
    (
        r"The model cannot be stored in (.+) \((.+)\); check the disk, then try again\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "The model cannot be stored in %1 (%2). Check the disk, then try again."
        ),
    ),
    (
        r"(.+) holds no model; choose the folder of a CLIP, SigLIP, Chinese-CLIP or AltCLIP"
        r" checkpoint, or of a version that was exported\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 holds no model. Choose the folder of a CLIP, SigLIP, Chinese-CLIP or AltCLIP "
            "checkpoint, or of a version that was exported.",
        ),
    ),
    (
        r"The model in (.+) is a “(.+)”, which cannot be searched with; choose a CLIP, SigLIP,"
        r" Chinese-CLIP or AltCLIP checkpoint\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The model in %1 is a “%2”, which cannot be searched with. Choose a CLIP, SigLIP, "
            "Chinese-CLIP or AltCLIP checkpoint.",
        ),
    ),
    (
        r"The weights in (.+) are in a format that can run foreign code; choose a copy of the model"
        r" with (.+)\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The weights in %1 are in a format that can run foreign code. Choose a copy of the "
            "model with %2.",
        ),
    ),
    (
        r"(.+) lacks the weights, (.+); copy the whole folder again\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 lacks the weights, %2. Copy the whole folder again."),
    ),
    (
        r"(.+) lacks its tokenizer, such as tokenizer\.json; copy the whole folder again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 lacks its tokenizer, such as tokenizer.json. Copy the whole folder again.",
        ),
    ),
    (
        r"(.+) lacks (.+); copy the whole folder again\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 lacks %2. Copy the whole folder again."),
    ),
    (
        r"The model takes (.+) MB and the library's disk has less room; free some space, then add"
        r" it again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The model takes %1 MB, and the library's disk has less room. Free some space, then "
            "add it again.",
        ),
    ),
    (
        r"The model in (.+) cannot be copied into the library \((.+)\); check both disks, then add"
        r" it again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The model in %1 cannot be copied into the library (%2). Check both disks, then add it "
            "again.",
        ),
    ),
    (
        r"The model in (.+) is damaged; add it again\.",
        QT_TRANSLATE_NOOP("Sentences", "The model in %1 is damaged. Add it again."),
    ),
    (
        r"The processor in (.+) makes pictures of (\d+) pixels a side, and the model reads (\d+);"
        r" choose a folder whose files belong together\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The processor in %1 makes pictures of %2 pixels a side, and the model reads %3. "
            "Choose a folder whose files belong together.",
        ),
    ),
    (
        r"The tokenizer in (.+) has (\d+) tokens and the model knows (\d+); choose a folder whose"
        r" files belong together\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The tokenizer in %1 has %2 tokens, and the model knows %3. Choose a folder whose "
            "files belong together.",
        ),
    ),
    (
        r"The weights in (.+) do not fit the model or are damaged; copy the whole folder again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The weights in %1 do not fit the model or are damaged. Copy the whole folder again.",
        ),
    ),
    (
        r"The weights in (.+) are not complete; copy the whole folder again\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "The weights in %1 are not complete. Copy the whole folder again."
        ),
    ),
    (
        r"The tokenizer in (.+) cannot be read; choose a copy of the model with a"
        r" tokenizer\.json\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The tokenizer in %1 cannot be read. Choose a copy of the model with a tokenizer.json.",
        ),
    ),
    (
        r"What (.+) says of how the model sees pictures cannot be read; copy the whole folder"
        r" again\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "What %1 says of how the model sees pictures cannot be read. Copy the whole folder "
            "again.",
        ),
    ),
    (
        r"These codes belong to another model than the one that answers; go back to that model, or"
        r" train codes anew\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "These codes belong to another model than the one that answers. Go back to that model, "
            "or train codes anew.",
        ),
    ),
    (
        r"There is no model version “(.+)” in this library; .+",
        QT_TRANSLATE_NOOP("Sentences", "The version %1 is not in this library any more."),
    ),
    (
        r"There is no model version (.+); this program has (.+)\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "There is no model version %1. This program has version %2."
        ),
    ),
    (
        r"This version answers now; go back to another one first\.",
        QT_TRANSLATE_NOOP("Sentences", "This version answers now. Go back to another one first."),
    ),
    (
        r"The version that answers now was made from this model; go back to another one first\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "What answers now was made from this model. Go back to another one first."
        ),
    ),
    (
        r"The built-in model comes with the program; it stays\.",
        QT_TRANSLATE_NOOP("Sentences", "The built-in model comes with the program. It stays."),
    ),
    (
        r"The adopted model cannot be used; the built-in one answers meanwhile\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The adopted model cannot be used. The built-in one answers meanwhile; see Models.",
        ),
    ),
    (
        r"There is no earlier version to go back to\.",
        QT_TRANSLATE_NOOP("Sentences", "There is no earlier version to go back to."),
    ),
    (
        r"This version reads features of a model that this library has not; train it anew\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "It was made from a model that this library does not have. Train it anew."
        ),
    ),
    (
        r"No photo is prepared for this version yet; prepare it first\.",
        QT_TRANSLATE_NOOP("Sentences", "No photo is prepared for this version yet."),
    ),
    (
        r"(.+) holds no model version of this program; choose a folder with a (.+) in it\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 holds no version of a model. Choose a folder with a %2 in it."
        ),
    ),
    (
        r"(.+) holds no model of this program; choose another\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 holds no model. Choose another folder."),
    ),
    (
        r"The model in (.+) names a file that cannot be its own: (.+)\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "The model in %1 names a file that cannot be its own: %2. It is not taken."
        ),
    ),
    (
        r"The model in (.+) lacks (.+); copy the folder again or train anew\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "The model in %1 lacks %2. Copy the folder again, or train anew."
        ),
    ),
    (
        r"The words of the model in (.+) cannot be read; copy the folder again or train anew\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The words of the model in %1 cannot be read. Copy the folder again, or train anew.",
        ),
    ),
    (
        r"(.+) of the model in (.+) is damaged; copy the folder again or train anew\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "%1 of the model in %2 is damaged. Copy the folder again, or train anew.",
        ),
    ),
    (
        r"The model in (.+) is damaged; train it anew\.",
        QT_TRANSLATE_NOOP("Sentences", "The model in %1 is damaged. Train it anew."),
    ),
    (
        r"(.+) exists already; choose another folder\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 exists already. Choose another folder."),
    ),
    (
        r"The model cannot be copied to (.+) \((.+)\); free some space or choose another folder\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "The model cannot be copied to %1 (%2). Free some space or choose another folder.",
        ),
    ),
    (
        r"The model cannot be copied to (.+) \((.+)\); choose another folder\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "The model cannot be copied to %1 (%2). Choose another folder."
        ),
    ),
    (
        r"(.+) is a file; name a folder for the model\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is a file. Choose a folder for the model."),
    ),
    (
        r"“(.+)” is no model of the hub; name it as OWNER/NAME, such as (.+)\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "“%1” is no model of the hub. Name it as OWNER/NAME, such as %2."
        ),
    ),
    (
        r"(.+) holds a model of the kind “(.+)”, which this program lacks\.",
        QT_TRANSLATE_NOOP(
            "Sentences", "%1 holds a model of the kind “%2”. This program does not know it."
        ),
    ),
    (
        r"(.+) is of a kind that this program lacks: “(.+)”\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is of the kind “%2”. This program does not know it."),
    ),
    (
        r"(.+) is no model to search with; choose another version\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 is no model to search with. Choose another version."),
    ),
    (
        r"The version in (.+) cannot be searched with\.",
        QT_TRANSLATE_NOOP("Sentences", "The version in %1 cannot be searched with."),
    ),
    (
        r"(.+) does not give labels; choose a version of the slot labels\.",
        QT_TRANSLATE_NOOP("Sentences", "%1 does not give labels. Choose another version."),
    ),
    (
        r"(.+) holds no hash model that this program can read; train it anew\.",
        QT_TRANSLATE_NOOP("Sentences", "The model in %1 cannot be read. Train it anew."),
    ),
    (
        r"A radius belongs to the code space; choose it or drop --radius\.",
        QT_TRANSLATE_NOOP("Sentences", "A distance belongs to a search for look-alikes."),
    ),
    (
        r"The code space looks for photos like one picture; give just that, without words and "
        r"without what is not wanted\.",
        QT_TRANSLATE_NOOP(
            "Sentences",
            "Look-alikes are looked for by one picture, without words and without what is not "
            "wanted.",
        ),
    ),
    (
        r"A radius is a number of bits; give 0 or more\.",
        QT_TRANSLATE_NOOP("Sentences", "A distance is a number of bits, 0 or more."),
    ),
)
