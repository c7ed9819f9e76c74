-- name: OperatorCompanies :many
-- Companies in a state (or all), whose name, tax number or a person's mail domain holds some words; after the company `after` by name.
-- Those that were only typed, no admin having proved an address, are found by words alone.
SELECT c.id, c.name, c.status, c.trn, c.people, c.created_at, c.plan_id,
  (SELECT count(*) FROM profiles pr WHERE pr.company_id = c.id AND pr.status = 'Active')::int AS active_people
FROM companies c
WHERE c.company_type = 'Corporate' AND (@status::text = '' OR c.status = @status)
  AND (@words::text = '' AND (c.status <> 'Pending' OR EXISTS (SELECT FROM profiles pr
      WHERE pr.company_id = c.id AND pr.client_type = 'Admin' AND pr.proved_at IS NOT NULL))
    OR @words <> '' AND (c.name ILIKE '%' || @words || '%' OR c.trn LIKE @words || '%'
      OR EXISTS (SELECT FROM unnest(c.allowed_domains) d WHERE d ILIKE '%' || @words || '%')))
  AND (@after::text = '' OR (lower(c.name), c.id) > (SELECT lower(l.name), l.id FROM companies l WHERE l.id = @after))
ORDER BY lower(c.name), c.id LIMIT @most::int;

-- name: OperatorOverview :one
-- Which of some weeks have no menu although a day of them is open, and the next closed day.
SELECT ARRAY(SELECT w.week FROM unnest(@weeks::date[]) w(week)
    WHERE NOT EXISTS (SELECT FROM menus_current c WHERE c.week = w.week)
      AND (SELECT count(*) FROM closed_days c WHERE c.date BETWEEN w.week AND w.week + 4) < 5
    ORDER BY w.week)::date[] AS weeks_without_menu,
  coalesce(c.date, @today)::date AS closed_date, coalesce(c.name, '')::text AS closed_name,
  coalesce(c.name_ar, '')::text AS closed_name_ar
FROM (SELECT) one
LEFT JOIN LATERAL (SELECT date, name, name_ar FROM closed_days WHERE date >= @today::date ORDER BY date LIMIT 1) c ON true;

-- name: RunDays :many
-- Dates with something to cook: what is ordered now, what was written down last, whether labels of all of it were printed, and how much
-- of it was handed over.
SELECT x.date, coalesce(live.meals, 0)::int AS meals, coalesce(live.people, 0)::int AS people, coalesce(live.places, 0)::int AS places,
  coalesce(last.n, -1)::int AS n, coalesce(last.meals, 0)::int AS run_meals, coalesce(done.people, 0)::int AS handed,
  (last.n IS NOT NULL AND NOT EXISTS (SELECT FROM runs r LEFT JOIN run_labels l USING (date, n)
    WHERE r.date = x.date AND l.n IS NULL))::boolean AS printed
FROM (SELECT generate_series(@from_date::date, @until_date::date, interval '1 day')::date AS date) x
LEFT JOIN LATERAL (SELECT sum(c.qty) AS meals, count(DISTINCT c.delivery_id) AS people, count(DISTINCT c.address_id) AS places
  FROM to_cook c WHERE c.delivery_date = x.date) live ON true
LEFT JOIN (SELECT DISTINCT ON (r.date) r.date, r.n, r.meals FROM runs r WHERE r.date BETWEEN @from_date AND @until_date
  ORDER BY r.date, r.n DESC) last ON last.date = x.date
LEFT JOIN LATERAL (SELECT count(*) AS people
  FROM deliveries d CROSS JOIN LATERAL (SELECT FROM handovers y WHERE y.delivery_id = d.id OFFSET 0) h
  WHERE d.delivery_date = x.date AND d.live) done ON true
WHERE live.meals > 0 OR last.n IS NOT NULL
ORDER BY x.date;

-- name: SupportOverview :one
-- What support should look after, counted over every company.
SELECT (SELECT count(*) FROM companies c WHERE c.company_type = 'Corporate' AND c.status = 'Pending'
    AND EXISTS (SELECT FROM profiles pr
      WHERE pr.company_id = c.id AND pr.client_type = 'Admin' AND pr.proved_at IS NOT NULL))::int AS companies_waiting,
  o.invoices::int AS overdue_invoices, o.amount::bigint AS overdue_amount, u.attempts::int AS unresolved,
  u.amount::bigint AS unresolved_amount,
  (SELECT count(*) FROM einvoice_transmissions x WHERE x.state IN ('incomplete', 'rejected', 'stopped'))::int AS einvoices_stuck,
  ARRAY(SELECT t.name FROM tills t JOIN companies c ON c.id = t.company_id
    WHERE t.revoked_at IS NULL AND c.status = 'Active' AND t.seen_at < @silent_before::timestamptz
    ORDER BY t.seen_at, t.id LIMIT @most::int)::text[] AS silent
FROM (SELECT count(*) AS invoices, coalesce(sum(due), 0) AS amount FROM invoice_dues
  WHERE due <> 0 AND due > 0 AND due_on < @today::date) o
CROSS JOIN (SELECT count(*) AS attempts, coalesce(sum(amount), 0) AS amount FROM attempts
  WHERE status = 'open' AND expires_at < @open_before::timestamptz) u;

-- name: OperatorCompany :one
-- Everything that a company said of itself, and what it has agreed.
SELECT c.*, coalesce(p.name, '')::text AS plan_name, coalesce(p.discount_type, '')::text AS plan_discount_type,
  coalesce(p.discount_amount, 0)::bigint AS plan_discount, p.min_num_people AS plan_people,
  (SELECT count(*) FROM profiles pr WHERE pr.company_id = c.id AND pr.status = 'Active')::int AS active_people,
  (SELECT count(*) FROM deliveries d JOIN orders o ON o.id = d.order_id
    WHERE d.company_id = c.id AND d.live AND o.status = 'Confirmed' AND d.delivery_date >= @today::date)::int AS open_deliveries,
  (c.trn IS NOT NULL
    AND EXISTS (SELECT FROM companies o
      WHERE o.trn = c.trn AND o.id <> c.id AND o.status IN ('Active', 'Suspended')))::boolean AS trn_taken
FROM companies c LEFT JOIN plans p ON p.id = c.plan_id
WHERE c.id = @id AND c.company_type = 'Corporate';

-- name: OperatorCompanyAdmins :many
SELECT pr.id, p.name, p.email, p.mobile, pr.status, pr.proved_at FROM profiles pr JOIN persons p ON p.id = pr.person_id
WHERE pr.company_id = @company_id::text AND pr.client_type = 'Admin' ORDER BY pr.id LIMIT 20;

-- name: OperatorPeople :many
-- Profiles in a state (or all), whose person's name or e-mail, or whose company, holds some words; after the profile `after` by name.
-- Those that were only typed are found by words or by that state. Whoever was erased has no name, and is first by it.
SELECT pr.id, pr.client_type, pr.status, p.name, p.email, pr.company_id, c.name AS company_name,
  (pr.proved_at IS NOT NULL)::boolean AS proved, (p.erased_at IS NOT NULL)::boolean AS erased
FROM profiles pr JOIN persons p ON p.id = pr.person_id JOIN companies c ON c.id = pr.company_id
WHERE (@company_id::text = '' OR pr.company_id = @company_id)
  AND (@words::text <> '' OR @state::text = 'Unconfirmed' OR NOT only_typed(pr.status, pr.proved_at))
  AND (@state = ''
    OR @state = 'Erased' AND lower(p.name) = '' AND p.erased_at IS NOT NULL
    OR @state = 'Unconfirmed' AND only_typed(pr.status, pr.proved_at)
    OR pr.status = @state AND p.erased_at IS NULL AND NOT only_typed(pr.status, pr.proved_at))
  AND (@words = '' OR p.name ILIKE '%' || @words || '%' OR p.email ILIKE '%' || @words || '%'
    OR c.name ILIKE '%' || @words || '%')
  AND lower(p.name) >= (SELECT coalesce(max(lower(lp.name)), '') FROM profiles lpr JOIN persons lp ON lp.id = lpr.person_id
    WHERE lpr.id = @after::text)
  AND (@after = ''
    OR (lower(p.name), pr.id) > (SELECT lower(lp.name), lpr.id FROM profiles lpr JOIN persons lp ON lp.id = lpr.person_id
      WHERE lpr.id = @after))
ORDER BY lower(p.name), pr.id LIMIT @most::int;

-- name: OperatorPerson :one
SELECT pr.id, pr.person_id, pr.client_type, pr.status, pr.created_at, pr.used_at, pr.proved_at, p.name, p.email, p.mobile,
  p.erased_at, (p.password_hash IS NOT NULL)::boolean AS has_password, pr.company_id, c.name AS company_name,
  c.status AS company_status, (SELECT f.frozen_at FROM counter_freezes f WHERE f.profile_id = pr.id) AS code_frozen_at,
  (SELECT count(*) FROM deliveries d JOIN orders o ON o.id = d.order_id
    WHERE d.profile_id = pr.id AND d.live AND o.status = 'Confirmed' AND d.delivery_date >= @today::date)::int AS open_deliveries
FROM profiles pr JOIN persons p ON p.id = pr.person_id JOIN companies c ON c.id = pr.company_id
WHERE pr.id = @id;

-- name: OperatorPersonProfiles :many
SELECT pr.id, pr.client_type, pr.status, c.name AS company_name, (pr.proved_at IS NOT NULL)::boolean AS proved
FROM profiles pr JOIN companies c ON c.id = pr.company_id
WHERE pr.person_id = @person_id AND pr.id <> @id ORDER BY c.name, pr.id;

-- name: OperatorOrders :many
SELECT id, status, week, net_amount, company_share, employee_share, created_at FROM orders
WHERE profile_id = $1
ORDER BY created_at DESC, id DESC LIMIT 20;

-- name: OperatorDocuments :many
-- A person's tax invoices and credit notes, the newest first.
SELECT id, about_id, kind, number, issued_on, total_amount FROM eater_documents WHERE profile_id = $1 ORDER BY id DESC LIMIT 50;

-- name: OperatorSignIns :many
-- Where somebody came in and was last seen, in the sessions that are kept. An operator's own are not support's.
SELECT s.id, s.device, s.created_at, s.seen_at, s.ends_at FROM sessions s JOIN profiles pr ON pr.id = s.profile_id
WHERE s.person_id = $1 AND pr.client_type <> 'Operator' ORDER BY s.created_at DESC LIMIT 20;

-- name: OperatorCodes :many
-- Which codes somebody asked for lately, and whether one was used.
SELECT purpose, created_at, used_at, tries FROM challenges WHERE person_id = @person_id::text ORDER BY created_at DESC LIMIT 20;

-- name: OperatorAttempts :many
-- Payment attempts in a state (or all), of one profile (or all), older than the attempt `after`; words are a reference, an order, an
-- e-mail or the provider's number. Each way to look for some reads its own index, and no more than a page of it.
WITH start AS (
  SELECT coalesce(max(l.created_at), 'infinity') AS at, coalesce(max(l.id), '') AS id FROM attempts l WHERE l.id = @after::text
), found AS (
  (SELECT x.id FROM attempts x
    WHERE @words::text = '' AND @profile_id::text = '' AND @status IN ('', 'paid') AND (@status::text = '' OR x.status = @status)
      AND (x.created_at, x.id) < ((SELECT at FROM start), (SELECT id FROM start))
    ORDER BY x.created_at DESC, x.id DESC LIMIT @most::int)
  UNION (SELECT x.id FROM attempts x
    WHERE @words::text = '' AND @profile_id::text = '' AND x.status = @status AND x.status <> 'paid'
      AND (x.created_at, x.id) < ((SELECT at FROM start), (SELECT id FROM start))
    ORDER BY x.created_at DESC, x.id DESC LIMIT @most::int)
  UNION (SELECT x.id FROM attempts x
    WHERE @words::text = '' AND @profile_id <> '' AND x.profile_id = @profile_id AND (@status::text = '' OR x.status = @status)
      AND (x.created_at, x.id) < ((SELECT at FROM start), (SELECT id FROM start))
    ORDER BY x.created_at DESC, x.id DESC LIMIT @most::int)
  UNION (SELECT x.id FROM attempts x
    WHERE @words <> '' AND x.email = lower(@words) AND (@status::text = '' OR x.status = @status)
      AND (x.created_at, x.id) < ((SELECT at FROM start), (SELECT id FROM start))
    ORDER BY x.created_at DESC, x.id DESC LIMIT @most::int)
  UNION SELECT x.id FROM attempts x WHERE @words <> '' AND x.reference = @words
  UNION SELECT x.id FROM attempts x WHERE @words <> '' AND x.subject_id = @words
  UNION SELECT x.id FROM attempts x WHERE @words <> '' AND x.fort_id = @words
)
SELECT a.id, a.purpose, a.subject_id, a.profile_id, a.reference, a.amount, a.status, a.reason,
  coalesce(a.fort_id, '')::text AS fort_id, a.card, a.created_at, a.expires_at, a.settled_at, p.name, c.name AS company_name,
  (SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.attempt_id = a.id AND r.status = 'done')::bigint AS returned,
  (SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.attempt_id = a.id AND r.status = 'asked')::bigint AS returning,
  (SELECT coalesce(sum(r.amount), 0) FROM refunds r WHERE r.attempt_id = a.id AND r.status = 'failed')::bigint AS instead
FROM found f CROSS JOIN LATERAL (SELECT * FROM attempts y WHERE y.id = f.id OFFSET 0) a
JOIN profiles pr ON pr.id = a.profile_id JOIN persons p ON p.id = pr.person_id JOIN companies c ON c.id = a.company_id
WHERE (@status::text = '' OR a.status = @status) AND (@profile_id::text = '' OR a.profile_id = @profile_id)
  AND (a.created_at, a.id) < ((SELECT at FROM start), (SELECT id FROM start))
ORDER BY a.created_at DESC, a.id DESC LIMIT @most::int;

-- name: OperatorProfileHold :one
-- A profile of a company's person, the person held until the transaction ends: no session of theirs begins meanwhile.
SELECT pr.id, pr.person_id, pr.company_id, pr.status, pr.proved_at, pr.removed_at FROM profiles pr JOIN persons p ON p.id = pr.person_id
WHERE pr.id = @id AND pr.client_type <> 'Operator' AND p.erased_at IS NULL FOR NO KEY UPDATE OF p;

-- name: OperatorSessionsEnd :many
-- Ends the sessions of a profile; the history of notifications says who did.
WITH told AS (UPDATE push_devices v SET ended_by = 'operator', ended_at = @now::timestamptz
  FROM sessions s WHERE s.profile_id = @profile_id AND v.person_id = s.person_id AND v.session_id = s.id)
DELETE FROM sessions s WHERE s.profile_id = @profile_id RETURNING s.id;

-- name: OperatorProfileSuspend :exec
-- Shuts out who is held.
UPDATE profiles SET status = 'Suspended', held_at = @now::timestamptz WHERE id = @id;

-- name: OperatorProfileReactivate :execrows
-- Lets in again who was shut out and not removed.
UPDATE profiles SET status = 'Active', held_at = NULL
WHERE id = $1 AND status = 'Suspended' AND removed_at IS NULL AND proved_at IS NOT NULL;

-- name: CreditInsert :execrows
-- One credit a key; 0 rows when it was given before.
INSERT INTO credits (id, profile_id, operator_id, amount, reason, at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT ON CONSTRAINT credits_pkey DO NOTHING;

-- name: CreditOne :one
SELECT * FROM credits WHERE id = $1;

-- name: CreditsOfOperator :one
-- What an operator has given out of good will since a moment: what was missing of a lunch is not that.
SELECT coalesce(sum(amount), 0)::bigint AS given FROM credits c
WHERE c.operator_id = $1 AND c.at >= $2 AND NOT EXISTS (SELECT FROM shortfalls s WHERE s.id = c.id);

-- name: CreditLetter :one
SELECT k.id, k.amount, k.reason, p.id AS person_id, p.name, p.email, p.language
FROM credits k JOIN profiles pr ON pr.id = k.profile_id JOIN persons p ON p.id = pr.person_id
WHERE k.id = $1 AND p.erased_at IS NULL;

-- name: RefundPayer :one
-- Whose attempt a refund is of.
SELECT a.profile_id FROM refunds r JOIN attempts a ON a.id = r.attempt_id WHERE r.id = $1;

-- name: RefundLetter :one
-- Whom to tell of a refund that went into the wallet, and why.
SELECT r.id, r.amount, t.note AS reason, p.id AS person_id, p.name, p.email, p.language
FROM refunds r JOIN transactions t ON t.cause_type = 'refund' AND t.cause_id = r.id
JOIN attempts a ON a.id = r.attempt_id JOIN profiles pr ON pr.id = a.profile_id JOIN persons p ON p.id = pr.person_id
WHERE r.id = $1 AND p.erased_at IS NULL;

-- name: CasesWaiting :many
-- Everything that somebody should look at and nobody has closed, newest first: changes that a device said and nobody could apply, copies
-- that people sent to support, money that went back without being asked or that the provider does not send back, payments that an
-- operator called taken and the provider did not, or that the provider leaves open, purchases at counters of which the buyer says that
-- they were not theirs, letters that were given up, limits of sign-in that turned people away within a day, nightly tasks that failed or
-- stay away, and messages to phones that the carrier refuses. Said is what a device said, as JSON; what stays cannot be closed.
SELECT x.kind::text AS kind, x.id::text AS id, x.at::timestamptz AS at, x.profile_id::text AS profile_id, x.what::text AS what,
  x.said::text AS said, x.amount::bigint AS amount, x.stays::boolean AS stays, coalesce(p.name, '')::text AS name
FROM (SELECT 'change' AS kind, profile_id || '-' || id AS id, at, profile_id, '' AS what, payload AS said, 0 AS amount,
    false AS stays
  FROM quarantine
  WHERE strikes >= 3
  UNION ALL SELECT 'copy', id, at, profile_id, why, operations::text, 0, false FROM sync_copies
  UNION ALL SELECT 'refund', r.id, r.at, a.profile_id,
    CASE WHEN r.status = 'asked' AND r.declined_at IS NOT NULL THEN 'declined' WHEN r.status = 'asked' THEN 'waits'
      WHEN r.cause = 'sent back all the same' THEN 'twice' ELSE 'by hand' END,
    '', r.amount, r.status = 'asked'
  FROM refunds r JOIN attempts a ON a.id = r.attempt_id
  WHERE r.status = 'asked' AND (r.at < @stuck::timestamptz OR r.declined_at IS NOT NULL)
    OR r.cause IN ('sent back at the provider', 'sent back all the same')
  UNION ALL SELECT 'attempt', id, created_at, profile_id, 'open', '', amount, true FROM attempts
  WHERE status = 'open' AND expires_at < @stuck
  UNION ALL SELECT 'attempt', a.id, max(e.at), a.profile_id, 'failed', '', a.amount, false
  FROM payment_events o JOIN attempts a ON a.reference = o.reference AND a.status = 'paid'
  JOIN payment_events e ON e.reference = o.reference AND e.outcome = 'failed' AND e.source IN ('notify', 'check')
  WHERE o.source = 'operator' AND o.outcome = 'paid'
    AND NOT EXISTS (SELECT FROM payment_events s
      WHERE s.reference = o.reference AND s.outcome = 'paid' AND s.source IN ('notify', 'check'))
  GROUP BY a.id, a.profile_id, a.amount
  UNION ALL SELECT 'dispute', d.id, d.opened_at, d.profile_id,
    (s.cash_amount + s.terminal_amount) || ' ' || t.name || ', ' || a.label, '', s.total_amount + s.difference_amount, true
  FROM counter_disputes d JOIN counter_sales s ON s.id = d.sale_id JOIN tills t ON t.id = s.till_id
  JOIN addresses a ON a.id = t.address_id
  WHERE d.outcome IS NULL
  UNION ALL SELECT 'letter', m.id, m.made_at, coalesce((SELECT min(pr.id) FROM profiles pr WHERE pr.person_id = m.person_id), ''),
    m.kind, '', 0, false
  FROM mails m
  WHERE m.sent_at IS NULL AND m.begun >= 2
  UNION ALL SELECT 'limit', key, max(window_at), '', substr(key, 6) || ' ' || sum(n), '', 0, true FROM attempts_made
  WHERE key LIKE 'full:%' AND window_at > @stuck
  GROUP BY key
  UNION ALL SELECT 'nightly', n.kind,
    CASE WHEN n.failed_at > coalesce(n.succeeded_at, '-infinity') THEN n.failed_at ELSE n.succeeded_at END, '',
    CASE WHEN n.failed_at > coalesce(n.succeeded_at, '-infinity') THEN 'failed ' || n.note ELSE 'late' END, '', 0, true
  FROM nightly_runs n
  WHERE n.failed_at > coalesce(n.succeeded_at, '-infinity') OR n.succeeded_at < @night_before::timestamptz
  UNION ALL SELECT 'nightly', 'backup', c.since, '', 'never', '', 0, true
  FROM (SELECT min(created_at) AS since FROM companies WHERE company_type = 'Corporate' AND status = 'Active') c
  WHERE @copied::boolean AND c.since < @night_before AND NOT EXISTS (SELECT FROM nightly_runs WHERE kind = 'backup')
  UNION ALL SELECT 'phone', scope, since, '', CASE code WHEN 0 THEN reason ELSE code || ': ' || reason END, '', 0, true FROM phone_stops) x
LEFT JOIN profiles pr ON pr.id = x.profile_id LEFT JOIN persons p ON p.id = pr.person_id
WHERE x.stays OR NOT EXISTS (SELECT FROM cases_closed k WHERE k.kind = x.kind AND k.id = x.id)
ORDER BY x.at DESC, x.id LIMIT @most::int;

-- name: MealNames :many
SELECT id, coalesce(body->>'name', '')::text AS name FROM meals WHERE id = ANY(@ids::text[]);

-- name: CaseKnown :one
-- Whether there is such a case at all that can be put away. A refund that is asked for cannot: it ends in one way or another.
SELECT (CASE @kind::text
  WHEN 'change' THEN EXISTS (SELECT FROM quarantine WHERE profile_id || '-' || id = @id::text)
  WHEN 'copy' THEN EXISTS (SELECT FROM sync_copies WHERE id = @id)
  WHEN 'refund' THEN EXISTS (SELECT FROM refunds WHERE id = @id AND status <> 'asked')
  WHEN 'attempt' THEN EXISTS (SELECT FROM attempts WHERE id = @id AND status = 'paid')
  WHEN 'letter' THEN EXISTS (SELECT FROM mails WHERE id = @id)
  ELSE false END)::boolean AS known;

-- name: CaseClose :execrows
INSERT INTO cases_closed (kind, id, operator_id, note, at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING;

-- name: Settings :many
SELECT name, value FROM settings ORDER BY name;

-- name: SettingSwap :execrows
-- Sets a setting that has the value before, or none; 0 rows when another one was set meanwhile.
INSERT INTO settings AS s (name, value) VALUES (@name, @value) ON CONFLICT (name) DO UPDATE SET value = excluded.value
WHERE s.value = @before;

-- name: SettingSet :exec
INSERT INTO settings (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: ClosedDaysWithOrders :many
-- Closed days from a date on, each with how many deliveries it holds all the same.
SELECT c.date, c.name, c.name_ar, c.expected,
  (SELECT count(*) FROM deliveries d JOIN orders o ON o.id = d.order_id
    WHERE d.delivery_date = c.date AND d.live AND o.status NOT IN ('Cancelled', 'Refunded'))::int AS deliveries
FROM closed_days c
WHERE c.date >= @from_date::date
ORDER BY c.date;

-- name: ClosedDayLock :one
SELECT * FROM closed_days WHERE date = $1 FOR UPDATE;

-- name: ClosedDayAdd :execrows
INSERT INTO closed_days (date, name, name_ar, expected) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING;

-- name: ClosedDaySet :exec
UPDATE closed_days SET date = @date, name = @name, name_ar = @name_ar, expected = @expected WHERE date = @was::date;

-- name: ClosedDayRemove :exec
DELETE FROM closed_days WHERE date = $1;

-- name: DeliveriesOn :many
-- Who has lunch coming on a date, and how many lunches that are in all.
SELECT d.profile_id, p.name, c.name AS company_name, o.id AS order_id, o.status, (count(*) OVER ())::int AS lunches
FROM deliveries d JOIN orders o ON o.id = d.order_id
JOIN profiles pr ON pr.id = d.profile_id JOIN persons p ON p.id = pr.person_id JOIN companies c ON c.id = d.company_id
WHERE d.delivery_date = @date AND (d.live OR d.held) AND o.status NOT IN ('Cancelled', 'Refunded')
ORDER BY c.name, p.name, d.id LIMIT @most::int;

-- name: OperatorActs :many
-- What was done, newest first, older than the act `after`: by one operator (or anybody), of kinds that begin so, about one thing (or all).
SELECT a.id, a.at, a.kind, a.subject, a.note, a.before, a.after, a.profile_id, coalesce(p.name, '')::text AS name,
  coalesce(pr.client_type, '')::text AS client_type,
  coalesce(sp.name, sc.name, st.name, sm.body->>'name', '')::text AS subject_name, coalesce(spr.id, '')::text AS subject_profile,
  coalesce(sc.id, '')::text AS subject_company
FROM acts a LEFT JOIN profiles pr ON pr.id = a.profile_id LEFT JOIN persons p ON p.id = pr.person_id
LEFT JOIN profiles spr ON spr.id = a.subject LEFT JOIN persons sp ON sp.id = spr.person_id
LEFT JOIN companies sc ON sc.id = a.subject LEFT JOIN tills st ON st.id = a.subject LEFT JOIN meals sm ON sm.id = a.subject
WHERE (@by::text = '' OR a.profile_id = @by) AND (@kind::text = '' OR a.kind LIKE @kind || '%')
  AND (@subject::text = '' OR a.subject = @subject) AND (@operators::boolean = false OR pr.client_type = 'Operator')
  AND (@before_id::text = '' OR a.id < @before_id)
ORDER BY a.id DESC LIMIT @most::int;

-- name: Operators :many
SELECT pr.id, p.name, p.email, pr.status, coalesce(pr.operator_role, '')::text AS role, pr.used_at,
  EXISTS (SELECT FROM second_factors f WHERE f.person_id = p.id AND f.secret IS NOT NULL)::boolean AS factor
FROM profiles pr JOIN persons p ON p.id = pr.person_id
WHERE pr.client_type = 'Operator'
ORDER BY lower(p.name), pr.id;

-- name: OperatorOne :one
-- An operator, the person held until the transaction ends.
SELECT pr.id, pr.person_id, pr.status, coalesce(pr.operator_role, '')::text AS role FROM profiles pr JOIN persons p ON p.id = pr.person_id
WHERE pr.id = $1 AND pr.client_type = 'Operator' FOR NO KEY UPDATE OF p;

-- name: OperatorByEmail :one
-- An operator, the person held until the transaction ends.
SELECT pr.id, pr.person_id, coalesce(pr.operator_role, '')::text AS role FROM profiles pr JOIN persons p ON p.id = pr.person_id
WHERE p.email = $1 AND pr.client_type = 'Operator' FOR NO KEY UPDATE OF p;

-- name: OperatorOf :one
-- The operator that a person is.
SELECT id, status, coalesce(operator_role, '')::text AS role FROM profiles WHERE person_id = $1 AND client_type = 'Operator';

-- name: OperatorSet :exec
UPDATE profiles SET operator_role = @role::text, status = @status WHERE id = @id;

-- name: OperatorManagersLeft :one
-- How many managers could still come in, besides one; their rows are held in their order, so that two do not shut each other out.
SELECT count(*)::int
FROM (SELECT FROM profiles
  WHERE client_type = 'Operator' AND operator_role = 'manager' AND status = 'Active' AND id <> @id
  ORDER BY id FOR UPDATE) x;

-- name: CasesClosed :many
SELECT id FROM cases_closed WHERE kind = $1 ORDER BY at DESC LIMIT 10000;

-- name: SellerInsert :execrows
-- A new version of who sells; 0 rows when there is one with this number.
INSERT INTO sellers (version, since, name, trn, address, bank, email, phone)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
ON CONFLICT DO NOTHING;

-- name: FirstRun :one
-- What an installation has of what its first order takes; from_week is the first week that can be ordered.
SELECT EXISTS (SELECT FROM profiles WHERE operator_role = 'manager' AND status <> 'Suspended')::boolean AS manager,
  EXISTS (SELECT FROM windows_open)::boolean AS window,
  EXISTS (SELECT FROM sellers WHERE version > 0)::boolean AS seller,
  EXISTS (SELECT FROM plans
    WHERE coalesce(active_from, @today::date) <= @today AND (active_until IS NULL OR active_until > @today))::boolean AS plan,
  EXISTS (SELECT FROM menus_current WHERE week >= @from_week::date)::boolean AS menu,
  EXISTS (SELECT FROM orders WHERE status IN ('Confirmed', 'Completed'))::boolean AS ordered;

-- name: PlanUses :many
-- For each plan: the companies that have it, those among them whose discount was agreed otherwise, how many drafts of later days
-- the others have, and whether a company has or had it.
WITH drafts AS MATERIALIZED (
  SELECT pr.company_id, count(*) AS n FROM draft_days d JOIN profiles pr ON pr.id = d.profile_id
  WHERE d.date > @today::date AND d.items <> '[]'
  GROUP BY pr.company_id
)
SELECT p.id, count(c.id)::int AS companies, (count(c.id) FILTER (WHERE NOT c.follows))::int AS agreed,
  coalesce(sum(c.drafts) FILTER (WHERE c.follows), 0)::int AS drafts,
  (count(c.id) > 0 OR EXISTS (SELECT FROM tier_reviews r WHERE p.id IN (r.was, r.became)))::boolean AS used
FROM plans p
LEFT JOIN LATERAL (SELECT x.id, (x.discount_type, x.discount_amount) = (p.discount_type, p.discount_amount)
      OR x.status NOT IN ('Active', 'Suspended') AS follows, f.n AS drafts
  FROM companies x LEFT JOIN drafts f ON f.company_id = x.id WHERE x.plan_id = p.id) c ON true
GROUP BY p.id;

-- name: PlanRemove :exec
DELETE FROM plans WHERE id = $1;

-- name: PlanChangeSet :exec
INSERT INTO plan_changes (plan_id, from_date, terms) VALUES ($1, $2, $3)
ON CONFLICT (plan_id) DO UPDATE SET from_date = excluded.from_date, terms = excluded.terms;

-- name: VATRatesSet :many
-- The rates of VAT that operators have set, in the order of the dates from which they count; of two for one date the later one.
SELECT since, percent FROM vat_rates_set ORDER BY since;

-- name: VATRateVersion :one
-- How often operators have set a rate of VAT.
SELECT coalesce(max(version), 0)::int AS version FROM vat_rates;

-- name: VATRateInsert :execrows
-- 0 rows when somebody else has set one meanwhile.
INSERT INTO vat_rates (version, since, percent, set_at) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING;

-- name: DeliveriesAhead :many
-- How many deliveries are ordered for each day after another, and at which rate of VAT.
SELECT delivery_date, vat_rate, count(*)::int AS deliveries FROM deliveries
WHERE live AND delivery_date > @after::date
GROUP BY delivery_date, vat_rate ORDER BY delivery_date, vat_rate;

-- name: CounterLimitsSet :many
-- The limits of counters that operators have set, in the order of the dates from which they count; of two for one date the later one.
SELECT since, sale_limit, day_limit, offline_hours FROM counter_limits_set ORDER BY since;

-- name: CounterLimitsVersion :one
-- How often operators have set limits of counters, and how many tills of how many companies they are for.
SELECT (SELECT coalesce(max(version), 0) FROM counter_limits)::int AS version, count(*)::int AS tills,
  count(DISTINCT company_id)::int AS companies
FROM tills WHERE revoked_at IS NULL;

-- name: CounterLimitsInsert :execrows
-- 0 rows when there is one with this version meanwhile.
INSERT INTO counter_limits (version, since, sale_limit, day_limit, offline_hours, set_at) VALUES ($1, $2, $3, $4, $5, $6)
ON CONFLICT (version) DO NOTHING;

-- name: CounterLimitsMeet :one
-- Of the charges to accounts since a day: how many are above a limit of one sale, how many of a person's days above a limit of the day, and
-- how many arrived later than so many hours.
WITH charged AS MATERIALIZED (
  SELECT s.profile_id, s.day, s.company_share + s.wallet_amount + s.owed_amount AS amount, f.received_at - s.sold_at AS age
  FROM counter_sales s JOIN till_facts f ON f.id = s.id
  WHERE s.profile_id IS NOT NULL AND s.day >= @from_day::date AND s.company_share + s.wallet_amount + s.owed_amount > 0
)
SELECT count(*)::int AS sales, (count(*) FILTER (WHERE amount > @sale_limit::bigint))::int AS above_sale,
  (SELECT count(*) FROM (SELECT FROM charged GROUP BY profile_id, day HAVING sum(amount) > @day_limit::bigint) x)::int AS above_day,
  (count(*) FILTER (WHERE age > make_interval(hours => @hours::int)))::int AS later
FROM charged;

-- name: Seasons :many
SELECT * FROM seasons WHERE coalesce(last_day, @today::date) >= @today ORDER BY first_day, id;
-- name: SeasonLock :one
SELECT * FROM seasons WHERE id = $1 FOR UPDATE;
-- name: SeasonWindows :many
SELECT * FROM season_windows WHERE season_id = ANY(@seasons::text[]) ORDER BY season_id, window_id;
-- name: SeasonSet :exec
INSERT INTO seasons (id, kind, first_day, last_day, first_expected, last_expected, earlier)
VALUES (@id, @kind, @first_day, sqlc.narg(last_day), @first_expected, @last_expected, @earlier) ON CONFLICT (id) DO UPDATE SET
  first_day = excluded.first_day, last_day = excluded.last_day, first_expected = excluded.first_expected,
  last_expected = excluded.last_expected, earlier = excluded.earlier;
-- name: SeasonWindowsSet :exec
-- Empty times: the window takes no new deliveries in the season. A window that there is not is left out.
INSERT INTO season_windows (season_id, window_id, from_time, until_time)
SELECT @season_id, t.id, nullif(x.from_time, ''), nullif(x.until_time, '') FROM (SELECT unnest(@windows::text[]) AS id,
  unnest(@from_times::text[]) AS from_time, unnest(@until_times::text[]) AS until_time) x JOIN area_timings t ON t.id = x.id;
-- name: SeasonWindowsClear :exec
DELETE FROM season_windows WHERE season_id = $1;
-- name: SeasonRemove :exec
DELETE FROM seasons WHERE id = $1;
-- name: MenusLock :exec
SELECT week FROM menus_current WHERE week BETWEEN @from_week::date AND @until_week::date ORDER BY week FOR UPDATE;
