-- Limits that servers of one record keep together. They are no evidence, and after a crash of the database they begin
-- anew, so nothing of them is logged. Names are digests: no address and no session can be read here.

-- What is left in the buckets of rates, as it was at a time.
CREATE UNLOGGED TABLE allowances(
    name text COLLATE "C" PRIMARY KEY,
    rest double precision NOT NULL,
    at timestamptz NOT NULL
);

-- How many connections of somebody each server has.
CREATE UNLOGGED TABLE connections(
    name text COLLATE "C" NOT NULL,
    server text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    PRIMARY KEY(name, server)
);

-- Takes a portion out of a bucket that holds at most `burst` and fills up at a rate: an eighth of what is there, at
-- least `need` if there is as much. `unused` goes back first; with a `need` of 0 nothing is taken.
CREATE FUNCTION draw(asked text, burst integer, per_second double precision, need integer, unused integer)
RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = pitbook, pg_temp AS $$
DECLARE
    there double precision;
    portion integer := 0;
BEGIN
    INSERT INTO allowances VALUES (asked, burst, clock_timestamp()) ON CONFLICT DO NOTHING;
    SELECT least(burst, rest + unused + extract(epoch FROM clock_timestamp() - at) * per_second) INTO there
        FROM allowances WHERE name = asked FOR UPDATE;
    IF need > 0 THEN
        portion := greatest(0, least(floor(there), greatest(need, floor(there / 8))));
    END IF;
    UPDATE allowances SET rest = there - portion, at = clock_timestamp() WHERE name = asked;
    IF random() < 0.01 THEN
        DELETE FROM allowances WHERE name IN (
            SELECT name FROM allowances WHERE at < clock_timestamp() - interval '1 hour' FOR UPDATE SKIP LOCKED);
    END IF;
    RETURN portion;
END $$;

-- A server has so many connections of each of these names now, and may have at most so many together with the other
-- servers that are there; returns the first name that has too many, and then nothing is noted.
CREATE FUNCTION enter(entering text, names text[], numbers integer[], limits integer[]) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pitbook, pg_temp AS $$
DECLARE
    full_one text;
BEGIN
    PERFORM pg_advisory_xact_lock(lock) FROM (
        SELECT DISTINCT hashtextextended('limit ' || one, 7) AS lock FROM unnest(names) AS one ORDER BY 1) AS locks;
    SELECT asked.name INTO full_one
        FROM unnest(names, numbers, limits) WITH ORDINALITY AS asked(name, number, most, place)
        WHERE asked.number + (
            SELECT coalesce(sum(c.number), 0) FROM connections c
            JOIN leases l ON l.name = 'server ' || c.server AND l.expires > clock_timestamp()
            WHERE c.name = asked.name AND c.server <> entering
        ) > asked.most ORDER BY asked.place LIMIT 1;
    IF full_one IS NULL THEN
        PERFORM count_connections(entering, names, numbers);
    END IF;
    RETURN full_one;
END $$;

-- A server has so many connections of each of these names now. What was noted of servers that are gone is forgotten.
CREATE FUNCTION count_connections(counting text, names text[], numbers integer[]) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pitbook, pg_temp AS $$
BEGIN
    INSERT INTO connections
        SELECT one, counting, number FROM unnest(names, numbers) AS counted(one, number) WHERE number > 0 ORDER BY one
        ON CONFLICT (name, server) DO UPDATE SET number = excluded.number;
    DELETE FROM connections c USING unnest(names, numbers) AS counted(one, number)
        WHERE c.name = one AND c.server = counting AND counted.number <= 0;
    IF random() < 0.01 THEN
        DELETE FROM connections c WHERE (c.name, c.server) IN (
            SELECT d.name, d.server FROM connections d WHERE NOT EXISTS (
                SELECT FROM leases l WHERE l.name = 'server ' || d.server AND l.expires > clock_timestamp()
            ) FOR UPDATE OF d SKIP LOCKED);
    END IF;
END $$;

REVOKE ALL ON FUNCTION draw(text, integer, double precision, integer, integer),
    enter(text, text[], integer[], integer[]), count_connections(text, text[], integer[]) FROM PUBLIC;
