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
    hash bytea NOT NULL
);

-- What a commit adds to one stream, all of its events in one row: so a stream of small commits has few rows and index
-- entries, and a long part is compressed. A line is an event: type, schema version, names of the fields, their values,
-- time in microseconds since 1970, actor and reason, each as JSON, with tabs between them.
CREATE TABLE parts(
    stream bigint NOT NULL,
    after bigint NOT NULL,         -- the version before
    in_commit bigint NOT NULL,
    place integer NOT NULL,        -- which part of the commit, from 1
    size integer NOT NULL,         -- events
    lines text NOT NULL,
    PRIMARY KEY(stream, after)
);
CREATE INDEX parts_by_commit ON parts(in_commit);

-- For whoever reads with SQL: a row for each event.
CREATE VIEW events AS
    SELECT stream, after + number AS version, in_commit, split_part(line, E'\t', 1)::json #>> '{}' AS type,
        split_part(line, E'\t', 2)::integer AS schema, split_part(line, E'\t', 3) AS fields,
        split_part(line, E'\t', 4) AS data, split_part(line, E'\t', 5)::bigint AS time,
        split_part(line, E'\t', 6)::json #>> '{}' AS actor, split_part(line, E'\t', 7)::json #>> '{}' AS reason
    FROM parts, unnest(string_to_array(lines, E'\n')) WITH ORDINALITY AS written(line, number);

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

CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON commits FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON parts FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON numbers FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE UPDATE OR DELETE ON documents FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON streams FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER kept BEFORE DELETE ON tree FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER grows BEFORE UPDATE ON streams FOR EACH ROW
    WHEN (NEW.version <= OLD.version OR NEW.id <> OLD.id OR NEW.name <> OLD.name) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER grows BEFORE UPDATE ON tree FOR EACH ROW
    WHEN (NEW.size <= OLD.size) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON commits FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON parts FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON numbers FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON documents FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON streams FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON tree FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER whole BEFORE TRUNCATE ON pending FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Stores commits, each on its own: `commits` is [{"key", "parts": [[stream, version before, lines], ...], "lease": [name,
-- token], "seen": {stream: version}}, ...]. One row for each, in their order:
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
-- Statements cost more than expressions here, so heads are read and written one by one: most commits have one part.
CREATE FUNCTION append(commits jsonb)
RETURNS TABLE(outcome text, id bigint, number bigint, hash text, details json)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pitbook, pg_temp AS $$
#variable_conflict use_column
DECLARE
    one jsonb;
    part jsonb;
    its_key text;
    first bigint;
    second bigint;
    moved boolean;
    same boolean;
    digest text;
    stream_id bigint;
    stands bigint;
    previous text;
    quoted text;
    many integer;
    failed text[] := '{}';
BEGIN
    one := append.commits -> 0;
    IF jsonb_array_length(append.commits) = 1 AND jsonb_array_length(one -> 'parts') = 1 AND NOT one ? 'seen'
            AND one #>> '{parts,0,0}' NOT LIKE '%#%' THEN
        first := hashtextextended('stream ' || (one #>> '{parts,0,0}'), 7);
        second := coalesce(hashtextextended('key ' || (one ->> 'key'), 7), first);
        PERFORM pg_advisory_xact_lock(least(first, second));
        PERFORM pg_advisory_xact_lock(greatest(first, second));
    ELSE
        PERFORM CASE WHEN alone THEN pg_advisory_xact_lock(lock) ELSE pg_advisory_xact_lock_shared(lock) END FROM (
            SELECT hashtextextended('branches ' || split_part(name, '#', 1), 7) AS lock, bool_or(seen) AS alone FROM (
                SELECT p ->> 0, false FROM jsonb_array_elements(append.commits) c, jsonb_array_elements(c -> 'parts') p
                UNION ALL
                SELECT key, true FROM jsonb_array_elements(append.commits) c, jsonb_each(c -> 'seen')
            ) AS names(name, seen) WHERE name LIKE '%#%' GROUP BY 1 ORDER BY 1
        ) AS locks;
        PERFORM pg_advisory_xact_lock(lock) FROM (
            SELECT DISTINCT hashtextextended(name, 7) AS lock FROM (
                SELECT 'stream ' || (p ->> 0) FROM jsonb_array_elements(append.commits) c,
                    jsonb_array_elements(c -> 'parts') p
                UNION ALL
                SELECT 'key ' || (c ->> 'key') FROM jsonb_array_elements(append.commits) c WHERE c ->> 'key' IS NOT NULL
            ) AS names(name) ORDER BY 1
        ) AS locks;
    END IF;
    FOR item IN 0 .. jsonb_array_length(append.commits) - 1 LOOP DECLARE
        names text[];
        ids bigint[];
        versions bigint[];
        links text[];
        sizes integer[];
        watched text[];
    BEGIN
        one := append.commits -> item;
        outcome := NULL; id := NULL;
        IF one ? 'failed' THEN
            failed := failed || ARRAY(SELECT jsonb_array_elements_text(one -> 'failed'));
            outcome := 'failed';
            RETURN NEXT;
            CONTINUE;
        END IF;
        its_key := one ->> 'key';
        moved := false;
        FOR place IN 0 .. jsonb_array_length(one -> 'parts') - 1 LOOP
            part := one -> 'parts' -> place;
            SELECT s.id, s.version, encode(s.hash, 'hex') INTO stream_id, stands, previous
                FROM streams s WHERE s.name = part ->> 0;
            IF stream_id IS NULL THEN
                stands := 0;
                previous := repeat('0', 64);
            END IF;
            moved := moved OR stands <> (part ->> 1)::bigint;
            names := names || (part ->> 0);
            ids := ids || stream_id;
            versions := versions || stands;
            links := links || previous;
        END LOOP;
        IF one ? 'seen' THEN
            SELECT moved OR bool_or(coalesce(s.version, 0) <> value::bigint), array_agg(key),
                versions || array_agg(coalesce(s.version, 0))
                INTO moved, watched, versions
                FROM jsonb_each_text(one -> 'seen') LEFT JOIN streams s ON s.name = key;
        END IF;
        IF its_key IS NOT NULL THEN
            SELECT c.id INTO append.id FROM pitbook.commits c WHERE c.key = its_key;
        END IF;
        IF append.id IS NOT NULL THEN
            SELECT encode(c.hash, 'hex'), coalesce(n.number, 0) INTO append.hash, append.number
                FROM pitbook.commits c LEFT JOIN numbers n ON n.id = c.id WHERE c.id = append.id;
            -- All but the time, the fifth value of a line.
            SELECT bool_and((p.stream, p.after, regexp_replace(p.lines, strange, '\1', 'gn')) IS NOT DISTINCT FROM
                    (ids[given.place], (value ->> 1)::bigint, regexp_replace(value ->> 2, strange, '\1', 'gn')))
                INTO same
                FROM (SELECT E'^((?:[^\t\n]*\t){4})[^\t\n]*' AS strange) AS pattern
                CROSS JOIN jsonb_array_elements(one -> 'parts') WITH ORDINALITY AS given(value, place)
                FULL JOIN (SELECT * FROM parts WHERE in_commit = append.id) p ON p.place = given.place;
            outcome := CASE WHEN same THEN 'repeated' ELSE 'used' END;
        END IF;
        IF outcome IS NULL AND one ? 'lease' THEN
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
            details := (SELECT json_object_agg(name, at) FROM unnest(names || watched, versions) AS heads(name, at));
        END IF;
        IF outcome IS NOT NULL THEN
            failed := CASE WHEN outcome = 'repeated' THEN failed ELSE failed || names END;
            RETURN NEXT;
            CONTINUE;
        END IF;
        id := nextval('commit_ids');
        digest := encode(sha256(convert_to(
            '["pitbook-commit-2",' || coalesce(to_json(its_key)::text, 'null') || ']', 'UTF8')), 'hex');
        FOR place IN 1 .. cardinality(names) LOOP
            part := one -> 'parts' -> (place - 1);
            IF ids[place] IS NULL THEN
                INSERT INTO streams(name, version, hash) VALUES (names[place], 0, decode(links[place], 'hex'))
                    RETURNING streams.id INTO stream_id;
                ids[place] := stream_id;
            END IF;
            quoted := to_json(names[place])::text;
            SELECT count(*), encode(sha256(convert_to(
                    digest || E'\n[' || quoted || ',' || versions[place] || ',' || count(*) || ',"' || links[place] || E'"]\n'
                    || string_agg('[' || quoted || ',' || versions[place] + nth || ',' || line || ']', E'\n' ORDER BY nth),
                    'UTF8')), 'hex')
                INTO many, digest
                FROM unnest(string_to_array(replace(part ->> 2, E'\t', ','), E'\n')) WITH ORDINALITY AS w(line, nth);
            sizes := sizes || many;
            INSERT INTO parts VALUES (ids[place], versions[place], append.id, place, many, part ->> 2);
        END LOOP;
        FOR place IN 1 .. cardinality(names) LOOP
            UPDATE streams s SET version = versions[place] + sizes[place], hash = decode(digest, 'hex')
                WHERE s.id = ids[place];
        END LOOP;
        INSERT INTO pitbook.commits VALUES (append.id, its_key, decode(digest, 'hex'));
        INSERT INTO pending VALUES (append.id);
        outcome := 'stored'; number := 0; hash := digest; details := json_object(names, links);
        RETURN NEXT;
    END; END LOOP;
END $$;

-- Gives commits that are stored their place in the order, and adds them to the tree; returns how many, or nothing if
-- somebody else is at it and `wait` is false. Whatever is visible and has no number gets the next one, so a commit
-- that took long is numbered when it is there; none is skipped.
CREATE FUNCTION number_commits(most integer, wait boolean) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pitbook, pg_temp AS $$
DECLARE
    next bytea;
    last bigint;
    grown bytea[];
    leaf bytea;
    left_over bigint;
    known bigint;
    taken bigint[];
BEGIN
    IF wait THEN
        PERFORM pg_advisory_xact_lock(hashtextextended('pitbook order', 7));
    ELSIF NOT pg_try_advisory_xact_lock(hashtextextended('pitbook order', 7)) THEN
        RETURN NULL;
    END IF;
    taken := ARRAY(SELECT id FROM pending ORDER BY id LIMIT most);
    IF cardinality(taken) = 0 THEN
        RETURN 0;
    END IF;
    SELECT t.size, t.peaks INTO known, grown FROM tree t;
    last := known;
    DELETE FROM pending WHERE id = ANY(taken);
    INSERT INTO numbers
        SELECT known + row_number() OVER (ORDER BY id), id, hash FROM commits WHERE id = ANY(taken);
    FOR next IN SELECT hash FROM numbers WHERE number > known ORDER BY number LOOP
        leaf := sha256('\x00'::bytea || next);
        left_over := last;
        WHILE left_over & 1 = 1 LOOP
            leaf := sha256('\x01'::bytea || grown[cardinality(grown)] || leaf);
            grown := trim_array(grown, 1);
            left_over := left_over >> 1;
        END LOOP;
        grown := grown || leaf;
        last := last + 1;
    END LOOP;
    UPDATE tree SET size = last, peaks = grown;
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
