-- name: OrderLetter :one
-- A paid order with what its letters say about who and how. The card is that of the attempt that paid.
SELECT o.id, o.status, o.week, o.paid_at, o.gross_amount, o.discount, o.net_amount, o.company_share, o.wallet_amount,
  o.payable_amount, o.vat_amount, o.company_vat_amount, o.quote, p.id AS person_id, p.email, p.name, p.language,
  c.name AS company_name,
  coalesce((SELECT a.card FROM attempts a WHERE a.purpose = 'order' AND a.subject_id = o.id AND a.status = 'paid'
    ORDER BY a.settled_at, a.id LIMIT 1), '')::text AS card
FROM orders o JOIN profiles pr ON pr.id = o.profile_id JOIN persons p ON p.id = pr.person_id
JOIN companies c ON c.id = o.company_id
WHERE o.id = $1;

-- name: OrderLetterDays :many
-- The days of an order that will come, each with where and when it arrives.
SELECT d.delivery_date, d.net_amount, d.vat_rate, a.label, t.from_time::text AS from_time, t.until_time::text AS until_time
FROM deliveries d JOIN addresses a ON a.id = d.address_id
CROSS JOIN LATERAL window_on(a.area_timing_id, d.delivery_date) AS t (from_time, until_time, open)
WHERE d.order_id = $1 AND d.live ORDER BY d.delivery_date;

-- name: ReminderOne :one
-- What a reminder for a week would say to a person, over all profiles that can order: how much is drafted on a day that can
-- still be ordered and does not hold a delivery, whether anything is ordered in the week, whether anything was lately, and the weekdays on
-- which the windows of their places deliver.
SELECT p.email, p.name, p.language,
  EXISTS (SELECT FROM profiles pr JOIN deliveries d ON d.profile_id = pr.id
    WHERE pr.person_id = p.id AND d.live AND d.delivery_date BETWEEN @from_date::date AND @until_date::date) AS ordered,
  EXISTS (SELECT FROM profiles pr JOIN deliveries d ON d.profile_id = pr.id
    WHERE pr.person_id = p.id AND d.live AND d.delivery_date BETWEEN @lately_date::date AND @before_date::date) AS regular,
  ARRAY(SELECT DISTINCT w.date FROM profiles pr JOIN companies c ON c.id = pr.company_id JOIN draft_days w ON w.profile_id = pr.id
    WHERE pr.person_id = p.id AND pr.status = 'Active' AND c.status = 'Active'
      AND w.date BETWEEN @from_date::date AND @until_date::date AND w.items <> '[]'
      AND NOT EXISTS (SELECT FROM deliveries d WHERE d.profile_id = pr.id AND d.live AND d.delivery_date = w.date)
      AND NOT EXISTS (SELECT FROM closed_days x WHERE x.date = w.date)
      AND NOT EXISTS (SELECT FROM addresses a
        CROSS JOIN LATERAL window_on(a.area_timing_id, w.date) AS t (from_time, until_time, open)
        WHERE a.id = coalesce(w.address_id, pr.address_id) AND NOT t.open)
    ORDER BY w.date)::date[] AS drafted,
  ARRAY(SELECT DISTINCT unnest(coalesce(t.weekdays, '{1,2,3,4,5}')) FROM profiles pr JOIN companies c ON c.id = pr.company_id
    LEFT JOIN addresses a ON a.id = pr.address_id LEFT JOIN area_timings t ON t.id = a.area_timing_id
    WHERE pr.person_id = p.id AND pr.status = 'Active' AND c.status = 'Active')::int[] AS weekdays
FROM persons p
WHERE p.id = @person_id
  AND EXISTS (SELECT FROM profiles pr JOIN companies c ON c.id = pr.company_id
    WHERE pr.person_id = p.id AND pr.status = 'Active' AND c.status = 'Active');

-- name: RemindersDue :many
-- People who may want a reminder for a week and were not written one: with a draft in it, or regular and without an order in it. Of the
-- week's open days, the first one on which the window of their place delivers is one of those that are reminded of today.
SELECT pr.person_id FROM profiles pr JOIN companies c ON c.id = pr.company_id
LEFT JOIN addresses a ON a.id = pr.address_id LEFT JOIN area_timings t ON t.id = a.area_timing_id
WHERE pr.status = 'Active' AND c.status = 'Active' AND pr.person_id > @after::text
  AND (SELECT min(o.date) FROM unnest(@open::date[]) AS o (date)
    WHERE t.id IS NULL OR (SELECT w.open FROM window_on(t.id, o.date) AS w (from_time, until_time, open))) = ANY(@firsts::date[])
  AND NOT EXISTS (SELECT FROM mails m WHERE m.id = concat(@prefix::text, pr.person_id))
  AND (EXISTS (SELECT FROM draft_days w
      WHERE w.profile_id = pr.id AND w.date BETWEEN @from_date::date AND @until_date::date AND w.items <> '[]')
    OR EXISTS (SELECT FROM deliveries d
        WHERE d.profile_id = pr.id AND d.live AND d.delivery_date BETWEEN @lately_date::date AND @before_date::date)
      AND NOT EXISTS (SELECT FROM deliveries d
        WHERE d.profile_id = pr.id AND d.live AND d.delivery_date BETWEEN @from_date::date AND @until_date::date))
GROUP BY pr.person_id ORDER BY pr.person_id LIMIT 500;

-- name: OrderLetterLines :many
SELECT d.delivery_date, l.qty, l.name, l.total FROM order_lines l JOIN deliveries d ON d.id = l.delivery_id
WHERE d.order_id = $1 ORDER BY d.delivery_date, l.position;
