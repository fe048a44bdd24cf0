<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en">
<context>
    <name>AgentDialogs</name>
    <message numerus="yes">
        <source>{0} and %n more</source>
        <translation><numerusform>{0} and %n more</numerusform><numerusform>{0} and %n more</numerusform></translation>
    </message>
</context>
<context>
    <name>AgentModelPresenter</name>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation><numerusform>%n model</numerusform><numerusform>%n models</numerusform></translation>
    </message>
</context>
<context>
    <name>AgentPicker</name>
    <message numerus="yes">
        <source>Tag {0}, %n agent(s)</source>
        <translation><numerusform>Tag {0}, %n agent</numerusform><numerusform>Tag {0}, %n agents</numerusform></translation>
    </message>
</context>
<context>
    <name>AgentsPresenter</name>
    <message numerus="yes">
        <source>%n agent(s) reloaded.</source>
        <translation><numerusform>%n agent reloaded.</numerusform><numerusform>%n agents reloaded.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation><numerusform>%n model</numerusform><numerusform>%n models</numerusform></translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation><numerusform>%n byte</numerusform><numerusform>%n bytes</numerusform></translation>
    </message>
</context>
<context>
    <name>ChangesDialog</name>
    <message numerus="yes">
        <source>Accept %n change(s)</source>
        <translation><numerusform>Accept %n change</numerusform><numerusform>Accept %n changes</numerusform></translation>
    </message>
</context>
<context>
    <name>ConversationCommands</name>
    <message numerus="yes">
        <source>%n exact rule(s)</source>
        <translation><numerusform>%n exact rule</numerusform><numerusform>%n exact rules</numerusform></translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message numerus="yes">
        <source>%n file(s) with unsaved changes:</source>
        <translation><numerusform>%n file with unsaved changes:</numerusform><numerusform>%n files with unsaved changes:</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n turn(s) are running.</source>
        <translation><numerusform>%n turn is running.</numerusform><numerusform>%n turns are running.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Discard %n file(s)</source>
        <translation><numerusform>Discard %n file</numerusform><numerusform>Discard %n files</numerusform></translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message numerus="yes">
        <source>Restored unsaved changes in %n file(s).</source>
        <translation><numerusform>Restored unsaved changes in %n file.</numerusform><numerusform>Restored unsaved changes in %n files.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>qodev stays open: %n file(s) could not be saved: {0}.</source>
        <translation><numerusform>qodev stays open: %n file could not be saved: {0}.</numerusform><numerusform>qodev stays open: %n files could not be saved: {0}.</numerusform></translation>
    </message>
</context>
<context>
    <name>ExamplesView</name>
    <message numerus="yes">
        <source>{0} of %n example(s) hold</source>
        <translation><numerusform>{0} of 1 example holds</numerusform><numerusform>{0} of %n examples hold</numerusform></translation>
    </message>
</context>
<context>
    <name>ExportDialog</name>
    <message numerus="yes">
        <source>%n text(s) look like secrets. What is ticked is blacked out.</source>
        <translation><numerusform>%n text looks like a secret. What is ticked is blacked out.</numerusform><numerusform>%n texts look like secrets. What is ticked is blacked out.</numerusform></translation>
    </message>
</context>
<context>
    <name>FileWindow</name>
    <message numerus="yes">
        <source>%n more problem(s)</source>
        <translation><numerusform>%n more problem</numerusform><numerusform>%n more problems</numerusform></translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message numerus="yes">
        <source>Found: %n model(s)</source>
        <translation><numerusform>Found: %n model</numerusform><numerusform>Found: %n models</numerusform></translation>
    </message>
</context>
<context>
    <name>FixturesPresenter</name>
    <message numerus="yes">
        <source>%n agent(s) are rendered…</source>
        <translation><numerusform>%n agent is rendered…</numerusform><numerusform>%n agents are rendered…</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n cell(s)</source>
        <translation><numerusform>%n cell</numerusform><numerusform>%n cells</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n failed</source>
        <translation><numerusform>%n failed</numerusform><numerusform>%n failed</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n with a warning</source>
        <translation><numerusform>%n with a warning</numerusform><numerusform>%n with a warning</numerusform></translation>
    </message>
</context>
<context>
    <name>GeneralPresenter</name>
    <message numerus="yes">
        <source>%n agent(s)</source>
        <translation><numerusform>%n agent</numerusform><numerusform>%n agents</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n in the background</source>
        <translation><numerusform>%n in the background</numerusform><numerusform>%n in the background</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n running</source>
        <translation><numerusform>%n running</numerusform><numerusform>%n running</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>No problems in %n agent(s).</source>
        <translation><numerusform>No problems in %n agent.</numerusform><numerusform>No problems in %n agents.</numerusform></translation>
    </message>
</context>
<context>
    <name>HistoryDialogs</name>
    <message numerus="yes">
        <source>%n file(s) changed since:</source>
        <translation><numerusform>%n file changed since:</numerusform><numerusform>%n files changed since:</numerusform></translation>
    </message>
</context>
<context>
    <name>HistoryPresenter</name>
    <message numerus="yes">
        <source>%n file(s) taken back.</source>
        <translation><numerusform>%n file taken back.</numerusform><numerusform>%n files taken back.</numerusform></translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message numerus="yes">
        <source>Import %n role(s)</source>
        <translation><numerusform>Import %n role</numerusform><numerusform>Import %n roles</numerusform></translation>
    </message>
</context>
<context>
    <name>JsonTree</name>
    <message numerus="yes">
        <source>%n key(s)</source>
        <translation><numerusform>%n key</numerusform><numerusform>%n keys</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n member(s)</source>
        <translation><numerusform>%n member</numerusform><numerusform>%n members</numerusform></translation>
    </message>
</context>
<context>
    <name>LossList</name>
    <message numerus="yes">
        <source>%n part(s) were not taken over</source>
        <translation><numerusform>1 part was not taken over</numerusform><numerusform>%n parts were not taken over</numerusform></translation>
    </message>
</context>
<context>
    <name>ModeWords</name>
    <message numerus="yes">
        <source>%n file(s) of the folder wait for your decision:</source>
        <translation><numerusform>%n file of the folder waits for your decision:</numerusform><numerusform>%n files of the folder wait for your decision:</numerusform></translation>
    </message>
</context>
<context>
    <name>Permissions</name>
    <message numerus="yes">
        <source>%n file(s) wait</source>
        <translation><numerusform>%n file waits</numerusform><numerusform>%n files wait</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n instruction file(s)</source>
        <translation><numerusform>%n instruction file</numerusform><numerusform>%n instruction files</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s)</source>
        <translation><numerusform>%n profile</numerusform><numerusform>%n profiles</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n skill(s)</source>
        <translation><numerusform>%n skill</numerusform><numerusform>%n skills</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Rules reloaded {0} (%n rule(s))</source>
        <translation><numerusform>Rules reloaded {0} (%n rule)</numerusform><numerusform>Rules reloaded {0} (%n rules)</numerusform></translation>
    </message>
</context>
<context>
    <name>PlainText</name>
    <message numerus="yes">
        <source>⟦%n accent(s)⟧</source>
        <translation><numerusform>⟦%n accent⟧</numerusform><numerusform>⟦%n accents⟧</numerusform></translation>
    </message>
</context>
<context>
    <name>Problems</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation><numerusform>%n error</numerusform><numerusform>%n errors</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n info(s)</source>
        <translation><numerusform>%n info</numerusform><numerusform>%n infos</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation><numerusform>%n warning</numerusform><numerusform>%n warnings</numerusform></translation>
    </message>
</context>
<context>
    <name>ProfileChoicePresenter</name>
    <message numerus="yes">
        <source>%n profile(s) read.</source>
        <translation><numerusform>%n profile read.</numerusform><numerusform>%n profiles read.</numerusform></translation>
    </message>
</context>
<context>
    <name>ProfileForm</name>
    <message numerus="yes">
        <source>{0} and %n more</source>
        <translation><numerusform>{0} and %n more</numerusform><numerusform>{0} and %n more</numerusform></translation>
    </message>
</context>
<context>
    <name>Profiles</name>
    <message numerus="yes">
        <source>%n profile(s) were read.</source>
        <translation><numerusform>1 profile was read.</numerusform><numerusform>%n profiles were read.</numerusform></translation>
    </message>
</context>
<context>
    <name>Projects</name>
    <message numerus="yes">
        <source>%n running</source>
        <translation><numerusform>%n running</numerusform><numerusform>%n running</numerusform></translation>
    </message>
</context>
<context>
    <name>ProjectsPresenter</name>
    <message numerus="yes">
        <source>%n conversation(s) belong to `{0}` now.</source>
        <translation><numerusform>%n conversation belongs to `{0}` now.</numerusform><numerusform>%n conversations belong to `{0}` now.</numerusform></translation>
    </message>
</context>
<context>
    <name>PromptArea</name>
    <message numerus="yes">
        <source>Deny all %n</source>
        <translation><numerusform>Deny all %n</numerusform><numerusform>Deny all %n</numerusform></translation>
    </message>
</context>
<context>
    <name>ProviderDialogs</name>
    <message numerus="yes">
        <source>Remove and break %n agent(s)</source>
        <translation><numerusform>Remove and break %n agent</numerusform><numerusform>Remove and break %n agents</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Rename and change %n file(s)</source>
        <translation><numerusform>Rename and change %n file</numerusform><numerusform>Rename and change %n files</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>and %n other(s)</source>
        <translation><numerusform>and %n other</numerusform><numerusform>and %n others</numerusform></translation>
    </message>
</context>
<context>
    <name>Providers</name>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation><numerusform>%n model</numerusform><numerusform>%n models</numerusform></translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message numerus="yes">
        <source>%n need(s) you</source>
        <translation><numerusform>%n needs you</numerusform><numerusform>%n need you</numerusform></translation>
    </message>
</context>
<context>
    <name>Queue</name>
    <message numerus="yes">
        <source>%n message(s) wait</source>
        <translation><numerusform>%n message waits</numerusform><numerusform>%n messages wait</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n queued message(s) are paused since the last start.</source>
        <translation><numerusform>%n queued message is paused since the last start.</numerusform><numerusform>%n queued messages are paused since the last start.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n queued message(s) are paused, since the turn before did not end as it should.</source>
        <translation><numerusform>%n queued message is paused, since the turn before did not end as it should.</numerusform><numerusform>%n queued messages are paused, since the turn before did not end as it should.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>(%n attachment(s))</source>
        <translation><numerusform>(%n attachment)</numerusform><numerusform>(%n attachments)</numerusform></translation>
    </message>
</context>
<context>
    <name>RenameDialog</name>
    <message numerus="yes">
        <source>%n conversation(s) will go on with it under the new name.</source>
        <translation><numerusform>%n conversation will go on with it under the new name.</numerusform><numerusform>%n conversations will go on with it under the new name.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) cannot be changed and will name a missing agent.</source>
        <translation><numerusform>%n place cannot be changed and will name a missing agent.</numerusform><numerusform>%n places cannot be changed and will name a missing agent.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n place(s) will be changed with it, as one step that can be undone.</source>
        <translation><numerusform>%n place will be changed with it, as one step that can be undone.</numerusform><numerusform>%n places will be changed with it, as one step that can be undone.</numerusform></translation>
    </message>
</context>
<context>
    <name>RenameProfileDialog</name>
    <message numerus="yes">
        <source>Update %n conversation(s) that use it</source>
        <translation><numerusform>Update 1 conversation that uses it</numerusform><numerusform>Update %n conversations that use it</numerusform></translation>
    </message>
</context>
<context>
    <name>RequestState</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation><numerusform>%n byte</numerusform><numerusform>%n bytes</numerusform></translation>
    </message>
</context>
<context>
    <name>ResendDialog</name>
    <message numerus="yes">
        <source>%n attachment(s) go with it.</source>
        <translation><numerusform>%n attachment go with it.</numerusform><numerusform>%n attachments go with it.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Messages and %n file(s)</source>
        <translation><numerusform>Messages and %n file</numerusform><numerusform>Messages and %n files</numerusform></translation>
    </message>
</context>
<context>
    <name>Review</name>
    <message numerus="yes">
        <source>%n change(s)</source>
        <translation><numerusform>%n change</numerusform><numerusform>%n changes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n equal line(s)</source>
        <translation><numerusform>%n equal line</numerusform><numerusform>%n equal lines</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n more character(s)</source>
        <translation><numerusform>%n more character</numerusform><numerusform>%n more characters</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Apply {0} of %n change(s)</source>
        <translation><numerusform>Apply {0} of %n change</numerusform><numerusform>Apply {0} of %n changes</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Send %n comment(s)</source>
        <translation><numerusform>Send %n comment</numerusform><numerusform>Send %n comments</numerusform></translation>
    </message>
</context>
<context>
    <name>ReviewPanel</name>
    <message numerus="yes">
        <source>Compute the difference of %n line(s)</source>
        <translation><numerusform>Compute the difference of %n line</numerusform><numerusform>Compute the difference of %n lines</numerusform></translation>
    </message>
</context>
<context>
    <name>ReviewPresenter</name>
    <message numerus="yes">
        <source>%n comment(s) sent.</source>
        <translation><numerusform>%n comment sent.</numerusform><numerusform>%n comments sent.</numerusform></translation>
    </message>
</context>
<context>
    <name>RewindDialog</name>
    <message numerus="yes">
        <source>%n message(s) leave the view and can be brought back.</source>
        <translation><numerusform>%n message leave the view and can be brought back.</numerusform><numerusform>%n messages leave the view and can be brought back.</numerusform></translation>
    </message>
</context>
<context>
    <name>RolesPresenter</name>
    <message numerus="yes">
        <source>%n role(s) imported.</source>
        <translation><numerusform>%n role imported.</numerusform><numerusform>%n roles imported.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>`{0}` is in the trash; %n agent(s) name it.</source>
        <translation><numerusform>`{0}` is in the trash; %n agent names it.</numerusform><numerusform>`{0}` is in the trash; %n agents name it.</numerusform></translation>
    </message>
</context>
<context>
    <name>Routing</name>
    <message numerus="yes">
        <source>%n file(s) so far…</source>
        <translation><numerusform>%n file so far…</numerusform><numerusform>%n files so far…</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n file(s), ignored ones left out.</source>
        <translation><numerusform>%n file, ignored ones left out.</numerusform><numerusform>%n files, ignored ones left out.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>Stopped after %n file(s).</source>
        <translation><numerusform>Stopped after %n file.</numerusform><numerusform>Stopped after %n files.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>The first %n file(s); there are more.</source>
        <translation><numerusform>The first file; there are more.</numerusform><numerusform>The first %n files; there are more.</numerusform></translation>
    </message>
</context>
<context>
    <name>SearchPresenter</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation><numerusform>%n message</numerusform><numerusform>%n messages</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>No match in %n conversation(s).</source>
        <translation><numerusform>No match in %n conversation.</numerusform><numerusform>No match in %n conversations.</numerusform></translation>
    </message>
</context>
<context>
    <name>ServerImportDialog</name>
    <message numerus="yes">
        <source>Import %n server(s)</source>
        <translation><numerusform>Import %n server</numerusform><numerusform>Import %n servers</numerusform></translation>
    </message>
</context>
<context>
    <name>SettingsSearch</name>
    <message numerus="yes">
        <source>%n more: type on</source>
        <translation><numerusform>%n more: type on</numerusform><numerusform>%n more: type on</numerusform></translation>
    </message>
</context>
<context>
    <name>TaskState</name>
    <message numerus="yes">
        <source>%n problem(s)</source>
        <translation><numerusform>%n problem</numerusform><numerusform>%n problems</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation><numerusform>%n step</numerusform><numerusform>%n steps</numerusform></translation>
    </message>
</context>
<context>
    <name>ToolCard</name>
    <message numerus="yes">
        <source>fetched %n page(s)</source>
        <translation><numerusform>fetched %n page</numerusform><numerusform>fetched %n pages</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>listed %n folder(s)</source>
        <translation><numerusform>listed %n folder</numerusform><numerusform>listed %n folders</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>looked at the children %n time(s)</source>
        <translation><numerusform>looked at the children %n time</numerusform><numerusform>looked at the children %n times</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>made %n server call(s)</source>
        <translation><numerusform>made %n server call</numerusform><numerusform>made %n server calls</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>ran %n check(s)</source>
        <translation><numerusform>ran %n check</numerusform><numerusform>ran %n checks</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>ran %n command(s)</source>
        <translation><numerusform>ran %n command</numerusform><numerusform>ran %n commands</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>read %n file(s)</source>
        <translation><numerusform>read %n file</numerusform><numerusform>read %n files</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>read %n output(s)</source>
        <translation><numerusform>read %n output</numerusform><numerusform>read %n outputs</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>searched %n time(s)</source>
        <translation><numerusform>searched %n time</numerusform><numerusform>searched %n times</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>searched the web %n time(s)</source>
        <translation><numerusform>searched the web %n time</numerusform><numerusform>searched the web %n times</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>started %n background command(s)</source>
        <translation><numerusform>started %n background command</numerusform><numerusform>started %n background commands</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>stopped %n background command(s)</source>
        <translation><numerusform>stopped %n background command</numerusform><numerusform>stopped %n background commands</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>updated the checklist %n time(s)</source>
        <translation><numerusform>updated the checklist %n time</numerusform><numerusform>updated the checklist %n times</numerusform></translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation><numerusform>%n byte</numerusform><numerusform>%n bytes</numerusform></translation>
    </message>
</context>
<context>
    <name>TranscriptPresenter</name>
    <message numerus="yes">
        <source>%n message(s) could not be read.</source>
        <translation><numerusform>%n message could not be read.</numerusform><numerusform>%n messages could not be read.</numerusform></translation>
    </message>
</context>
<context>
    <name>TransferPresenter</name>
    <message numerus="yes">
        <source>%n conversation(s) added.</source>
        <translation><numerusform>%n conversation added.</numerusform><numerusform>%n conversations added.</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n conversation(s) backed up.</source>
        <translation><numerusform>%n conversation backed up.</numerusform><numerusform>%n conversations backed up.</numerusform></translation>
    </message>
</context>
<context>
    <name>Trust</name>
    <message numerus="yes">
        <source>%n command rule(s)</source>
        <translation><numerusform>%n command rule</numerusform><numerusform>%n command rules</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n instruction file(s) are read in Code tasks</source>
        <translation><numerusform>%n instruction file is read in Code tasks</numerusform><numerusform>%n instruction files are read in Code tasks</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n profile(s) appear in the picker</source>
        <translation><numerusform>%n profile appears in the picker</numerusform><numerusform>%n profiles appear in the picker</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n skill(s) can be loaded</source>
        <translation><numerusform>%n skill can be loaded</numerusform><numerusform>%n skills can be loaded</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n step(s)</source>
        <translation><numerusform>%n step</numerusform><numerusform>%n steps</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n trusted file(s) changed</source>
        <translation><numerusform>%n trusted file changed</numerusform><numerusform>%n trusted files changed</numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n trusted file(s) changed since {0}</source>
        <translation><numerusform>%n trusted file changed since {0}</numerusform><numerusform>%n trusted files changed since {0}</numerusform></translation>
    </message>
</context>
<context>
    <name>TrustDiff</name>
    <message numerus="yes">
        <source>Accept all %n file(s)</source>
        <translation><numerusform>Accept %n file</numerusform><numerusform>Accept all %n files</numerusform></translation>
    </message>
</context>
<context>
    <name>TrustPresenter</name>
    <message numerus="yes">
        <source>%n file(s) accepted.</source>
        <translation><numerusform>%n file accepted.</numerusform><numerusform>%n files accepted.</numerusform></translation>
    </message>
</context>
<context>
    <name>TurnQueuePresenter</name>
    <message numerus="yes">
        <source>%n message(s) discarded.</source>
        <translation><numerusform>%n message discarded.</numerusform><numerusform>%n messages discarded.</numerusform></translation>
    </message>
</context>
<context>
    <name>Work</name>
    <message numerus="yes">
        <source>%n command(s) in the background</source>
        <translation><numerusform>%n command in the background</numerusform><numerusform>%n commands in the background</numerusform></translation>
    </message>
</context>
<context>
    <name>XrayReplay</name>
    <message numerus="yes">
        <source>%n call(s) would be decided otherwise</source>
        <translation><numerusform>%n call would be decided otherwise</numerusform><numerusform>%n calls would be decided otherwise</numerusform></translation>
    </message>
</context>
</TS>
