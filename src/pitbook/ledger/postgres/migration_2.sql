-- What several servers of one record need besides commits: many leases at once, and notes.

-- Small facts of the moment that servers tell each other: who is ready, who looks at a table. They are no evidence, and
-- go after a day. The version grows with each call of `put_notes`, and in the order in which they become visible.
CREATE TABLE notes(
    name text COLLATE "C" PRIMARY KEY,
    value text NOT NULL,
    version bigint NOT NULL,
    at timestamptz NOT NULL
);
CREATE INDEX notes_by_version ON notes(version);
CREATE INDEX notes_by_time ON notes(at);
CREATE TABLE last_note(
    one boolean PRIMARY KEY CHECK (one),
    version bigint NOT NULL
);
INSERT INTO last_note VALUES (true, 0);

-- Keeps notes, {name: value}, each in place of an older one of its name; returns their version.
CREATE FUNCTION put_notes(given jsonb) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pitbook, pg_temp AS $$
DECLARE
    now_at bigint;
BEGIN
    -- The row stays locked until the notes are visible, so no reader of versions passes over one that comes later.
    UPDATE last_note SET version = version + 1 RETURNING version INTO now_at;
    INSERT INTO notes SELECT key, value, now_at, clock_timestamp() FROM jsonb_each_text(given)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = excluded.version, at = excluded.at;
    DELETE FROM notes WHERE at < clock_timestamp() - interval '1 day';
    RETURN now_at;
END $$;

-- The same as `take_lease` for many leases; one that a commit has locked at this moment is passed over, so that nobody
-- waits for one lease while holding another.
CREATE FUNCTION take_leases(wanted text[], asking text, seconds double precision)
RETURNS TABLE(name text, token bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pitbook, pg_temp AS $$
#variable_conflict use_column
BEGIN
    RETURN QUERY INSERT INTO leases AS l
        SELECT w, asking, 1, clock_timestamp() + make_interval(secs => seconds) FROM unnest(wanted) AS w
        WHERE NOT EXISTS (SELECT FROM leases k WHERE k.name = w) ORDER BY w
        ON CONFLICT DO NOTHING RETURNING l.name, l.token;
    RETURN QUERY WITH free AS MATERIALIZED (
            SELECT k.name FROM leases k
            WHERE k.name = ANY(wanted) AND (k.holder = asking OR k.expires <= clock_timestamp())
            ORDER BY k.name FOR UPDATE SKIP LOCKED
        )
        UPDATE leases l SET holder = asking, expires = clock_timestamp() + make_interval(secs => seconds),
            token = l.token + CASE WHEN l.expires > clock_timestamp() THEN 0 ELSE 1 END
        FROM free WHERE l.name = free.name RETURNING l.name, l.token;
END $$;

REVOKE ALL ON FUNCTION put_notes(jsonb), take_leases(text[], text, double precision) FROM PUBLIC;
