-- name: AttemptInsert :exec
INSERT INTO attempts (id, purpose, subject_id, profile_id, company_id, reference, amount, email, status, created_at, expires_at,
  card_id, token, save_card, handoff_key)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, 'open', $9, $10, $11, $12, $13, $14);

-- name: AttemptByReference :one
SELECT * FROM attempts WHERE reference = $1;

-- name: AttemptLook :one
SELECT * FROM attempts WHERE id = $1;

-- name: AttemptLock :one
SELECT * FROM attempts WHERE id = $1 FOR UPDATE;

-- name: AttemptSettle :exec
UPDATE attempts SET status = $2, reason = $3, fort_id = $4, card = $5, settled_at = $6, token = NULL WHERE id = $1;

-- name: AttemptsOpen :many
-- Attempts that the sweep must ask the provider about.
SELECT id FROM attempts WHERE status = 'open' AND created_at < @before ORDER BY created_at LIMIT 200;

-- name: OperatorWord :one
-- When an operator's word ended an attempt, and whether it was called taken.
SELECT at, outcome = 'paid' AS taken FROM payment_events WHERE reference = $1 AND source = 'operator';

-- name: AttemptUnproved :one
-- Whether an operator's word ended an attempt and the provider has not said its own last one since.
SELECT EXISTS (SELECT FROM payment_events o
  WHERE o.reference = $1 AND o.source = 'operator'
    AND NOT EXISTS (SELECT FROM payment_events e
      WHERE e.reference = o.reference AND e.at >= o.at
        AND (e.source = 'check' AND e.outcome = 'failed'
          OR e.source IN ('notify', 'check') AND e.outcome = 'paid' AND e.amount > 0 AND e.fort_id <> '')));

-- name: AttemptsUnproved :many
-- Those attempts, for the sweep.
SELECT a.id FROM payment_events o JOIN attempts a ON a.reference = o.reference
WHERE o.source = 'operator' AND o.at < @before
  AND NOT EXISTS (SELECT FROM payment_events e
    WHERE e.reference = o.reference AND e.at >= o.at
      AND (e.source = 'check' AND e.outcome = 'failed'
        OR e.source IN ('notify', 'check') AND e.outcome = 'paid' AND e.amount > 0 AND e.fort_id <> ''))
ORDER BY o.at LIMIT 200;

-- name: PaymentEventInsert :execrows
-- Keeps what the provider said; 0 rows when it was said before.
INSERT INTO payment_events (id, identity, source, reference, fort_id, command, status, response_code, amount, verified, outcome, at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) ON CONFLICT ON CONSTRAINT payment_events_once DO NOTHING;

-- name: RefundInsert :execrows
INSERT INTO refunds (id, attempt_id, fort_id, amount, cause, cause_id, status, at)
VALUES ($1, $2, $3, $4, $5, $6, 'asked', $7)
ON CONFLICT ON CONSTRAINT refunds_once DO NOTHING;

-- name: RefundsInsert :exec
-- Refunds of captures for one cause.
INSERT INTO refunds (id, attempt_id, fort_id, amount, cause, cause_id, status, at)
SELECT unnest(@ids::text[]), unnest(@attempts::text[]), unnest(@captures::text[]), unnest(@amounts::bigint[]), @cause, @cause_id, 'asked',
  @at;

-- name: RefundInsertDone :execrows
-- Keeps what the provider sent back without being asked.
INSERT INTO refunds (id, attempt_id, fort_id, amount, cause, cause_id, status, at, done_at)
VALUES ($1, $2, $3, $4, $5, $6, 'done', @now::timestamptz, @now::timestamptz)
ON CONFLICT ON CONSTRAINT refunds_once DO NOTHING;

-- name: RefundOne :one
-- A refund, with how much of the same capture is known to have gone back, and whether an older one must be done first.
SELECT r.*, a.reference,
  (SELECT coalesce(sum(o.amount), 0) FROM refunds o
    WHERE o.attempt_id = r.attempt_id AND o.fort_id = r.fort_id AND o.status = 'done')::bigint AS returned,
  EXISTS (SELECT FROM refunds o
    WHERE o.attempt_id = r.attempt_id AND o.fort_id = r.fort_id AND o.status = 'asked' AND (o.at, o.id) < (r.at, r.id)) AS waits
FROM refunds r JOIN attempts a ON a.id = r.attempt_id
WHERE r.id = $1;

-- name: RefundAsk :one
-- Notes before the provider is asked that an answer is missing from now on, and tells what is asked for; no row when the refund was
-- ended meanwhile. The clock of another server may have been ahead when it was written; the same below.
UPDATE refunds SET sent_at = coalesce(sent_at, greatest(at, @now::timestamptz)), declined_at = NULL,
  unclear_at = CASE WHEN sent_at IS NOT NULL AND declined_at IS NULL THEN @now ELSE unclear_at END
WHERE id = @id AND status = 'asked' RETURNING amount;

-- name: RefundDeclined :exec
UPDATE refunds SET declined_at = greatest(sent_at, @now::timestamptz) WHERE id = @id AND status = 'asked';

-- name: RefundGiveUp :execrows
-- Ends a refund to which the provider's last word was no; 0 rows while an answer is missing, or was missing since a moment.
UPDATE refunds SET status = 'failed'
WHERE id = @id AND status = 'asked' AND declined_at IS NOT NULL AND (unclear_at IS NULL OR unclear_at < @since::timestamptz);

-- name: RefundDone :execrows
-- Closes a refund of an attempt; 0 rows when it was closed before.
UPDATE refunds SET status = 'done', done_at = greatest(at, sent_at, @now::timestamptz)
WHERE id = $1 AND attempt_id = $2 AND status = 'asked';

-- name: RefundNext :one
-- The refund that comes after another one of the same capture.
SELECT r.id FROM refunds r JOIN refunds o ON o.attempt_id = r.attempt_id AND o.fort_id = r.fort_id
WHERE o.id = $1 AND r.status = 'asked'
ORDER BY r.at, r.id LIMIT 1;

-- name: RefundLess :execrows
-- What else went back of the capture is taken off a refund that cannot be sent whole any more: it was not sent, the last word to it
-- was no, or the provider itself has not so much left. 0 rows when an answer to it is missing since a moment.
UPDATE refunds SET amount = amount - @part::bigint
WHERE id = @id AND status = 'asked' AND (sent_at IS NULL OR declined_at IS NOT NULL OR @short::boolean);

-- name: RefundKnown :one
-- Whether a refund is one of ours. What was given another way instead is none any more.
SELECT EXISTS (SELECT FROM refunds WHERE id = $1 AND attempt_id = $2 AND status <> 'failed');

-- name: CaptureReturned :one
-- How much of a capture is known to have gone back, and how much was asked for without an answer yet.
SELECT coalesce(sum(amount) FILTER (WHERE status = 'done'), 0)::bigint AS returned,
  coalesce(sum(amount) FILTER (WHERE status = 'asked' AND sent_at IS NOT NULL), 0)::bigint AS sent
FROM refunds
WHERE attempt_id = $1 AND fort_id = $2;

-- name: RefundWhole :one
-- Whether a capture pays for nothing: all of it goes or went back.
SELECT EXISTS (SELECT FROM refunds WHERE attempt_id = $1 AND fort_id = $2 AND cause_id = '');

-- name: RefundsOfCapture :many
-- All refunds of one capture, the newest first.
SELECT * FROM refunds WHERE attempt_id = $1 AND fort_id = $2 ORDER BY at DESC, id DESC;

-- name: RefundsAsked :many
-- Refunds that should have been done: of each capture the oldest, since the others wait for it.
SELECT DISTINCT ON (attempt_id, fort_id) id FROM refunds
WHERE status = 'asked' AND at < @before
ORDER BY attempt_id, fort_id, at, id LIMIT 100;

-- name: CapturesOf :many
-- The captures that paid for these subjects, an order also for its amendments, the newest first, with what of each goes or went back, and
-- what of that for one cause.
SELECT a.id, coalesce(a.fort_id, '')::text AS fort_id, a.amount, coalesce(sum(r.amount), 0)::bigint AS returned,
  coalesce(sum(r.amount) FILTER (WHERE r.cause_id = @cause_id::text), 0)::bigint AS before
FROM attempts a LEFT JOIN refunds r ON r.attempt_id = a.id AND r.fort_id = a.fort_id
WHERE a.status = 'paid'
  AND a.subject_id IN (SELECT unnest(@subjects::text[]) UNION SELECT m.id FROM amendments m WHERE m.order_id = ANY(@subjects))
GROUP BY a.id, a.fort_id, a.amount, a.settled_at ORDER BY a.settled_at DESC, a.id DESC;

-- name: CaptureAmount :one
-- What a capture of an attempt took, by the provider's proved word.
SELECT coalesce(max(e.amount), 0)::bigint FROM payment_events e
WHERE e.reference = $1 AND e.fort_id = $2 AND e.outcome = 'paid' AND e.source <> 'return';

-- name: CardsOf :many
-- A profile's saved cards, the default first, then the newest.
SELECT * FROM cards WHERE profile_id = $1 AND removed_at IS NULL ORDER BY is_default DESC, created_at DESC, id DESC;

-- name: CardOf :one
SELECT * FROM cards WHERE id = $1 AND profile_id = $2 AND removed_at IS NULL FOR UPDATE;

-- name: CardLook :one
SELECT * FROM cards WHERE id = $1;

-- name: CardKeep :one
-- Keeps a card, or the same card again; the first is the default.
INSERT INTO cards (id, profile_id, token, token_mark, brand, last4, expiry, is_default, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, NOT EXISTS (SELECT FROM cards c WHERE c.profile_id = $2 AND c.is_default), @now::timestamptz)
ON CONFLICT ON CONSTRAINT cards_once DO UPDATE
SET token = excluded.token, brand = excluded.brand, last4 = excluded.last4, expiry = excluded.expiry,
  is_default = cards.is_default OR excluded.is_default, removed_at = NULL,
  created_at = CASE WHEN cards.removed_at IS NULL THEN cards.created_at ELSE excluded.created_at END
RETURNING *;

-- name: CardRemark :exec
-- A card whose mark is of another secret gets the first one's, so that the same card again is the same row.
UPDATE cards SET token_mark = @mark
WHERE id = (SELECT c.id FROM cards c
    WHERE c.profile_id = @profile_id AND c.token_mark = ANY(@others::bytea[]) ORDER BY c.created_at DESC, c.id DESC LIMIT 1)
  AND NOT EXISTS (SELECT FROM cards c WHERE c.profile_id = @profile_id AND c.token_mark = @mark);

-- name: CardsSealed :many
SELECT id, profile_id, token FROM cards WHERE token IS NOT NULL ORDER BY id;

-- name: CardsReseal :execrows
-- Seals tokens anew that are still those that were read.
UPDATE cards SET token = t.fresh, token_mark = t.mark
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@olds::bytea[]) AS old, unnest(@fresh::bytea[]) AS fresh, unnest(@marks::bytea[]) AS mark) t
WHERE cards.id = t.id AND cards.token = t.old;

-- name: CardsAlike :many
-- Rows of the same card under other tokens.
SELECT id, is_default FROM cards
WHERE profile_id = $1 AND id <> $2 AND brand = $3 AND last4 = $4 AND expiry = @expiry AND removed_at IS NULL;

-- name: CardRemove :exec
UPDATE cards SET removed_at = @now::timestamptz, is_default = false WHERE id = $1;

-- name: CardNoDefault :exec
UPDATE cards SET is_default = false WHERE profile_id = $1 AND is_default;

-- name: CardDefault :exec
UPDATE cards SET is_default = true WHERE id = $1;

-- name: CardForgotten :exec
UPDATE cards SET token = NULL WHERE id = $1 AND removed_at IS NOT NULL;

-- name: CardsOfErased :exec
-- Who was erased keeps no card.
UPDATE cards c SET removed_at = @now::timestamptz, is_default = false FROM profiles pr JOIN persons p ON p.id = pr.person_id
WHERE pr.id = c.profile_id AND p.erased_at IS NOT NULL AND c.removed_at IS NULL;

-- name: CardsToForget :many
-- Removed cards that the provider still has.
SELECT id FROM cards WHERE removed_at < @before::timestamptz AND token IS NOT NULL ORDER BY removed_at LIMIT 100;

-- name: ReconcileCaptures :many
-- Every capture of attempts about which anything happened in a time, and what is known of it here; one row without a capture for
-- an attempt that has none.
SELECT a.id, a.purpose, a.subject_id, a.reference, a.status, a.expires_at, coalesce(c.fort_id, '')::text AS fort_id,
  coalesce(c.amount, 0)::bigint AS captured,
  (SELECT coalesce(sum(r.amount), 0) FROM refunds r
    WHERE r.attempt_id = a.id AND r.fort_id = c.fort_id AND r.status = 'done')::bigint AS returned,
  (SELECT coalesce(sum(r.amount), 0) FROM refunds r
    WHERE r.attempt_id = a.id AND r.fort_id = c.fort_id AND r.status = 'asked')::bigint AS asked,
  (SELECT count(*) FROM refunds r WHERE r.attempt_id = a.id AND r.fort_id = c.fort_id AND r.status = 'done')::int AS refunds,
  EXISTS (SELECT FROM refunds r
    WHERE r.attempt_id = a.id AND r.fort_id = c.fort_id AND r.status = 'asked' AND r.at < @until::timestamptz) AS late
FROM attempts a
LEFT JOIN LATERAL (SELECT e.fort_id, max(e.amount) AS amount FROM payment_events e
  WHERE e.reference = a.reference AND e.outcome = 'paid' AND e.source <> 'return' AND e.fort_id <> ''
  GROUP BY e.fort_id) c ON true
WHERE a.created_at < @until
  AND (a.created_at >= @since::timestamptz OR a.settled_at >= @since
    OR EXISTS (SELECT FROM refunds r WHERE r.attempt_id = a.id AND (r.at >= @since OR r.done_at >= @since OR r.status = 'asked')))
ORDER BY a.created_at, a.id, c.fort_id;

-- name: ReconcileBooks :many
-- For every order (with its changes) and top-up of those attempts: what cards paid net by the attempts and their refunds, and by the
-- ledger. What was given another way than back to the card stayed ours.
WITH subjects AS (
  SELECT DISTINCT coalesce(m.order_id, a.subject_id) AS root FROM attempts a LEFT JOIN amendments m ON m.id = a.subject_id
  WHERE a.id = ANY(@attempts::text[])
), members AS (
  SELECT root, root AS id FROM subjects UNION SELECT s.root, m.id FROM subjects s JOIN amendments m ON m.order_id = s.root
)
SELECT s.root,
  coalesce((SELECT sum(a.amount - coalesce((SELECT sum(r.amount) FROM refunds r
          WHERE r.attempt_id = a.id AND r.fort_id = a.fort_id), 0))
      FROM members b JOIN attempts a ON a.subject_id = b.id AND a.status = 'paid'
      WHERE b.root = s.root), 0)::bigint
    + coalesce((SELECT sum(CASE r.status WHEN 'failed' THEN r.amount ELSE -r.amount END)
        FROM members b JOIN attempts a ON a.subject_id = b.id JOIN refunds r ON r.attempt_id = a.id
        WHERE b.root = s.root
          AND (r.status = 'failed' OR r.cause = 'sent back all the same' AND r.fort_id IS DISTINCT FROM a.fort_id)),
      0)::bigint AS cards,
  -coalesce((SELECT sum(e.amount)
      FROM transactions t JOIN entries e ON e.transaction_id = t.id JOIN accounts k ON k.id = e.account_id AND k.kind = 'card'
      WHERE t.cause_id IN (SELECT b.id FROM members b
        WHERE b.root = s.root
        UNION SELECT a.id FROM members b JOIN attempts a ON a.subject_id = b.id AND a.purpose = 'invoice'
        WHERE b.root = s.root
        UNION SELECT r.id FROM members b JOIN attempts a ON a.subject_id = b.id JOIN refunds r ON r.attempt_id = a.id
        WHERE b.root = s.root)), 0)::bigint AS ledger
FROM subjects s
ORDER BY s.root;

-- name: ReconcileSettled :many
-- Payments that an operator ended by a word and of which the provider said in a time that it took another sum.
SELECT o.reference, coalesce(o.amount, 0)::bigint AS settled, max(e.amount)::bigint AS taken
FROM payment_events o
JOIN payment_events e
  ON e.reference = o.reference AND e.outcome = 'paid' AND e.source IN ('notify', 'check') AND e.amount > 0 AND e.fort_id <> ''
WHERE o.source = 'operator' AND e.at >= @since::timestamptz AND e.at < @until::timestamptz
GROUP BY o.id, o.reference, o.amount HAVING max(e.amount) <> coalesce(o.amount, 0) ORDER BY o.reference;

-- name: ReconcileUnknown :many
-- Captures that the provider told and of which no attempt is known.
SELECT e.reference, e.fort_id, max(e.amount)::bigint AS amount FROM payment_events e
WHERE e.outcome = 'paid' AND e.source <> 'return' AND e.at >= @since::timestamptz AND e.at < @until::timestamptz
  AND NOT EXISTS (SELECT FROM attempts a WHERE a.reference = e.reference)
GROUP BY e.reference, e.fort_id ORDER BY e.reference;

-- name: AttemptsFailedSince :one
-- How many of a profile's payments failed since a moment.
SELECT count(*)::int FROM attempts
WHERE profile_id = $1 AND status = 'failed' AND reason NOT IN ('expired', 'paid_before') AND created_at > @since;
