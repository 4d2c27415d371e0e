-- What servers of one record keep together besides the record: sessions and invitations, each row as JSON.
--
-- Every server has a copy. The version grows with each change, in the order in which changes become visible, so that a
-- copy is brought up by what is later. A row without a value is gone; it is kept until no copy can still have it.

CREATE TABLE kept(
    name text COLLATE "C" PRIMARY KEY,
    value text,
    version bigint NOT NULL,
    at timestamptz NOT NULL
);
CREATE INDEX kept_by_version ON kept(version);
CREATE INDEX kept_by_time ON kept(at) WHERE value IS NULL;
CREATE TABLE last_kept(
    one boolean PRIMARY KEY CHECK (one),
    version bigint NOT NULL
);
INSERT INTO last_kept VALUES (true, 0);

-- Changes rows, {name: value or null}, as decided by somebody who has seen this version; returns the new version, or
-- nothing if there was another change meanwhile.
CREATE FUNCTION keep(given jsonb, seen bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pitbook, pg_temp AS $$
DECLARE
    now_at bigint;
BEGIN
    UPDATE last_kept SET version = version + 1 WHERE version = seen RETURNING version INTO now_at;
    IF now_at IS NULL THEN
        RETURN NULL;
    END IF;
    INSERT INTO kept SELECT key, value, now_at, clock_timestamp() FROM jsonb_each_text(given)
    ON CONFLICT (name) DO UPDATE SET value = excluded.value, version = excluded.version, at = excluded.at;
    DELETE FROM kept WHERE value IS NULL AND at < clock_timestamp() - interval '40 days';
    RETURN now_at;
END $$;

REVOKE ALL ON FUNCTION keep(jsonb, bigint) FROM PUBLIC;
