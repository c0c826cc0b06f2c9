<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ActivityEntry</name>
    <message numerus="yes">
        <source>%Ln minutes</source>
        <translation>
            <numerusform>%Ln minute</numerusform>
            <numerusform>%Ln minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln hours</source>
        <translation>
            <numerusform>%Ln hour</numerusform>
            <numerusform>%Ln hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln photo</numerusform>
            <numerusform>%Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ActivityStrip</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Answers</name>
    <message numerus="yes">
        <source>Show %Ln more</source>
        <translation>
            <numerusform>Show %Ln more</numerusform>
            <numerusform>Show %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ChoosePage</name>
    <message numerus="yes">
        <source>Show %Ln more</source>
        <translation>
            <numerusform>Show %Ln more</numerusform>
            <numerusform>Show %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ComparePage</name>
    <message numerus="yes">
        <source>The new version guesses this label of %Ln photos</source>
        <translation>
            <numerusform>The new version guesses this label of %Ln photo</numerusform>
            <numerusform>The new version guesses this label of %Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Counts</name>
    <message numerus="yes">
        <source>%Ln labels ready</source>
        <translation>
            <numerusform>%Ln label ready</numerusform>
            <numerusform>%Ln labels ready</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln labels with enough photos</source>
        <translation>
            <numerusform>%Ln label with enough photos</numerusform>
            <numerusform>%Ln labels with enough photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>“%1” has %Ln photos</source>
        <translation>
            <numerusform>“%1” has %Ln photo</numerusform>
            <numerusform>“%1” has %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln captioned photos</source>
        <translation>
            <numerusform>%Ln captioned photo</numerusform>
            <numerusform>%Ln captioned photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos have captions</source>
        <translation>
            <numerusform>%Ln photo has captions</numerusform>
            <numerusform>%Ln photos have captions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Only %Ln photos for the exam</source>
        <translation>
            <numerusform>Only %Ln photo for the exam</numerusform>
            <numerusform>Only %Ln photos for the exam</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos take the exam</source>
        <translation>
            <numerusform>%Ln photo takes the exam</numerusform>
            <numerusform>%Ln photos take the exam</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos set aside for the exam</source>
        <translation>
            <numerusform>%Ln photo set aside for the exam</numerusform>
            <numerusform>%Ln photos set aside for the exam</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %Ln minutes</source>
        <translation>
            <numerusform>About %Ln minute</numerusform>
            <numerusform>About %Ln minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %Ln hours</source>
        <translation>
            <numerusform>About %Ln hour</numerusform>
            <numerusform>About %Ln hours</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Exam: %Ln photos</source>
        <translation>
            <numerusform>Exam: %Ln photo</numerusform>
            <numerusform>Exam: %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The exam had %Ln photos.</source>
        <translation>
            <numerusform>The exam had %Ln photo.</numerusform>
            <numerusform>The exam had %Ln photos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln captions</source>
        <translation>
            <numerusform>%Ln caption</numerusform>
            <numerusform>%Ln captions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Each caption was looked for among %Ln photos.</source>
        <translation>
            <numerusform>Each caption was looked for among %Ln photo.</numerusform>
            <numerusform>Each caption was looked for among %Ln photos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On %Ln photos it had never seen, the right one came up in the first 10 answers %1 of the time. Before: %2.</source>
        <translation>
            <numerusform>On %Ln photo it had never seen, the right one came up in the first 10 answers %1 of the time. Before: %2.</numerusform>
            <numerusform>On %Ln photos it had never seen, the right one came up in the first 10 answers %1 of the time. Before: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On %Ln photos it had never seen, look-alikes scored %1. Before: %2.</source>
        <translation>
            <numerusform>On %Ln photo it had never seen, look-alikes scored %1. Before: %2.</numerusform>
            <numerusform>On %Ln photos it had never seen, look-alikes scored %1. Before: %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On %Ln photos it had never seen, its first label was right %1 of the time. Before: %2.</source>
        <translation>
            <numerusform>On %Ln photo it had never seen, its first label was right %1 of the time. Before: %2.</numerusform>
            <numerusform>On %Ln photos it had never seen, its first label was right %1 of the time. Before: %2.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DetailCard</name>
    <message numerus="yes">
        <source>%Ln files are chosen</source>
        <translation>
            <numerusform>%Ln file is chosen</numerusform>
            <numerusform>%Ln files are chosen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DuplicatesPage</name>
    <message numerus="yes">
        <source>%Ln groups of the same picture</source>
        <translation>
            <numerusform>%Ln group of the same picture</numerusform>
            <numerusform>%Ln groups of the same picture</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are marked for the trash.</source>
        <translation>
            <numerusform>%Ln photo is marked for the trash.</numerusform>
            <numerusform>%Ln photos are marked for the trash.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are not shown as duplicates any more.</source>
        <translation>
            <numerusform>%Ln photo is not shown as a duplicate any more.</numerusform>
            <numerusform>%Ln photos are not shown as duplicates any more.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EarlierRuns</name>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Edits</name>
    <message numerus="yes">
        <source>Labelled %Ln photos</source>
        <translation>
            <numerusform>Labelled %Ln photo</numerusform>
            <numerusform>Labelled %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Took a label from %Ln photos</source>
        <translation>
            <numerusform>Took a label from %Ln photo</numerusform>
            <numerusform>Took a label from %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Removed “%1” from %Ln photos</source>
        <translation>
            <numerusform>Removed “%1” from %Ln photo</numerusform>
            <numerusform>Removed “%1” from %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Confirmed guesses of %Ln photos</source>
        <translation>
            <numerusform>Confirmed guesses of %Ln photo</numerusform>
            <numerusform>Confirmed guesses of %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rejected guesses of %Ln photos</source>
        <translation>
            <numerusform>Rejected guesses of %Ln photo</numerusform>
            <numerusform>Rejected guesses of %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Labelled %Ln photos “%1”</source>
        <translation>
            <numerusform>Labelled %Ln photo “%1”</numerusform>
            <numerusform>Labelled %Ln photos “%1”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Noted that %Ln photos are not “%1”</source>
        <translation>
            <numerusform>Noted that %Ln photo is not “%1”</numerusform>
            <numerusform>Noted that %Ln photos are not “%1”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Captioned %Ln photos</source>
        <translation>
            <numerusform>Captioned %Ln photo</numerusform>
            <numerusform>Captioned %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Rated %Ln photos</source>
        <translation>
            <numerusform>Rated %Ln photo</numerusform>
            <numerusform>Rated %Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EmptyState</name>
    <message numerus="yes">
        <source>about %Ln photos</source>
        <translation>
            <numerusform>about %Ln photo</numerusform>
            <numerusform>about %Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ExchangeCommands</name>
    <message numerus="yes">
        <source>Labelled %Ln photos</source>
        <translation>
            <numerusform>Labelled %Ln photo</numerusform>
            <numerusform>Labelled %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Imported %Ln entries</source>
        <translation>
            <numerusform>Imported %Ln entry</numerusform>
            <numerusform>Imported %Ln entries</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries are empty and were skipped</source>
        <translation>
            <numerusform>%Ln entry is empty and was skipped</numerusform>
            <numerusform>%Ln entries are empty and were skipped</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries match no photo here</source>
        <translation>
            <numerusform>%Ln entry matches no photo here</numerusform>
            <numerusform>%Ln entries match no photo here</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries are in the library already.</source>
        <translation>
            <numerusform>%Ln entry is in the library already.</numerusform>
            <numerusform>%Ln entries are in the library already.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries are empty and were skipped.</source>
        <translation>
            <numerusform>%Ln entry is empty and was skipped.</numerusform>
            <numerusform>%Ln entries are empty and were skipped.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln entries match no photo here.</source>
        <translation>
            <numerusform>%Ln entry matches no photo here.</numerusform>
            <numerusform>%Ln entries match no photo here.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos have their captions beside them now.</source>
        <translation>
            <numerusform>%Ln photo has its captions beside it now.</numerusform>
            <numerusform>%Ln photos have their captions beside them now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln texts could not be written.</source>
        <translation>
            <numerusform>%Ln text could not be written.</numerusform>
            <numerusform>%Ln texts could not be written.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Exported %Ln entries to %1.</source>
        <translation>
            <numerusform>Exported %Ln entry to %1.</numerusform>
            <numerusform>Exported %Ln entries to %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos have a sidecar now.</source>
        <translation>
            <numerusform>%Ln photo has a sidecar now.</numerusform>
            <numerusform>%Ln photos have a sidecar now.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln sidecars could not be written.</source>
        <translation>
            <numerusform>%Ln sidecar could not be written.</numerusform>
            <numerusform>%Ln sidecars could not be written.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Export</name>
    <message numerus="yes">
        <source>%Ln files are listed in %1.</source>
        <translation>
            <numerusform>%Ln file is listed in %1.</numerusform>
            <numerusform>%Ln files are listed in %1.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Footer</name>
    <message numerus="yes">
        <source>%Ln photos marked for the trash</source>
        <translation>
            <numerusform>%Ln photo marked for the trash</numerusform>
            <numerusform>%Ln photos marked for the trash</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photos to the trash</source>
        <translation>
            <numerusform>Move %Ln photo to the trash</numerusform>
            <numerusform>Move %Ln photos to the trash</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GroupCard</name>
    <message numerus="yes">
        <source>%Ln copies</source>
        <translation>
            <numerusform>%Ln copy</numerusform>
            <numerusform>%Ln copies</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>GuessChips</name>
    <message numerus="yes">
        <source>Label %Ln photos “%1”</source>
        <translation>
            <numerusform>Label %Ln photo “%1”</numerusform>
            <numerusform>Label %Ln photos “%1”</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are not “%1”</source>
        <translation>
            <numerusform>%Ln photo is not “%1”</numerusform>
            <numerusform>%Ln photos are not “%1”</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Ignoring</name>
    <message numerus="yes">
        <source>%Ln files are ignored.</source>
        <translation>
            <numerusform>%Ln file is ignored.</numerusform>
            <numerusform>%Ln files are ignored.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln files are listed again.</source>
        <translation>
            <numerusform>%Ln file is listed again.</numerusform>
            <numerusform>%Ln files are listed again.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ImportBanner</name>
    <message numerus="yes">
        <source>You can search already. %1 of %Ln photos are ready, the rest follow in about %2.</source>
        <translation>
            <numerusform>You can search already. %1 of %Ln photo is ready, the rest follow in about %2.</numerusform>
            <numerusform>You can search already. %1 of %Ln photos are ready, the rest follow in about %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You can search already. %1 of %Ln photos are ready.</source>
        <translation>
            <numerusform>You can search already. %1 of %Ln photo is ready.</numerusform>
            <numerusform>You can search already. %1 of %Ln photos are ready.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LabelList</name>
    <message numerus="yes">
        <source>%Ln photos get the label “%2”, which is there already.</source>
        <translation>
            <numerusform>%Ln photo gets the label “%2”, which is there already.</numerusform>
            <numerusform>%Ln photos get the label “%2”, which is there already.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Relabel %Ln photos</source>
        <translation>
            <numerusform>Relabel %Ln photo</numerusform>
            <numerusform>Relabel %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln more</source>
        <translation>
            <numerusform>%Ln more</numerusform>
            <numerusform>%Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LabelsModel</name>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln photo</numerusform>
            <numerusform>%Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>guessed of %Ln photos</source>
        <translation>
            <numerusform>guessed of %Ln photo</numerusform>
            <numerusform>guessed of %Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LibraryPage</name>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln photo</numerusform>
            <numerusform>%Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos, best first</source>
        <translation>
            <numerusform>%Ln photo, best first</numerusform>
            <numerusform>%Ln photos, best first</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LivePage</name>
    <message numerus="yes">
        <source>this computer, %Ln cores</source>
        <translation>
            <numerusform>this computer, %Ln core</numerusform>
            <numerusform>this computer, %Ln cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>LookAlikeBar</name>
    <message numerus="yes">
        <source>%Ln photos within distance %1</source>
        <translation>
            <numerusform>%Ln photo within distance %1</numerusform>
            <numerusform>%Ln photos within distance %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>NoMatchState</name>
    <message numerus="yes">
        <source>%Ln photos are not ready yet and were not searched.</source>
        <translation>
            <numerusform>%Ln photo is not ready yet and was not searched.</numerusform>
            <numerusform>%Ln photos are not ready yet and were not searched.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>OfflineBanner</name>
    <message numerus="yes">
        <source>%Ln folders are not connected</source>
        <translation>
            <numerusform>%Ln folder is not connected</numerusform>
            <numerusform>%Ln folders are not connected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PhotoCommands</name>
    <message numerus="yes">
        <source>%Ln stars</source>
        <translation>
            <numerusform>%Ln star</numerusform>
            <numerusform>%Ln stars</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos cannot be reached at the moment.</source>
        <translation>
            <numerusform>%Ln photo cannot be reached at the moment.</numerusform>
            <numerusform>%Ln photos cannot be reached at the moment.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PhotoDrag</name>
    <message numerus="yes">
        <source>%Ln photos are offline and cannot be dragged. Connect their disk first.</source>
        <translation>
            <numerusform>%Ln photo is offline and cannot be dragged. Connect its disk first.</numerusform>
            <numerusform>%Ln photos are offline and cannot be dragged. Connect their disk first.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are offline and stay behind.</source>
        <translation>
            <numerusform>%Ln photo is offline and stays behind.</numerusform>
            <numerusform>%Ln photos are offline and stay behind.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>PhotoPage</name>
    <message numerus="yes">
        <source>and %Ln more</source>
        <translation>
            <numerusform>and %Ln more</numerusform>
            <numerusform>and %Ln more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReadinessList</name>
    <message numerus="yes">
        <source>%Ln more labels have few photos</source>
        <translation>
            <numerusform>%Ln more label has few photos</numerusform>
            <numerusform>%Ln more labels have few photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReportPage</name>
    <message numerus="yes">
        <source>%Ln everyday things</source>
        <translation>
            <numerusform>%Ln everyday thing</numerusform>
            <numerusform>%Ln everyday things</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>⚠ Forgot %Ln points</source>
        <translation>
            <numerusform>⚠ Forgot %Ln point</numerusform>
            <numerusform>⚠ Forgot %Ln points</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln photo</numerusform>
            <numerusform>%Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln captions</source>
        <translation>
            <numerusform>%Ln caption</numerusform>
            <numerusform>%Ln captions</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewPage</name>
    <message numerus="yes">
        <source>%Ln still to review</source>
        <translation>
            <numerusform>%Ln still to review</numerusform>
            <numerusform>%Ln still to review</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RootCommands</name>
    <message numerus="yes">
        <source>Forgot %Ln offline photos of “%1”.</source>
        <translation>
            <numerusform>Forgot %Ln offline photo of “%1”.</numerusform>
            <numerusform>Forgot %Ln offline photos of “%1”.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Removed “%1” with %Ln photos. The files stay where they are.</source>
        <translation>
            <numerusform>Removed “%1” with %Ln photo. The file stays where it is.</numerusform>
            <numerusform>Removed “%1” with %Ln photos. The files stay where they are.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RootList</name>
    <message numerus="yes">
        <source>%Ln photos leave the library. The files stay where they are.</source>
        <translation>
            <numerusform>%Ln photo leaves the library. The file stays where it is.</numerusform>
            <numerusform>%Ln photos leave the library. The files stay where they are.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remove %Ln photos</source>
        <translation>
            <numerusform>Remove %Ln photo</numerusform>
            <numerusform>Remove %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Forget %Ln photos</source>
        <translation>
            <numerusform>Forget %Ln photo</numerusform>
            <numerusform>Forget %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos that are not connected leave the library. Their captions, labels and stars are kept, and are there again if the photos come back.</source>
        <translation>
            <numerusform>%Ln photo that is not connected leaves the library. Its captions, labels and stars are kept, and are there again if the photo comes back.</numerusform>
            <numerusform>%Ln photos that are not connected leave the library. Their captions, labels and stars are kept, and are there again if the photos come back.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>RootsModel</name>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln photo</numerusform>
            <numerusform>%Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchBar</name>
    <message numerus="yes">
        <source>A search takes up to %Ln pictures and exclusions.</source>
        <translation>
            <numerusform>A search takes up to %Ln picture or exclusion.</numerusform>
            <numerusform>A search takes up to %Ln pictures and exclusions.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SelectionPage</name>
    <message numerus="yes">
        <source>%Ln photos selected</source>
        <translation>
            <numerusform>%Ln photo selected</numerusform>
            <numerusform>%Ln photos selected</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln folders</source>
        <translation>
            <numerusform>%Ln folder</numerusform>
            <numerusform>%Ln folders</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SettingsCard</name>
    <message numerus="yes">
        <source>Automatic: this computer, %Ln cores</source>
        <translation>
            <numerusform>Automatic: this computer, %Ln core</numerusform>
            <numerusform>Automatic: this computer, %Ln cores</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SidePages</name>
    <message numerus="yes">
        <source>%Ln files cannot be read</source>
        <translation>
            <numerusform>%Ln file cannot be read</numerusform>
            <numerusform>%Ln files cannot be read</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln groups of the same picture</source>
        <translation>
            <numerusform>%Ln group of the same picture</numerusform>
            <numerusform>%Ln groups of the same picture</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SidecarWriter</name>
    <message numerus="yes">
        <source>%Ln sidecars could not be written.</source>
        <translation>
            <numerusform>%Ln sidecar could not be written.</numerusform>
            <numerusform>%Ln sidecars could not be written.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SourceDialog</name>
    <message numerus="yes">
        <source>%Ln suggestions that you kept without a review</source>
        <translation>
            <numerusform>%Ln suggestion that you kept without a review</numerusform>
            <numerusform>%Ln suggestions that you kept without a review</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Captions for %Ln photos</source>
        <translation>
            <numerusform>Captions for %Ln photo</numerusform>
            <numerusform>Captions for %Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Stars</name>
    <message numerus="yes">
        <source>%Ln stars</source>
        <translation>
            <numerusform>%Ln star</numerusform>
            <numerusform>%Ln stars</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Steps</name>
    <message numerus="yes">
        <source>%Ln groups</source>
        <translation>
            <numerusform>%Ln group</numerusform>
            <numerusform>%Ln groups</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SuggestCommands</name>
    <message numerus="yes">
        <source>Suggesting captions for %Ln photos</source>
        <translation>
            <numerusform>Suggesting captions for %Ln photo</numerusform>
            <numerusform>Suggesting captions for %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Captions for %Ln photos wait for your review.</source>
        <translation>
            <numerusform>Captions for %Ln photo wait for your review.</numerusform>
            <numerusform>Captions for %Ln photos wait for your review.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of the %Ln pictures of the collection is like one of your photos. A lower threshold finds more.</source>
        <translation>
            <numerusform>The %Ln picture of the collection is like none of your photos. A lower threshold finds more.</numerusform>
            <numerusform>None of the %Ln pictures of the collection is like one of your photos. A lower threshold finds more.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln of its pictures could not be read.</source>
        <translation>
            <numerusform>%Ln of its pictures could not be read.</numerusform>
            <numerusform>%Ln of its pictures could not be read.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are not reviewed.</source>
        <translation>
            <numerusform>%Ln photo is not reviewed.</numerusform>
            <numerusform>%Ln photos are not reviewed.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Kept suggestions for %Ln photos</source>
        <translation>
            <numerusform>Kept suggestions for %Ln photo</numerusform>
            <numerusform>Kept suggestions for %Ln photos</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Trashing</name>
    <message numerus="yes">
        <source>Move %Ln photos to the trash?</source>
        <translation>
            <numerusform>Move %Ln photo to the trash?</numerusform>
            <numerusform>Move %Ln photos to the trash?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Move %Ln photos</source>
        <translation>
            <numerusform>Move %Ln photo</numerusform>
            <numerusform>Move %Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos are in the trash.</source>
        <translation>
            <numerusform>%Ln photo is in the trash.</numerusform>
            <numerusform>%Ln photos are in the trash.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Counts</name>
    <message numerus="yes">
        <source>adds %Ln labels</source>
        <translation>
            <numerusform>adds %Ln label</numerusform>
            <numerusform>adds %Ln labels</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln photos</source>
        <translation>
            <numerusform>%Ln photo</numerusform>
            <numerusform>%Ln photos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln captions</source>
        <translation>
            <numerusform>%Ln caption</numerusform>
            <numerusform>%Ln captions</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln labels</source>
        <translation>
            <numerusform>%Ln label</numerusform>
            <numerusform>%Ln labels</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>_Words</name>
    <message numerus="yes">
        <source>%Ln files are no pictures and were left out.</source>
        <translation>
            <numerusform>%Ln file is no picture and was left out.</numerusform>
            <numerusform>%Ln files are no pictures and were left out.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of these %Ln files is a picture.</source>
        <translation>
            <numerusform>This %Ln file is no picture.</numerusform>
            <numerusform>None of these %Ln files is a picture.</numerusform>
        </translation>
    </message>
</context>
</TS>
