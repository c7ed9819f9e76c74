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

-- name: MailSent :exec
UPDATE mails SET sent_at = @now::timestamptz, begun_at = NULL WHERE id = @id;

-- name: MailNotSent :exec
-- The mail server certainly does not have it.
UPDATE mails SET begun = begun - 1, begun_at = NULL WHERE id = @id AND begun > 0;

-- name: MailUncertain :exec
-- The mail server may have it.
UPDATE mails SET begun_at = NULL WHERE id = @id;

-- name: MailsForget :exec
DELETE FROM mails WHERE made_at < @before;

-- name: OrderLetter :one
-- A paid order with what its letters say about who and how. The card is that of the attempt that paid.
SELECT o.id, o.status, o.week, o.paid_at, o.gross_amount, o.discount, o.net_amount, o.company_share, o.wallet_amount, o.payable_amount,
  o.vat_amount, o.company_vat_amount, o.quote, p.id AS person_id, p.email, p.name, c.name AS company_name,
  coalesce((SELECT a.card FROM attempts a WHERE a.purpose = 'order' AND a.subject_id = o.id AND a.status = 'paid' LIMIT 1), '')::text AS card
FROM orders o JOIN profiles pr ON pr.id = o.profile_id JOIN persons p ON p.id = pr.person_id JOIN companies c ON c.id = o.company_id
WHERE o.id = $1;

-- name: OrderLetterDays :many
-- The days of an order that will come, each with where and when it arrives.
SELECT d.delivery_date, d.net_amount, a.label, t.from_time, t.until_time
FROM deliveries d JOIN addresses a ON a.id = d.address_id JOIN area_timings t ON t.id = a.area_timing_id
WHERE d.order_id = $1 AND d.live ORDER BY d.delivery_date;

-- name: ReminderOne :one
-- What a reminder for a week would say to a person, over all profiles that can order: how much is drafted on a day that can
-- still be ordered and does not hold a delivery, whether anything is ordered in the week, and whether anything was lately.
SELECT p.email, p.name,
  EXISTS (SELECT FROM profiles pr JOIN deliveries d ON d.profile_id = pr.id WHERE pr.person_id = p.id AND d.live
    AND d.delivery_date BETWEEN @from_date::date AND @until_date::date) AS ordered,
  EXISTS (SELECT FROM profiles pr JOIN deliveries d ON d.profile_id = pr.id WHERE pr.person_id = p.id AND d.live
    AND d.delivery_date BETWEEN @lately_date::date AND @before_date::date) AS regular,
  ARRAY(SELECT DISTINCT w.date FROM profiles pr JOIN companies c ON c.id = pr.company_id JOIN draft_days w ON w.profile_id = pr.id
    WHERE pr.person_id = p.id AND pr.status = 'Active' AND c.status = 'Active' AND w.date BETWEEN @from_date::date AND @until_date::date AND w.items <> '[]'
    AND NOT EXISTS (SELECT FROM deliveries d WHERE d.profile_id = pr.id AND d.live AND d.delivery_date = w.date)
    AND NOT EXISTS (SELECT FROM closed_days x WHERE x.date = w.date) ORDER BY w.date)::date[] AS drafted
FROM persons p
WHERE p.id = @person_id AND EXISTS (SELECT FROM profiles pr JOIN companies c ON c.id = pr.company_id
  WHERE pr.person_id = p.id AND pr.status = 'Active' AND c.status = 'Active');

-- name: RemindersDue :many
-- People who may want a reminder for a week and were not written one: with a draft in it, or regular and without an order in it.
SELECT pr.person_id FROM profiles pr JOIN companies c ON c.id = pr.company_id
WHERE pr.status = 'Active' AND c.status = 'Active' AND pr.person_id > @after::text
  AND NOT EXISTS (SELECT FROM mails m WHERE m.id = concat(@prefix::text, pr.person_id))
  AND (EXISTS (SELECT FROM draft_days w WHERE w.profile_id = pr.id AND w.date BETWEEN @from_date::date AND @until_date::date AND w.items <> '[]')
    OR EXISTS (SELECT FROM deliveries d WHERE d.profile_id = pr.id AND d.live AND d.delivery_date BETWEEN @lately_date::date AND @before_date::date)
    AND NOT EXISTS (SELECT FROM deliveries d WHERE d.profile_id = pr.id AND d.live AND d.delivery_date BETWEEN @from_date::date AND @until_date::date))
GROUP BY pr.person_id ORDER BY pr.person_id LIMIT 500;

-- name: CodeLetter :one
-- Whom an open challenge's code has to go to, and what it is for.
SELECT p.id AS person_id, p.email, c.purpose, c.expires_at FROM challenges c JOIN persons p ON p.id = c.person_id
WHERE c.id = @id AND c.used_at IS NULL AND c.voided_at IS NULL AND c.expires_at > @now;

-- name: OrderLetterLines :many
SELECT d.delivery_date, l.qty, l.name, l.total FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id
WHERE d.order_id = $1 ORDER BY d.delivery_date, l.position;
