// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/record/schema.h"

namespace keyrace {

// `sample` stands in the order of its trials, so that one pass over the table reads a million of them.
// `query` goes beyond the tables that the format names: what the executions of a read gave fits none of them.
const char* const kSchema = R"sql(
CREATE TABLE run (
    id              INTEGER PRIMARY KEY CHECK (id = 1),
    name            TEXT NOT NULL,
    state           TEXT NOT NULL,  -- running, done, failed, cancelled, interrupted
    reason          TEXT NOT NULL,
    started_ms      INTEGER NOT NULL,  -- Unix time
    finished_ms     INTEGER,
    plan            TEXT NOT NULL,  -- JSON, as it was run
    process_id      INTEGER,  -- who writes this file; NULL: nobody any more
    process_started INTEGER,
    process_boot    TEXT
);
CREATE TABLE environment (
    id     INTEGER PRIMARY KEY,
    target TEXT NOT NULL,  -- its URL; empty for this program and the host
    kind   TEXT NOT NULL,  -- fact, setting, note; node, lost node: its host and version, or why it is not used; level, weak level: durability under a level of settings
    name   TEXT NOT NULL,
    value  TEXT NOT NULL
);
CREATE TABLE part (
    id       INTEGER PRIMARY KEY,
    name     TEXT NOT NULL,
    workload TEXT NOT NULL,  -- JSON
    protocol TEXT NOT NULL   -- JSON
);
CREATE TABLE cell (
    id            INTEGER PRIMARY KEY,  -- position in the plan, from 0
    part_id       INTEGER NOT NULL REFERENCES part (id),
    target        TEXT NOT NULL,
    table_shape   TEXT NOT NULL,
    key           TEXT NOT NULL,
    label         TEXT NOT NULL,
    storage       TEXT NOT NULL,
    source        TEXT NOT NULL,
    layout        TEXT NOT NULL,
    indexes       TEXT NOT NULL,
    insert_method TEXT NOT NULL,
    batch         INTEGER NOT NULL,
    clients       INTEGER NOT NULL,
    rows          INTEGER NOT NULL,
    prefill       INTEGER NOT NULL,
    state         TEXT NOT NULL,  -- pending, running, done, failed, skipped, not_available
    reason        TEXT NOT NULL,
    settings      TEXT,  -- the label of the settings level
    levels        TEXT NOT NULL  -- JSON of all levels: what counts
);
CREATE TABLE trial (
    id                 INTEGER PRIMARY KEY,
    cell_id            INTEGER NOT NULL REFERENCES cell (id),
    n                  INTEGER NOT NULL,  -- repeat, from 0
    round              INTEGER NOT NULL,
    place              INTEGER NOT NULL,  -- in the drawn order of its round
    state              TEXT NOT NULL,  -- pending, running, done, failed, stopped, timed_out, skipped
    reason             TEXT NOT NULL,
    started_ms         INTEGER NOT NULL,  -- Unix time
    start_rows         INTEGER NOT NULL,
    rows               INTEGER NOT NULL,
    seconds            REAL,
    rows_per_s         REAL,
    connect_seconds    REAL,
    key_seconds        REAL,
    paused_seconds     REAL,
    statements         INTEGER NOT NULL,
    round_trips        INTEGER,  -- null where the driver keeps them to itself
    rows_per_statement INTEGER NOT NULL,
    UNIQUE (cell_id, n)
);
CREATE TABLE sample (
    trial_id   INTEGER NOT NULL REFERENCES trial (id) ON DELETE CASCADE,
    n          INTEGER NOT NULL,
    t          REAL,  -- seconds since the clock started, at the interval's end
    rows       INTEGER NOT NULL,
    rows_per_s REAL,
    PRIMARY KEY (trial_id, n)
) WITHOUT ROWID;
CREATE TABLE counter (
    trial_id INTEGER NOT NULL REFERENCES trial (id) ON DELETE CASCADE,
    name     TEXT NOT NULL,  -- its unit at the end
    value    REAL,
    absent   TEXT,  -- why there is no value
    PRIMARY KEY (trial_id, name)
) WITHOUT ROWID;
CREATE TABLE latency (
    trial_id  INTEGER PRIMARY KEY REFERENCES trial (id) ON DELETE CASCADE,
    count     INTEGER NOT NULL,
    p50_ns    INTEGER NOT NULL,
    p95_ns    INTEGER NOT NULL,
    p99_ns    INTEGER NOT NULL,
    p999_ns   INTEGER NOT NULL,
    max_ns    INTEGER NOT NULL,
    histogram TEXT NOT NULL  -- JSON: lower bound in ns and count of each bucket, one after the other
);
CREATE TABLE query (
    trial_id      INTEGER NOT NULL REFERENCES trial (id) ON DELETE CASCADE,
    place         INTEGER NOT NULL,
    name          TEXT NOT NULL,
    failed        INTEGER NOT NULL,
    rows_returned INTEGER NOT NULL,
    error         TEXT NOT NULL,
    milliseconds  TEXT NOT NULL,  -- JSON: of each successful execution
    PRIMARY KEY (trial_id, place)
) WITHOUT ROWID;
CREATE TABLE plan_node (
    trial_id INTEGER NOT NULL REFERENCES trial (id) ON DELETE CASCADE,
    query    INTEGER NOT NULL,  -- its place
    place    INTEGER NOT NULL,
    depth    INTEGER NOT NULL,  -- 0 for the root
    text     TEXT NOT NULL,
    PRIMARY KEY (trial_id, query, place)
) WITHOUT ROWID;
CREATE TABLE event (
    id      INTEGER PRIMARY KEY,
    time_ms INTEGER NOT NULL,  -- Unix time
    kind    TEXT NOT NULL,  -- warning, failure, pause, resume, skip, stop
    cell_id INTEGER REFERENCES cell (id),
    text    TEXT NOT NULL
);
)sql";

const char* const kNodeSchema = R"sql(
CREATE TABLE IF NOT EXISTS node (
    trial_id INTEGER NOT NULL REFERENCES trial (id) ON DELETE CASCADE,
    place    INTEGER NOT NULL,  -- in the order of the target's URL
    host     TEXT NOT NULL,     -- and port
    clients  INTEGER NOT NULL,
    rows     INTEGER NOT NULL,  -- committed by these clients
    retries  INTEGER,           -- transactions rolled back because of others, and sent again
    PRIMARY KEY (trial_id, place)
) WITHOUT ROWID;
)sql";

} // namespace keyrace
