-- The tables of a ledger in PostgreSQL, and the functions that are the only way to write to them.
--
-- Functions run with the rights of their owner. Whoever only writes commits needs no right to change a table: it may
-- read the tables and call the functions. Triggers refuse changes to everybody, the owner included.

CREATE TABLE migrations(
    version integer PRIMARY KEY,
    at timestamptz NOT NULL DEFAULT clock_timestamp()
);

-- The heads of the streams: the version of the last event, and the digest of the commit that brought it.
CREATE TABLE streams(
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name text COLLATE "C" NOT NULL UNIQUE,
    version bigint NOT NULL,
    hash bytea NOT NULL
) WITH (fillfactor = 70);

CREATE SEQUENCE commit_ids;

-- The id of a commit is drawn while its streams are locked. It is not its place in the order of all commits.
CREATE TABLE commits(
    id bigint PRIMARY KEY,
    key text COLLATE "C" UNIQUE,
    streams bigint[] NOT NULL,     -- the parts: stream, version before, number of events
    afters bigint[] NOT NULL,
    sizes bigint[] NOT NULL,
    hash bytea NOT NULL
);

CREATE TABLE events(
    stream bigint NOT NULL,
    version bigint NOT NULL,
    in_commit bigint NOT NULL,
    type text NOT NULL,
    schema integer NOT NULL,
    fields text NOT NULL,          -- JSON: the names of the fields, sorted
    data text NOT NULL,            -- JSON: their values
    time bigint NOT NULL,          -- microseconds since 1970
    actor text NOT NULL,
    reason text NOT NULL,
    PRIMARY KEY(stream, version)
);

-- Commits that are stored and not yet in the order.
CREATE TABLE pending(id bigint PRIMARY KEY);

-- The order of all commits: the leaves of the tree.
CREATE TABLE numbers(
    number bigint PRIMARY KEY,
    id bigint NOT NULL UNIQUE,
    hash bytea NOT NULL
);

-- The tree of all commits in the order, by its peaks.
CREATE TABLE tree(
    one boolean PRIMARY KEY CHECK (one),
    size bigint NOT NULL,
    peaks bytea[] NOT NULL
);
INSERT INTO tree VALUES (true, 0, '{}');

CREATE TABLE documents(
    digest bytea PRIMARY KEY CHECK (digest = sha256(content)),
    content bytea NOT NULL
);

CREATE TABLE snapshots(
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    code text NOT NULL,            -- digest of the code that made it
    state bytea NOT NULL,
    PRIMARY KEY(stream, version)
);

-- Who does something alone, until when by this server's clock; the token grows each time that it changes hands.
CREATE TABLE leases(
    name text COLLATE "C" PRIMARY KEY,
    holder text NOT NULL,
    token bigint NOT NULL,
    expires timestamptz NOT NULL
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the record is append-only: % of % is refused', TG_OP, TG_TABLE_NAME;
END $$;

CREATE FUNCTION only_grow() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'streams' AND TG_OP = 'UPDATE' THEN
        IF NEW.version > OLD.version AND (NEW.id, NEW.name) = (OLD.id, OLD.name) THEN RETURN NEW; END IF;
    ELSIF TG_TABLE_NAME = 'tree' AND TG_OP = 'UPDATE' THEN
        IF NEW.size > OLD.size THEN RETURN NEW; END IF;
    END IF;
    RAISE EXCEPTION 'the record is append-only: % of % is refused', TG_OP, TG_TABLE_NAME;
END $$;

CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON commits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON events FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON numbers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON documents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON streams FOR EACH ROW EXECUTE FUNCTION only_grow();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON tree FOR EACH ROW EXECUTE FUNCTION only_grow();
CREATE TRIGGER whole BEFORE TRUNCATE ON commits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON numbers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON streams FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON tree FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON pending FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Stores commits, each on its own: `commits` is [{"key", "parts": [{"stream", "after", "events": [[type, schema,
-- fields, data, time, actor, reason], ...]}, ...], "seen": {stream: version}}, ...]. One row for each, in their order:
--   stored    id, hash, and by stream the digest that it follows
--   repeated  id, number (0: not in the order yet) and hash of the commit with the same key, which says the same
--   used      the number of the commit with the same key, which says something else
--   conflict  by stream the version at which it stands, those that were seen included
--   fenced    its lease has ended
--   rests     it appends to a stream of one before it that failed, or has seen it
--   failed    it was not to be stored: {"failed": [stream, ...]}
-- First the streams are locked that have branches, "T1" for "T1#a": shared by whoever appends to a branch, alone by
-- whoever has seen one. Then all streams and keys, in one order, so that nobody waits in a circle. Versions are read
-- after that, in snapshots that are younger than the locks, because in READ COMMITTED each statement takes its own: no
-- stream, and no branch of a stream that is locked alone, moves any more until this transaction is over. The id is
-- drawn then, too: of two commits of a stream, or of a stream and its branch, the earlier one has the smaller id, and it
-- is visible to whoever sees the later one.
CREATE FUNCTION append(commits jsonb)
RETURNS TABLE(outcome text, id bigint, number bigint, hash text, details json)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pitbook, pg_temp AS $$
#variable_conflict use_column
DECLARE
    one jsonb;
    part jsonb;
    moved boolean;
    same boolean;
    digest text;
    stream_id bigint;
    previous text;
    lines text;
    size bigint;
    links jsonb;
    part_ids bigint[];
    part_afters bigint[];
    part_sizes bigint[];
    names text[];
    watched text[];
    failed text[] := '{}';
BEGIN
    PERFORM CASE WHEN alone THEN pg_advisory_xact_lock(lock) ELSE pg_advisory_xact_lock_shared(lock) END FROM (
        SELECT hashtextextended('branches ' || split_part(name, '#', 1), 7) AS lock, bool_or(seen) AS alone FROM (
            SELECT p ->> 'stream', false FROM jsonb_array_elements(append.commits) c,
                jsonb_array_elements(c -> 'parts') p
            UNION ALL
            SELECT key, true FROM jsonb_array_elements(append.commits) c, jsonb_each(c -> 'seen')
        ) AS names(name, seen) WHERE name LIKE '%#%' GROUP BY 1 ORDER BY 1
    ) AS locks;
    PERFORM pg_advisory_xact_lock(lock) FROM (
        SELECT DISTINCT hashtextextended(name, 7) AS lock FROM (
            SELECT 'stream ' || (p ->> 'stream') FROM jsonb_array_elements(append.commits) c,
                jsonb_array_elements(c -> 'parts') p
            UNION ALL
            SELECT 'key ' || (c ->> 'key') FROM jsonb_array_elements(append.commits) c WHERE c ->> 'key' IS NOT NULL
        ) AS names(name) ORDER BY 1
    ) AS locks;
    FOR one IN SELECT value FROM jsonb_array_elements(append.commits) LOOP
        outcome := NULL; id := NULL; number := NULL; hash := NULL; details := NULL;
        IF one -> 'failed' IS NOT NULL THEN
            failed := failed || ARRAY(SELECT jsonb_array_elements_text(one -> 'failed'));
            outcome := 'failed';
            RETURN NEXT;
            CONTINUE;
        END IF;
        SELECT array_agg(p ->> 'stream' ORDER BY place), array_agg(s.id ORDER BY place),
            array_agg((p ->> 'after')::bigint ORDER BY place),
            array_agg(jsonb_array_length(p -> 'events')::bigint ORDER BY place),
            bool_or(coalesce(s.version, 0) <> (p ->> 'after')::bigint),
            json_object_agg(p ->> 'stream', coalesce(s.version, 0))
            INTO names, part_ids, part_afters, part_sizes, moved, details
            FROM jsonb_array_elements(one -> 'parts') WITH ORDINALITY AS given(p, place)
            LEFT JOIN streams s ON s.name = p ->> 'stream';
        IF one -> 'seen' IS NOT NULL THEN
            SELECT moved OR bool_or(coalesce(s.version, 0) <> value::bigint),
                (details::jsonb || jsonb_object_agg(key, coalesce(s.version, 0)))::json, array_agg(key)
                INTO moved, details, watched
                FROM jsonb_each_text(one -> 'seen') LEFT JOIN streams s ON s.name = key;
        ELSE
            watched := '{}';
        END IF;
        IF one ->> 'key' IS NOT NULL THEN
            SELECT c.id, coalesce(n.number, 0), encode(c.hash, 'hex'),
                (c.streams, c.afters, c.sizes) IS NOT DISTINCT FROM (part_ids, part_afters, part_sizes)
                INTO append.id, append.number, append.hash, same
                FROM pitbook.commits c LEFT JOIN numbers n ON n.id = c.id WHERE c.key = one ->> 'key';
            IF append.id IS NOT NULL THEN
                same := same AND NOT EXISTS (
                    SELECT FROM unnest(part_ids, part_afters) WITH ORDINALITY AS known(stream, after, place)
                    CROSS JOIN jsonb_array_elements(one -> 'parts' -> (place - 1)::integer -> 'events')
                        WITH ORDINALITY AS given(e, added)
                    LEFT JOIN events v ON v.stream = known.stream AND v.version = known.after + added
                    WHERE (v.type, v.schema::text, v.fields, v.data, v.actor, v.reason)
                        IS DISTINCT FROM (e ->> 0, e ->> 1, e ->> 2, e ->> 3, e ->> 5, e ->> 6));
                outcome := CASE WHEN same THEN 'repeated' ELSE 'used' END;
            END IF;
        END IF;
        IF outcome IS NULL AND one -> 'lease' IS NOT NULL THEN
            -- The row stays locked until the commit is stored: the lease does not change hands meanwhile.
            PERFORM FROM leases l WHERE l.name = one -> 'lease' ->> 0 AND l.token = (one -> 'lease' ->> 1)::bigint
                AND l.expires > clock_timestamp() FOR SHARE;
            IF NOT FOUND THEN
                outcome := 'fenced';
            END IF;
        END IF;
        IF outcome IS NOT NULL THEN
            NULL;
        ELSIF names && failed OR watched && failed THEN
            outcome := 'rests';
        ELSIF moved THEN
            outcome := 'conflict';
        END IF;
        IF outcome IS NOT NULL THEN
            failed := CASE WHEN outcome = 'repeated' THEN failed ELSE failed || names END;
            RETURN NEXT;
            CONTINUE;
        END IF;
        id := nextval('commit_ids');
        digest := encode(sha256(convert_to(
            '["pitbook-commit-2",' || coalesce(to_json(one ->> 'key')::text, 'null') || ']', 'UTF8')), 'hex');
        links := '{}'; part_ids := '{}';
        FOR part IN SELECT value FROM jsonb_array_elements(one -> 'parts') LOOP
            SELECT s.id, encode(s.hash, 'hex') INTO stream_id, previous FROM streams s WHERE s.name = part ->> 'stream';
            IF stream_id IS NULL THEN
                previous := repeat('0', 64);
                INSERT INTO streams(name, version, hash) VALUES (part ->> 'stream', 0, decode(previous, 'hex'))
                    RETURNING streams.id INTO stream_id;
            END IF;
            WITH added AS (
                INSERT INTO events
                SELECT stream_id, (part ->> 'after')::bigint + place, append.id, e ->> 0, (e ->> 1)::integer, e ->> 2,
                    e ->> 3, (e ->> 4)::bigint, e ->> 5, e ->> 6
                FROM jsonb_array_elements(part -> 'events') WITH ORDINALITY AS given(e, place)
                RETURNING *
            )
            SELECT count(*), string_agg(
                    '[' || to_json(part ->> 'stream')::text || ',' || version || ',' || to_json(type)::text || ','
                    || schema || ',' || fields || ',' || data || ',' || time || ',' || to_json(actor)::text || ','
                    || to_json(reason)::text || ']', E'\n' ORDER BY version)
                INTO size, lines FROM added;
            digest := encode(sha256(convert_to(
                digest || E'\n[' || to_json(part ->> 'stream')::text || ',' || (part ->> 'after') || ',' || size || ',"'
                || previous || E'"]\n' || lines, 'UTF8')), 'hex');
            links := links || jsonb_build_object(part ->> 'stream', previous);
            part_ids := part_ids || stream_id;
        END LOOP;
        UPDATE streams s SET version = p.after + p.size, hash = decode(digest, 'hex')
            FROM unnest(part_ids, part_afters, part_sizes) AS p(stream, after, size) WHERE s.id = p.stream;
        INSERT INTO pitbook.commits VALUES (append.id, one ->> 'key', part_ids, part_afters, part_sizes, decode(digest, 'hex'));
        INSERT INTO pending VALUES (append.id);
        outcome := 'stored'; number := 0; hash := digest; details := links::json;
        RETURN NEXT;
    END LOOP;
END $$;

-- Gives commits that are stored their place in the order, and adds them to the tree; returns how many, or nothing if
-- somebody else is at it and `wait` is false. Whatever is visible and has no number gets the next one, so a commit
-- that took long is numbered when it is there; none is skipped.
CREATE FUNCTION number_commits(most integer, wait boolean) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pitbook, pg_temp AS $$
DECLARE
    next record;
    last bigint;
    grown bytea[];
    leaf bytea;
    size bigint;
    known bigint;
    done bigint[] := '{}';
BEGIN
    IF wait THEN
        PERFORM pg_advisory_xact_lock(hashtextextended('pitbook order', 7));
    ELSIF NOT pg_try_advisory_xact_lock(hashtextextended('pitbook order', 7)) THEN
        RETURN NULL;
    END IF;
    SELECT t.size, t.peaks INTO last, grown FROM tree t;
    known := last;
    FOR next IN SELECT p.id, c.hash FROM (SELECT id FROM pending ORDER BY id LIMIT most) p
            JOIN commits c ON c.id = p.id ORDER BY p.id LOOP
        leaf := sha256('\x00'::bytea || next.hash);
        size := last;
        WHILE size & 1 = 1 LOOP
            leaf := sha256('\x01'::bytea || grown[cardinality(grown)] || leaf);
            grown := trim_array(grown, 1);
            size := size >> 1;
        END LOOP;
        grown := grown || leaf;
        last := last + 1;
        INSERT INTO numbers VALUES (last, next.id, next.hash);
        done := done || next.id;
    END LOOP;
    IF last > known THEN
        DELETE FROM pending WHERE id = ANY(done);
        UPDATE tree SET size = last, peaks = grown;
    END IF;
    RETURN last - known;
END $$;

-- The token of a lease that is free, expired or this holder's own, for so many seconds from now; otherwise nothing.
CREATE FUNCTION take_lease(lease text, asking text, seconds double precision) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pitbook, pg_temp AS $$
    INSERT INTO leases AS l VALUES (lease, asking, 1, clock_timestamp() + make_interval(secs => seconds))
    ON CONFLICT (name) DO UPDATE SET holder = asking,
        expires = clock_timestamp() + make_interval(secs => seconds),
        token = l.token + CASE WHEN l.expires > clock_timestamp() THEN 0 ELSE 1 END
    WHERE l.holder = asking OR l.expires <= clock_timestamp()
    RETURNING token
$$;

CREATE FUNCTION end_lease(lease text, held bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = pitbook, pg_temp AS $$
    UPDATE leases SET expires = '-infinity' WHERE name = lease AND token = held
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA pitbook FROM PUBLIC;
