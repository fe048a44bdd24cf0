"""Declares the tables of the conversations' database and the numbered steps that lead to them."""

from qodev.base.sqlite import Step

APPLICATION_ID = 0x716F6476  # "qodv"

# `number` orders (S169); `changed` is a counter too. Lengths lie in an index, so that the heights of a long
# conversation are known without reading its texts (F30). The full-text tables hold no copy of the text.
_FIRST = (
    """CREATE TABLE conversations(
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, changed INTEGER NOT NULL, title TEXT NOT NULL,
        created_at REAL NOT NULL, updated_at REAL NOT NULL, agent TEXT, role_id TEXT, model TEXT, project TEXT,
        mode TEXT NOT NULL, state TEXT NOT NULL, unseen INTEGER NOT NULL, pinned INTEGER NOT NULL,
        archived INTEGER NOT NULL, last_text TEXT NOT NULL, script TEXT, schema_version INTEGER NOT NULL,
        draft TEXT, deleted INTEGER NOT NULL DEFAULT 0)""",
    "CREATE INDEX conversations_changed ON conversations(changed)",
    """CREATE TABLE messages(
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
        position INTEGER NOT NULL, length INTEGER NOT NULL, turn_id TEXT, role TEXT NOT NULL, origin TEXT NOT NULL,
        state TEXT NOT NULL, created_at REAL NOT NULL, indexed INTEGER NOT NULL, text TEXT NOT NULL,
        blocks TEXT NOT NULL, extra TEXT NOT NULL)""",
    "CREATE INDEX messages_lengths ON messages(conversation_id, position, length)",
    """CREATE TABLE requests(
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
        turn_id TEXT NOT NULL, step INTEGER NOT NULL, head TEXT NOT NULL, body BLOB NOT NULL)""",
    "CREATE INDEX requests_turns ON requests(conversation_id, turn_id, step)",
    "CREATE TABLE window_state(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    """CREATE VIRTUAL TABLE message_index USING fts5(
        text, content='messages', content_rowid='number', tokenize='unicode61 remove_diacritics 2')""",
    """CREATE VIRTUAL TABLE title_index USING fts5(
        title, content='conversations', content_rowid='number', tokenize='unicode61 remove_diacritics 2')""",
    # Titles are few and short: triggers keep their index. That of messages is fed by code, once one is complete.
    """CREATE TRIGGER title_added AFTER INSERT ON conversations BEGIN
        INSERT INTO title_index(rowid, title) VALUES (new.number, new.title); END""",
    """CREATE TRIGGER title_changed AFTER UPDATE OF title ON conversations WHEN new.title IS NOT old.title BEGIN
        INSERT INTO title_index(title_index, rowid, title) VALUES ('delete', old.number, old.title);
        INSERT INTO title_index(rowid, title) VALUES (new.number, new.title); END""",
    """CREATE TRIGGER title_removed AFTER DELETE ON conversations BEGIN
        INSERT INTO title_index(title_index, rowid, title) VALUES ('delete', old.number, old.title); END""",
    """CREATE TRIGGER message_removed AFTER DELETE ON messages WHEN old.indexed BEGIN
        INSERT INTO message_index(message_index, rowid, text) VALUES ('delete', old.number, old.text); END""",
)

# The record version of each row stays: it tells what an older release chose (P73).
_PROFILES = (
    "ALTER TABLE conversations ADD COLUMN profile TEXT NOT NULL DEFAULT 'Build'",
    "ALTER TABLE conversations ADD COLUMN profile_scope TEXT",
    "ALTER TABLE conversations ADD COLUMN profile_before_plan TEXT",
)

# `request` holds a turn as it was captured, its profile by value (P70); `change` a change of a file (P185).
_WORK = (
    """CREATE TABLE turns(
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
        position INTEGER NOT NULL, state TEXT NOT NULL, request TEXT NOT NULL, at REAL NOT NULL)""",
    "CREATE INDEX turns_of ON turns(conversation_id, state, position)",
    """CREATE TABLE file_changes(
        number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE,
        conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
        state TEXT NOT NULL, change TEXT NOT NULL)""",
    "CREATE INDEX file_changes_of ON file_changes(conversation_id)",
    "CREATE INDEX file_changes_begun ON file_changes(state) WHERE state = 'begun'",
    """CREATE TABLE checklists(
        conversation_id TEXT PRIMARY KEY REFERENCES conversations(id) ON DELETE CASCADE, items TEXT NOT NULL)""",
)

# A conversation that was forked names where it came from. Messages out of view keep their ids: they may come back.
_BRANCHES = (
    "ALTER TABLE conversations ADD COLUMN forked_from TEXT",
    """CREATE TABLE branches(
        number INTEGER PRIMARY KEY,
        conversation_id TEXT NOT NULL REFERENCES conversations(id) ON DELETE CASCADE,
        parent TEXT NOT NULL, head TEXT NOT NULL UNIQUE)""",
    "CREATE INDEX branches_of ON branches(conversation_id)",
    """CREATE TABLE aside_messages(
        number INTEGER PRIMARY KEY, branch INTEGER NOT NULL REFERENCES branches(number) ON DELETE CASCADE,
        id TEXT NOT NULL UNIQUE, position INTEGER NOT NULL, length INTEGER NOT NULL, turn_id TEXT, role TEXT NOT NULL,
        origin TEXT NOT NULL, state TEXT NOT NULL, created_at REAL NOT NULL, text TEXT NOT NULL, blocks TEXT NOT NULL,
        extra TEXT NOT NULL)""",
    "CREATE INDEX aside_messages_of ON aside_messages(branch, position)",
)

STEPS = (
    Step("conversations, messages, requests and their full-text index", _FIRST),
    Step("the profile of each conversation", _PROFILES),
    Step("waiting turns, changes of files, checklists", _WORK),
    Step("branches and forks", _BRANCHES),
)
