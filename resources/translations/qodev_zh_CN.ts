<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN">
<context>
    <name>AddressForm</name>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Address of the server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Another address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks the server for its models</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Kind of server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>LM Studio, or other Chat Completions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the address first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AgentListPresenter</name>
    <message>
        <source>Loading agents…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agent has all of these tags.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agents are loaded.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing matches `{0}`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is an agent `{0}` already. Choose another name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a name.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`{0}` is back.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`{0}` is bundled: bundled agents cannot be replaced. Use New from this… on it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`{0}` was made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`{0}` was moved to the trash.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AgentRows</name>
    <message>
        <source>Bundled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extra folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No provider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not loaded</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>User</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>built in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bundled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>not used</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>older version in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>override</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>thinking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>user</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>AgentsPresenter</name>
    <message numerus="yes">
        <source>%n agent(s) reloaded.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n model(s)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <source>Loading models…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing has changed on disk.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unreachable. Type a model name. {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Attachments</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <source>Text may have {0} kB and images {1} MB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The pasted text has {0} kB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The picture has {0} MB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`{0}` cannot be attached: {1}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`{0}` has {1} kB.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`{0}` is neither an image nor UTF-8 text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown cause</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Chat</name>
    <message>
        <source>Could not save. qodev keeps this chat in memory; free space on the disk and retry.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Title</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatPresenter</name>
    <message>
        <source>An answer is coming. Stop it first, or use Send now.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer started</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation is being made.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The message is being stored.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>qodev is still starting.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatState</name>
    <message>
        <source>Auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Counted by the server.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Estimated; the server has not reported yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No request was sent yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The context window holds {0} tokens.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server read less than was sent: the beginning was probably dropped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The window&apos;s size is not known.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type a message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} tokens in the last request.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChatView</name>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Press Escape again to stop.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The message goes once it is ready.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChipButton</name>
    <message>
        <source>Remove {0}, {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}, {1}. Click to remove.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ChoicePopup</name>
    <message>
        <source>Filter {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type to filter</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Choices</name>
    <message>
        <source>(missing)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Default</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Developer is used until you choose another role.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It does not load.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agent of the chat roster fits. Choose an agent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent `{0}` cannot be used: {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent `{0}` is missing. Choose another.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The first agent of the chat roster that fits the last file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Used when nothing is chosen.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>built in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>bundled</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>checking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>extra</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>older version in use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>override</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>user</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} (default)</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CommandList</name>
    <message>
        <source>Commands</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows agent, model and context</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>CompletionList</name>
    <message>
        <source>Completions</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>Agent</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attachments</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Composer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Context: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is stopping.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More choices</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Role</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Script</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sends the last message again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sends the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stops the running turn; its text is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>qodev is still starting.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ComposerInput</name>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write a message</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConsentPresenter</name>
    <message>
        <source>The consent counts until qodev quits.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ContextPopup</name>
    <message>
        <source>Context</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConversationCommands</name>
    <message>
        <source>Agent {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Attach files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is running. Stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No conversation is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is running here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is nothing to continue.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown command</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unknown command `/{0}`. Send it as text?</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>model {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>qodev is still starting.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConversationList</name>
    <message>
        <source>Conversations</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ConversationsPresenter</name>
    <message>
        <source>Conversation archived.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is running. Stop it first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing needs you.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation cannot be archived.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The conversation cannot be deleted.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>“{0}” deleted.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Dialogs</name>
    <message numerus="yes">
        <source>%n turn(s) are running.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <source>A file has changes that are not saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About qodev</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard and quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep it here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep qodev open</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes the profiles of AI agents and runs chats with them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Python {0}, Qt {1}. MIT licence.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit qodev</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send it unencrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the key unencrypted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the key unencrypted to {0}? Everybody on the way can read it. The answer counts for this host.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>qodev sends data only to the providers and servers you set up.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DiskBanner</name>
    <message>
        <source>Compare</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps your text; saving then replaces what is on the disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows both texts line by line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes the text on the disk; undo brings yours back</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`{0}` changed on disk while it has unsaved changes here.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`{0}` was deleted while it has unsaved changes here.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>DocBar</name>
    <message>
        <source>Document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No document is open.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes the text on the disk again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is being saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes the file whole or not at all</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Documents</name>
    <message>
        <source>`{0}` changed on disk and was read again.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`{0}` is saved.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>EmptyTranscript</name>
    <message>
        <source>Ask a question, or attach files and ask about them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Explain the attached file step by step.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find the bug in the attached code.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Write tests for the attached function.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FileWindow</name>
    <message>
        <source>Bundled files are read-only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Discard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Modified</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revert</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>State of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes the text on the disk again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text of the file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes the file whole or not at all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`{0}` has changes that are not saved.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Close find</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Match case</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next hit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No match</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Not a pattern: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous hit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Whole word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Word</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FirstRun</name>
    <message>
        <source>Address</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>Found: %n model(s)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <source>Model list</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing there</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Short message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sign-in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The connection does not work yet.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FirstRunPage</name>
    <message>
        <source>Add a key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers come from a script on this machine. No key, no network; good for looking around.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to the ways to start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Claude, OpenAI, Google, Mistral and others. The key is tested before you go on.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>First steps</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ollama, LM Studio or llama.cpp that already runs on this machine. No key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up the try-out model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up the try-out model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skip</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try offline</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use a local server</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ways to start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>qodev sends data only to the providers and servers you set up.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FirstRunPresenter</name>
    <message>
        <source>A key is set ({0}).</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A key is set.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Connection test done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking at ports 11434, 1234 and 8080…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking at what is there…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looking for a keyring…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Make one that names it as provider_instance.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No agent uses `{0}`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No key yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Offline demo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Removing the try-out model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Setting up the try-out model…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting the offline provider…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Testing the connection…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The agent needs the name of a model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key is stored; nothing was sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The try-out model is removed.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>There is no key to test.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This provider needs no key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type or choose one.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Type the key first.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>FullTextWindow</name>
    <message>
        <source>Whole text</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>GeneralPresenter</name>
    <message numerus="yes">
        <source>%n running</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <source>Diagnostics copied.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It is opened for the first key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyring: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keys are kept in {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>No problems in %n agent(s).</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <source>Not saved: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved as {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file cannot be read: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file is as it was.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder cannot be made: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keyring was not needed yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unreachable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unreachable: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>qodev opens it only for agents that need a key.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>unknown cause</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Inspector</name>
    <message>
        <source>Close inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inspector tabs</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Request</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>InspectorPresenter</name>
    <message>
        <source>Copied as HTTPie command. The key stands as a variable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied as Python program. The key stands as a variable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copied as curl command. The key stands as a variable.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Would be sent now</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>KeyPart</name>
    <message>
        <source>Cancel</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Environment variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep it in</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep it in a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep the key in a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No keyring on this system. Use an environment variable, or keep the key until qodev quits.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste the key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Private file (readable by you alone)</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Provider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Store and test</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stores the key, then tests the connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key is written into a file that only your user may read. Programs that run as you can read it too.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Until qodev quits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Where the key is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>qodev reads {0} when it starts.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the variable named in the provider file</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Launches</name>
    <message>
        <source>Starting `{0}`…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>LocalPart</name>
    <message>
        <source>Local servers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Look again</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>Menu bar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No file has changes that are not saved.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The file manager cannot be started.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The folder is shown under Details.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>qodev is still starting. Try again in a moment.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model: {0}, from {1}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>no model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>override</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>File says: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reset</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>`{0}` is not among them; it is used all the same.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>nothing</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>OfflinePart</name>
    <message>
        <source>Choose a first message. Everything stays on this machine.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Outcome</name>
    <message>
        <source>Model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use anyway</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>PaletteView</name>
    <message>
        <source>Actions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command palette</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find an action; @ for conversations, # for agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing fits. Type other words.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Presenter</name>
    <message>
        <source>The log says more.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>qodev met a fault of its own.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Problems</name>
    <message numerus="yes">
        <source>%n error(s)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n info(s)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message numerus="yes">
        <source>%n warning(s)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <source>Affects: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checking files…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Info</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show errors</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show infos</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show warnings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Warning</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>affects {0}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProblemsDock</name>
    <message>
        <source>Close problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ProblemsPage</name>
    <message>
        <source>Code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies the whole message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Filter problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>It lies in no file.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Item</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Messages of loading</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing matches the filter.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open at line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the file at the line</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Place</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select a problem first.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Severities</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Severity</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Request</name>
    <message>
        <source>Added by qodev: {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This request cannot be built.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RequestState</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <source>Select a turn, or type a message to see its request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>… {0} characters are not shown here; copies hold all of them …</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>≈ {0} tokens</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>RequestTab</name>
    <message>
        <source>Body</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as curl</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as {0}; the key stands as a variable</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>HEADERS</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Headers, keys hidden</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Method and address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Raw</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>SYSTEM PROMPT</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the body byte for byte</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Step</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System prompt</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The request has no address.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Updating…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchPage</name>
    <message>
        <source>Back to the conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hits</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search all conversations</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SearchPresenter</name>
    <message numerus="yes">
        <source>%n message(s)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message numerus="yes">
        <source>No match in %n conversation(s).</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ServerCard</name>
    <message>
        <source>Model of {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsPages</name>
    <message>
        <source>Agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cloud agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with Code tasks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with MCP servers and skills.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with agent profiles and Code tasks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with cloud agents.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with the agent editor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with the pipelines page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with the providers page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with the roles page.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>General</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MCP &amp; skills</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Permissions &amp; trust</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipelines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Profiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Providers</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roles</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>SettingsWindow</name>
    <message>
        <source>Pages</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Sidebar</name>
    <message>
        <source>Archived</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Archived ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back to conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Clear search</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Loading conversations…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>No conversations yet.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing is archived.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Nothing matches `{0}`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Older</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Today</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unseen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} h</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} min</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>States</name>
    <message>
        <source>Answering</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cannot save</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changed on disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Done</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Draft</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Probing</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Queued</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retrying</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saved</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Saving</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starting</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Unsaved changes</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Keyring</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the Problems pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the next running conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the request that got no answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Running</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Says where keys are kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Status</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TextDialog</name>
    <message>
        <source>Close</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>ToastView</name>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>Transcript</name>
    <message numerus="yes">
        <source>%n byte(s)</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <source>A result of {0} without its call.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Agent changed to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Divider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hidden by the provider</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Hide details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Interrupted before any text came.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Model changed to {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>More for this card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Notice</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Result of a child, untrusted text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save code as a file…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send the message again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show all ({0})</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show the whole text in a window of its own</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stopped before any text came.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer ended at a stop sequence of the agent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer ended for a reason that qodev does not know: {0}.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The answer reached its length limit. Ask to continue, or raise the limit in the agent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model called {0}. No tool ran.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The model refused to answer. Rephrase the request or choose another agent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The provider&apos;s content filter ended the answer. Rephrase the request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The server read about {0} of {1} tokens. Instructions and tools at the start were probably dropped.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinking…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thought for {0}</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Waiting for {0}…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Wrap long lines</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>You</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>an unknown tool</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>none given</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>the model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} in, {1} out</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} min {1} s</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} ms</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TranscriptCanvas</name>
    <message>
        <source>Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show older messages</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TranscriptModel</name>
    <message>
        <source>A local model may take a minute to load.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retrying in {0} s ({1} of {2})</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TranscriptPane</name>
    <message>
        <source>Save code</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TranscriptPresenter</name>
    <message numerus="yes">
        <source>%n message(s) could not be read.</source>
        <translation type="unfinished"><numerusform></numerusform></translation>
    </message>
    <message>
        <source>Loading messages…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>They were kept aside.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy address</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy selection as plain text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open link</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show or hide details</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View request</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>TryOutPart</name>
    <message>
        <source>Deletes what was fetched, after asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Downloads and builds what is listed above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep it</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log of the set-up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove the try-out model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Set up</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>This deletes the server and the model that were fetched, the provider and the agent made for them.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Use</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>actions</name>
    <message>
        <source>&amp;Agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;More</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>About qodev</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accept change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Accepts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Adds the conversations of a backup</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Allowlist</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Alternates Build and Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Archive</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ask</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks before each action</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Auto</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Back up all conversations…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Changes</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Chat / Code task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Checks folders, keyring and network</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Children</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose agent…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose profile…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Choose role…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Close window</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closes every card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Closes the window in front</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cloud agents…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with Code tasks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with MCP servers.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with agent profiles and Code tasks.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with cloud agents.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with export and backup.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with forking, rewinding and compacting.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with prices per model.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with skills.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with the agent editor.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with the handbook.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with the review of file changes.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comes with the settings window.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Command palette…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Comment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compact…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compare bodies…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Compares two request bodies</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Continue or retry</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies a file into your folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies the conversation up to here</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies the selection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies the words without Markdown</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copies versions and problems, without secrets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy as plain text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Copy diagnostics</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Dark</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Delete</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Deletes the conversation; undo is offered</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Ends qodev; drafts are kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Export conversation…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fills the screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find in conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find next</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Finds an action by its name</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fixture matrix…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follows the system&apos;s theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Fork</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Gives the conversation a title</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Go to what needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes back to an earlier message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the change before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the hit before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the next change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Goes to the next hit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Help</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import agent or profile…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Import backup…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inserts the clipboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inserts the clipboard as text, however long</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Inspector</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keeps the conversation at the top</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lets the files of a folder count</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lists every action with its key</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Lists folders opened before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks for text in every conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Looks for text in this conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>MCP servers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes a profile</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes all text larger</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes all text smaller</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes an agent from a base</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Makes the change again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manage agent profiles…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Manage agents…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Mode</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves the conversation to Archived</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves the focus to the next pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves the focus to the pane before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves the selection to the clipboard</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New Code task</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New agent profile…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New agent…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>New conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Next problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Normal text size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open agent profiles folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open agents folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open log folder</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Open project…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens a folder as project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens every card</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the agents page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the cloud library</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the conversation above</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the conversation below</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the folder of the log files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the folder of your agents</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the folder of your profiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the handbook</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the next problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the pipelines page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the problem before</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the profiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the providers page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the roles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the roles page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the servers page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the settings</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the skills page</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens what waits for you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Paste as text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Permission X-ray…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pin</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Pipelines…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous pane</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Previous problem</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Problems</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Providers…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Quit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Read-only</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads agents, roles, providers and rosters again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads profiles again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reads without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Recent projects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Redo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refresh agent profiles</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reject change</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rejects</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reload from disk</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rename</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replaces old messages by a summary</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Replay turn…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Revert document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Review</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rewind…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Roles…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs the last turn again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs what you allowed exactly</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Runs without asking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Save document</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Search all conversations…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Select all</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Selects everything</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Self-check…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send now</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sends a stored request again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sends the message</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sets the text size to 100 %</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Settings…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows delegated work</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows or hides the list of conversations</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows or hides the panel at the right</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the exact request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the files of the project</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the request of this turn</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the ways to start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows tokens and cost</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows version and licence</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows what is wrong in your files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows what was changed in files</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows what would be allowed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows which agent a file gets</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sidebar</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Skills…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starts a conversation with tools</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Starts an empty conversation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stops the running turn and sends</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stops the running turn; its text is kept</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switch Build / Plan</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Switches tools on or off</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>System</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes back the last change of the text</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Takes the open file from the disk again</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Test routing…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tries agents on test contexts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Trust this folder…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Try offline…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Undo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Usage and cost…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uses the dark theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Uses the light theme</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>View request</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes a comment</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes all to one file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes the open file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes this conversation to a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>{0}. {1}</source>
        <translation type="unfinished"></translation>
    </message>
</context>
<context>
    <name>core</name>
    <message>
        <source>A PEM file with further certificate authorities, such as that of a company.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>A command that opens files, such as `code --goto {file}:{line}`; nothing means the system&apos;s own choice.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Answers a TLS connection with bytes that are not TLS.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Asks to write a small file with the tool `write_file`.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begins an answer and then closes the connection.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begins an answer and then reports an error.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Begins an answer and then sends a line that is no JSON.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Big answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Broken JSON</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Busy animation</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>CA file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Call a tool…</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Calls the tool whose name and JSON arguments you type.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Change a file</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut connection</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cut context</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Cuts its network chunks inside characters.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Echo</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Error in mid-answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>External editor</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Extra agent folders</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Folders whose agents are listed too; qodev never writes there.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Follows an answer while it grows, as long as its end is in view.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>How much is written to the log files; keys never are.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keep scrolling</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Language</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Light or dark colours, or those that the desktop uses.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Log level</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Markdown tour</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Moves the sign of what is under way; off, it stands still.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Opens the conversation that was open when qodev ended.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Prices per model</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Proxy</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Rate limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refuses with 429 and a waiting time, then answers the same request.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Refuses with 500 and the vendor&apos;s error text.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Repeats your message.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Reports that it read a tenth of what was sent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Restore at start</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Scales all text and row heights, in per cent.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Send with</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Sends about two hundred thousand characters without a pause.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Server error</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Show thinking</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows an icon of qodev where the desktop keeps those of running programs.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows headings, lists, a table, code, a quotation and links.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Shows the reasoning of a model as a line that opens; this changes the display only.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Slow answer</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Split characters</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stop at the limit</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Stops in mid-sentence because its token limit is reached.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>TLS failure</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Text size</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The desktop&apos;s proxy, none, or an address; servers on this machine are never asked through it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The key that sends a message; the other one begins a new line.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The keys of every action; a key belongs to one action alone.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>The language of the window; the desktop&apos;s own where qodev speaks it.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Think first</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Thinks before it answers, where the wire format has thinking.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Tray icon</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What a million tokens cost, in and out; models without a price show no cost.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happens when a question waits while another window is in front.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happens when a turn ends while another window is in front.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happens when a turn fails while another window is in front.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>What happens when delegated work ends while another window is in front.</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a child task is finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When a turn failed</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When an answer is finished</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>When something needs you</source>
        <translation type="unfinished"></translation>
    </message>
    <message>
        <source>Writes two or three words a second, long enough to stop it.</source>
        <translation type="unfinished"></translation>
    </message>
</context>
</TS>
