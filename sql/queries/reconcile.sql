-- name: ReconcileCaptures :many
-- Every capture of attempts about which anything happened in a time, and what is known of it here; one row without a capture for
-- an attempt that has none.
SELECT a.id, a.purpose, a.subject_id, a.reference, a.status, a.expires_at, coalesce(c.fort_id, '')::text AS fort_id, coalesce(c.amount, 0)::bigint AS captured,
  (SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.attempt_id = a.id AND r.fort_id = c.fort_id AND r.status = 'done')::bigint AS returned,
  (SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.attempt_id = a.id AND r.fort_id = c.fort_id AND r.status = 'asked')::bigint AS asked,
  (SELECT count(*) FROM refunds r WHERE r.attempt_id = a.id AND r.fort_id = c.fort_id AND r.status = 'done')::int AS refunds,
  EXISTS (SELECT FROM refunds r WHERE r.attempt_id = a.id AND r.fort_id = c.fort_id AND r.status = 'asked' AND r.at < @until::timestamptz) AS late
FROM attempts a LEFT JOIN LATERAL (
  SELECT e.fort_id, max(e.amount) AS amount FROM payment_events e
  WHERE e.reference = a.reference AND e.outcome = 'paid' AND e.source <> 'return' AND e.fort_id <> '' GROUP BY e.fort_id) c ON true
WHERE a.created_at < @until AND (a.created_at >= @since::timestamptz OR a.settled_at >= @since
  OR EXISTS (SELECT FROM refunds r WHERE r.attempt_id = a.id AND (r.at >= @since OR r.done_at >= @since OR r.status = 'asked')))
ORDER BY a.created_at, a.id, c.fort_id;

-- name: ReconcileBooks :many
-- For every order (with its changes) and top-up of those attempts: what cards paid net by the attempts and their refunds, and by the ledger.
-- What was given another way than back to the card stayed ours.
WITH subjects AS (SELECT DISTINCT coalesce(m.order_id, a.subject_id) AS root FROM attempts a LEFT JOIN amendments m ON m.id = a.subject_id WHERE a.id = ANY(@attempts::text[])),
members AS (SELECT root, root AS id FROM subjects UNION SELECT s.root, m.id FROM subjects s JOIN amendments m ON m.order_id = s.root)
SELECT s.root,
  coalesce((SELECT sum(a.amount - coalesce((SELECT sum(r.amount) FROM refunds r WHERE r.attempt_id = a.id AND r.fort_id = a.fort_id), 0))
    FROM members b JOIN attempts a ON a.subject_id = b.id AND a.status = 'paid' WHERE b.root = s.root), 0)::bigint
  + coalesce((SELECT sum(CASE r.status WHEN 'failed' THEN r.amount ELSE -r.amount END) FROM members b JOIN attempts a ON a.subject_id = b.id JOIN refunds r ON r.attempt_id = a.id
    WHERE b.root = s.root AND (r.status = 'failed' OR r.cause = 'sent back all the same' AND r.fort_id IS DISTINCT FROM a.fort_id)), 0)::bigint AS cards,
  -coalesce((SELECT sum(e.amount) FROM transactions t JOIN entries e ON e.transaction_id = t.id JOIN accounts k ON k.id = e.account_id AND k.kind = 'card'
    WHERE t.cause_id IN (SELECT b.id FROM members b WHERE b.root = s.root
      UNION SELECT a.id FROM members b JOIN attempts a ON a.subject_id = b.id AND a.purpose = 'invoice' WHERE b.root = s.root
      UNION SELECT r.id FROM members b JOIN attempts a ON a.subject_id = b.id JOIN refunds r ON r.attempt_id = a.id WHERE b.root = s.root)), 0)::bigint AS ledger
FROM subjects s ORDER BY s.root;

-- name: ReconcileTold :many
-- Payments that an operator ended by a word and of which the provider said in a time that it took another sum.
SELECT o.reference, coalesce(o.amount, 0)::bigint AS told, max(e.amount)::bigint AS taken FROM payment_events o
JOIN payment_events e ON e.reference = o.reference AND e.outcome = 'paid' AND e.source IN ('notify', 'check') AND e.amount > 0 AND e.fort_id <> ''
WHERE o.source = 'operator' AND e.at >= @since::timestamptz AND e.at < @until::timestamptz
GROUP BY o.id HAVING max(e.amount) <> coalesce(o.amount, 0) ORDER BY o.reference;

-- name: ReconcileNobodys :many
-- Captures that the provider told and of which no attempt is known.
SELECT e.reference, e.fort_id, max(e.amount)::bigint AS amount FROM payment_events e
WHERE e.outcome = 'paid' AND e.source <> 'return' AND e.at >= @since::timestamptz AND e.at < @until::timestamptz AND NOT EXISTS (SELECT FROM attempts a WHERE a.reference = e.reference)
GROUP BY e.reference, e.fort_id ORDER BY e.reference;
