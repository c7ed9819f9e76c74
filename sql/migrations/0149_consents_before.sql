-- +goose Up
-- What was chosen before there was a history is its first row. Its numbers are below all others, so that a choice that is made while this
-- runs comes after it.
INSERT INTO consents (person_id, n, channel, kind, session_id, given, way, wording, at)
SELECT b.person_id, -row_number() OVER (), b.channel, b.kind, b.session_id, b.given, 'before', 0, b.at
FROM (SELECT v.person_id, 'push' AS channel, 'device' AS kind, v.session_id, true AS given, v.made_at AS at FROM push_devices v
  UNION ALL SELECT c.person_id, 'push', 'detail', NULL, true, c.changed_at FROM push_choices c WHERE c.detail
  UNION ALL SELECT c.person_id, 'push', o, NULL, false, c.changed_at FROM push_choices c, unnest(c.off) o
  UNION ALL SELECT c.person_id, 'mail', 'week', NULL, false, c.changed_at FROM push_choices c WHERE 'week' = ANY (c.off)) b
WHERE NOT EXISTS (SELECT FROM consents h WHERE h.person_id = b.person_id AND h.channel = b.channel AND h.kind = b.kind
  AND h.session_id IS NOT DISTINCT FROM b.session_id);
