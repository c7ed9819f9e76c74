-- name: CalendarLink :one
-- Since when a profile has a calendar link.
SELECT made_at FROM calendar_links WHERE profile_id = $1;

-- name: CalendarLinkMake :exec
-- The one before it ends.
INSERT INTO calendar_links (profile_id, token, made_at) VALUES ($1, $2, $3)
ON CONFLICT ON CONSTRAINT calendar_links_pkey DO UPDATE SET token = excluded.token, made_at = excluded.made_at;

-- name: CalendarLinkEnd :exec
DELETE FROM calendar_links WHERE profile_id = $1;

-- name: CalendarLinkOwner :one
-- Whose lunches a link shows, and the language they read. A profile that may not order any more shows none.
SELECT f.profile_id, p.language FROM calendar_links f
JOIN profiles pr ON pr.id = f.profile_id JOIN persons p ON p.id = pr.person_id
WHERE f.token = $1 AND pr.status = 'Active' AND p.erased_at IS NULL;

-- name: CalendarLunches :many
-- The paid lunches of a profile from a date on, with where and when they arrive.
SELECT d.id, d.delivery_date, d.cutoff, o.version, a.label, a.line, x.area,
  t.from_time::text AS from_time, t.until_time::text AS until_time,
  ARRAY(SELECT CASE WHEN l.qty > 1 THEN l.qty || ' × ' ELSE '' END || l.name
    FROM order_lines l WHERE l.delivery_id = d.id ORDER BY l.position)::text[] AS meals
FROM deliveries d JOIN orders o ON o.id = d.order_id AND o.company_id = d.company_id
JOIN addresses a ON a.id = d.address_id AND a.company_id = d.company_id
JOIN area_timings x ON x.id = a.area_timing_id
CROSS JOIN LATERAL window_on(x.id, d.delivery_date) AS t (from_time, until_time, open)
WHERE d.profile_id = @profile_id AND d.live AND d.delivery_date >= @from_date AND o.status IN ('Confirmed', 'Completed')
ORDER BY d.delivery_date;
