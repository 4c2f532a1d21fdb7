-- SPDX-License-Identifier: Apache-2.0
-- What a user writes beside a comparison, and the source around the places that it names.

-- Free text; no row = none.
CREATE TABLE comparison_note (
    comparison_id INTEGER PRIMARY KEY REFERENCES comparison (id) ON DELETE CASCADE,
    text TEXT NOT NULL,
    changed_utc_ns INTEGER NOT NULL
) STRICT;

CREATE TABLE comparison_tag (
    comparison_id INTEGER NOT NULL REFERENCES comparison (id) ON DELETE CASCADE,
    tag TEXT NOT NULL,
    PRIMARY KEY (comparison_id, tag)
) STRICT, WITHOUT ROWID;

-- The lines around a place as they stood when it was recorded: every process of a comparison names
-- the same places, so each is kept once.
CREATE TABLE source_excerpt (
    id INTEGER PRIMARY KEY,
    comparison_id INTEGER NOT NULL REFERENCES comparison (id) ON DELETE CASCADE,
    file TEXT NOT NULL,
    line INTEGER NOT NULL, -- the place; from 1
    first_line INTEGER NOT NULL, -- of the text
    text TEXT NOT NULL,
    UNIQUE (comparison_id, file, line)
) STRICT;

-- How execution came to a place, outermost first.
CREATE TABLE source_frame (
    source_id INTEGER NOT NULL REFERENCES source_excerpt (id) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    file TEXT NOT NULL,
    line INTEGER NOT NULL,
    function TEXT NOT NULL,
    text TEXT NOT NULL,
    library INTEGER NOT NULL, -- not the user's own code
    PRIMARY KEY (source_id, position)
) STRICT, WITHOUT ROWID;
