-- name: MailsLock :exec
-- One letter at a time is begun for a person, so that none is begun twice and their number is exact.
SELECT pg_advisory_xact_lock(hashtextextended(concat('mails of ', @person_id::text), 0));

-- name: MailOne :one
SELECT * FROM mails WHERE id = $1;

-- name: MailsCount :one
-- How many letters of a kind a person was written since an instant.
SELECT count(*) FROM mails WHERE person_id = @person_id AND kind = @kind AND made_at > @since;

-- name: MailBegin :exec
INSERT INTO mails (id, kind, person_id, made_at, begun, begun_at) VALUES ($1, $2, $3, $4, 1, $4)
ON CONFLICT (id) DO UPDATE SET begun = mails.begun + 1, begun_at = excluded.begun_at;

-- name: MailsBefore :one
-- Whether another letter of these kinds comes before one to a person: it is older, and the mail server certainly does not have it.
SELECT EXISTS (SELECT FROM mails WHERE person_id = @person_id AND kind = ANY(@kinds::text[]) AND made_at > @since
  AND (made_at, id) < (@made_at::timestamptz, @id::text) AND sent_at IS NULL AND begun = 0);

-- name: MailWaits :exec
-- A letter whose turn has not come keeps its place.
INSERT INTO mails (id, kind, person_id, made_at, begun) VALUES ($1, $2, $3, $4, 0) ON CONFLICT DO NOTHING;

-- name: MailSent :exec
UPDATE mails SET sent_at = @now::timestamptz, begun_at = NULL WHERE id = @id;

-- name: MailOtherwise :exec
-- It needs no mail: its person was shown a notification or is told on their phone, or nothing takes it and it is told by nothing else. What
-- became of it meanwhile stays.
UPDATE mails SET sent_at = @now::timestamptz, begun_at = NULL, pushed = @pushed::boolean WHERE id = @id AND begun_at IS NOT NULL;

-- name: MailNotSent :exec
-- The mail server certainly does not have it.
UPDATE mails SET begun = begun - 1, begun_at = NULL WHERE id = @id AND begun > 0;

-- name: MailUncertain :exec
-- The mail server may have it.
UPDATE mails SET begun_at = NULL WHERE id = @id;
