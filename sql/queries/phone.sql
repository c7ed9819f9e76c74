-- name: PhoneOf :one
-- The number that a person proved, and the one that they gave and have not proved yet, with what became of its code.
SELECT p.language, coalesce(n.number, '')::text AS number, coalesce(n.kinds, '{}')::text[] AS kinds,
  coalesce(c.number, '')::text AS asked, c.expires_at,
  coalesce((SELECT m.state FROM phone_messages m WHERE m.event = 'phone-code-' || c.id), '')::text AS state
FROM persons p LEFT JOIN phones n ON n.person_id = p.id
LEFT JOIN phone_codes c ON c.person_id = p.id AND c.expires_at > @now::timestamptz
WHERE p.id = @person_id AND p.erased_at IS NULL;

-- name: PhoneCodesAsked :one
-- How many codes a person asked for since a moment, and when the last one was.
SELECT count(*)::int AS n, coalesce(max(made_at), @since)::timestamptz AS last FROM phone_messages
WHERE person_id = @person_id AND kind = 'code' AND made_at > @since;

-- name: PhoneCodePut :exec
INSERT INTO phone_codes (person_id, id, number, expires_at) VALUES (@person_id, @id, @number, @expires_at)
ON CONFLICT (person_id) DO UPDATE SET id = excluded.id, number = excluded.number, tries = 0, expires_at = excluded.expires_at;

-- name: PhoneCodeTry :one
-- Counts a try of a person's code. The caller holds the person.
UPDATE phone_codes SET tries = tries + 1 WHERE person_id = @person_id AND tries < @most::int RETURNING id, number, expires_at;

-- name: PhoneCodeDrop :exec
DELETE FROM phone_codes WHERE person_id = @person_id;

-- name: PhonePut :exec
-- Keeps a number that was proved; what its person is told by it stays as it was with the number before.
INSERT INTO phones (person_id, number, verified_at, used_at, changed_at) VALUES (@person_id, @number, @now, @now, @now)
ON CONFLICT (person_id) DO UPDATE SET number = excluded.number, verified_at = excluded.verified_at, used_at = excluded.used_at;

-- name: PhoneChoose :execrows
-- The table writes its history (consents).
UPDATE phones SET kinds = @kinds::text[], used_at = @now, changed_at = @now, way = 'page', wording = @wording WHERE person_id = @person_id;

-- name: PhonesEnding :exec
-- Says by which way numbers that were proved before a moment are about to be forgotten, for the history. Run it before PhonesEnd, in the
-- same transaction.
UPDATE phones SET ended_by = @way::text, changed_at = @now::timestamptz
WHERE person_id = ANY(@people::text[]) AND verified_at <= @before::timestamptz;

-- name: PhonesEnd :exec
DELETE FROM phones WHERE person_id = ANY(@people::text[]) AND ended_by IS NOT NULL;

-- name: PhonesSaidStop :many
-- Who proved one of these numbers before its owner wrote that they want no more, locked in one order. A carrier tells whole seconds: what
-- was written in the second of the proof counts.
SELECT n.person_id FROM phones n
JOIN (SELECT unnest(@numbers::text[]) AS number, unnest(@ats::timestamptz[]) AS at) s ON s.number = n.number
WHERE date_trunc('second', n.verified_at) <= s.at ORDER BY n.person_id FOR UPDATE OF n;

-- name: PhoneCodesSaidStop :exec
DELETE FROM phone_codes WHERE number = ANY(@numbers::text[]);

-- name: PhoneMessageAdd :execrows
-- Puts a message into the outbox; 0 when the same was told before.
INSERT INTO phone_messages (id, event, person_id, kind, template, language, words, until, made_at)
VALUES (@id, @event, @person_id, @kind, @template, @language, @words, @until, @made_at) ON CONFLICT (event) DO NOTHING;

-- name: PhoneMessageFailed :one
SELECT (state = 'failed')::boolean AS failed FROM phone_messages WHERE event = $1;

-- name: PhoneMessageHold :one
-- A message of the outbox, held, and the number that it goes to now: empty when its person does not want it there any more.
SELECT m.*, coalesce(CASE m.kind WHEN 'code' THEN c.number ELSE n.number END, '')::text AS number
FROM phone_messages m LEFT JOIN phones n ON n.person_id = m.person_id AND m.kind = ANY(n.kinds)
LEFT JOIN phone_codes c ON c.person_id = m.person_id AND m.event = 'phone-code-' || c.id
WHERE m.id = @id FOR UPDATE OF m;

-- name: PhoneMessageBegin :exec
-- The carrier may have it from now on.
UPDATE phone_messages SET state = 'sending', begun = begun + 1, begun_at = @now::timestamptz WHERE id = @id;

-- name: PhoneMessageLater :exec
-- The carrier certainly does not have it.
UPDATE phone_messages SET state = 'waiting', begun = begun - 1, begun_at = NULL, tries = tries + 1, code = @code, reason = @reason
WHERE id = @id AND state = 'sending';

-- name: PhoneMessageUnsure :exec
UPDATE phone_messages SET tries = tries + 1, reason = @reason WHERE id = @id AND state = 'sending';

-- name: PhoneMessageTaken :exec
-- What the carrier told of it meanwhile stays.
UPDATE phone_messages SET state = CASE state WHEN 'sending' THEN 'taken' ELSE state END, carrier_id = @carrier_id::text, code = 0,
  reason = '', told_at = coalesce(told_at, @now::timestamptz)
WHERE id = @id;

-- name: PhoneMessagesFail :many
-- Messages that certainly did not arrive; those of which more is known meanwhile stay.
UPDATE phone_messages SET state = 'failed', code = @code, reason = @reason, told_at = @now::timestamptz
WHERE id = ANY(@ids::text[]) AND state IN ('waiting', 'sending') RETURNING event, kind;

-- name: PhoneMessagesTold :many
-- What the carrier tells of messages, in any order and more than once: each goes forward alone, and one that arrived does not fail.
-- Of several about one message the farthest counts.
WITH told AS (SELECT DISTINCT ON (m.id) m.id, t.state, t.at, t.code, t.reason, t.carrier_id
  FROM (SELECT unnest(@refs::text[]) AS ref, unnest(@carrier_ids::text[]) AS carrier_id, unnest(@states::text[]) AS state,
    unnest(@ats::timestamptz[]) AS at, unnest(@codes::int[]) AS code, unnest(@reasons::text[]) AS reason) t
  JOIN phone_messages m ON m.id = t.ref OR m.carrier_id = t.carrier_id AND t.carrier_id <> ''
  WHERE CASE t.state WHEN 'failed' THEN m.state IN ('waiting', 'sending', 'taken', 'sent')
    ELSE array_position(ARRAY['waiting', 'sending', 'taken', 'sent', 'failed', 'delivered', 'read'], m.state)
      < array_position(ARRAY['waiting', 'sending', 'taken', 'sent', 'failed', 'delivered', 'read'], t.state) END
  ORDER BY m.id, array_position(ARRAY['sent', 'failed', 'delivered', 'read'], t.state) DESC)
UPDATE phone_messages m SET state = told.state, told_at = told.at, code = told.code, reason = told.reason,
  carrier_id = coalesce(m.carrier_id, nullif(told.carrier_id, ''))
FROM told WHERE m.id = told.id RETURNING m.id, m.event, m.person_id, m.kind, m.template, m.language, m.state, m.code, m.made_at;

-- name: PhonesUsed :exec
-- Messages arrived there: written once a day at most.
UPDATE phones SET used_at = @now WHERE person_id = ANY(@people::text[]) AND used_at < @before;

-- name: PhoneStops :many
-- What the carrier refuses for now, among these scopes.
SELECT scope, until, fails FROM phone_stops WHERE scope = ANY(@scopes::text[]);

-- name: PhoneStopTry :execrows
-- Lets one message try what was refused: the others wait on.
UPDATE phone_stops SET until = @until::timestamptz WHERE scope = ANY(@scopes::text[]) AND until <= @now::timestamptz;

-- name: PhoneStopPut :exec
-- Nothing of these scopes is tried until a moment.
INSERT INTO phone_stops (scope, since, until, fails, code, reason)
SELECT unnest(@scopes::text[]), @now::timestamptz, unnest(@untils::timestamptz[]), 1, unnest(@codes::int[]), unnest(@reasons::text[])
ON CONFLICT (scope) DO UPDATE SET fails = phone_stops.fails + 1, until = excluded.until, code = excluded.code, reason = excluded.reason;

-- name: PhoneStopsOver :exec
DELETE FROM phone_stops WHERE scope = ANY(@scopes::text[]);
