-- +goose Up
-- What operators have set of charges to accounts at counters, each from a Dubai date on. Of two for one date the later version counts;
-- before the first the server's configuration does. Hours are how old a charge may be when it arrives.
CREATE TABLE counter_limits (
  version       int PRIMARY KEY CHECK (version > 0),
  since         date NOT NULL,
  sale_limit    bigint NOT NULL CHECK (sale_limit > 0),
  day_limit     bigint NOT NULL CHECK (day_limit >= sale_limit),
  offline_hours int NOT NULL CHECK (offline_hours BETWEEN 1 AND 720),
  set_at        timestamptz NOT NULL
);
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON counter_limits EXECUTE FUNCTION never_changed();

CREATE VIEW counter_limits_set AS
SELECT DISTINCT ON (since) since, sale_limit, day_limit, offline_hours FROM counter_limits ORDER BY since, version DESC;

-- All of them, for statements that read other things too.
CREATE FUNCTION counter_limits_all() RETURNS jsonb STABLE LANGUAGE sql AS $$
  SELECT coalesce(jsonb_agg(to_jsonb(l) ORDER BY l.since), '[]') FROM counter_limits_set l
$$;
