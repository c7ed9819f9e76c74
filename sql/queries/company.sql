-- name: CompanyInsert :exec
INSERT INTO companies (id, name, company_type, status, plan_id, trn, minimum_day, minimum_meal_count, discount_type,
  discount_amount, share_type, share_value, share_cap, share_duration, created_at, people, allowed_domains, registration_key)
VALUES (@id, @name, @company_type, @status, @plan_id, @trn, @minimum_day, @minimum_meal_count, @discount_type, @discount_amount,
  @share_type, @share_value, @share_cap, @share_duration, @created_at, @people, coalesce(@allowed_domains::text[], '{}'),
  @registration_key);

-- name: AddressInsert :exec
INSERT INTO addresses (id, company_id, profile_id, label, line, area_timing_id) VALUES ($1, $2, $3, $4, $5, $6);

-- name: AddressesOf :many
-- Where a profile of a company may have lunch brought: the company's places and the profile's own. After them those that it has had lunch
-- brought to and that are retired or whose window is closed, so that those lunches can be told.
SELECT a.id, a.label, a.line, a.area_timing_id, t.area, t.from_time, t.until_time,
  (a.retired_at IS NOT NULL OR w.id IS NULL)::boolean AS retired
FROM addresses a JOIN area_timings t ON t.id = a.area_timing_id LEFT JOIN windows_open w ON w.id = t.id
WHERE a.company_id = @company_id AND (a.profile_id IS NULL OR a.profile_id = @profile_id::text)
  AND (a.retired_at IS NULL AND w.id IS NOT NULL
    OR EXISTS (SELECT FROM deliveries d WHERE d.profile_id = @profile_id::text AND d.address_id = a.id AND d.live))
ORDER BY retired, a.label, a.id;

-- name: AddressesAllowed :many
-- Those of some addresses to which a profile of a company may have lunch brought, also as far as the windows of their areas go.
SELECT a.id FROM addresses a JOIN windows_open w ON w.id = a.area_timing_id
WHERE a.id = ANY(@ids::text[]) AND a.company_id = @company_id AND (a.profile_id IS NULL OR a.profile_id = @profile_id::text)
  AND a.retired_at IS NULL;

-- name: Plans :many
SELECT * FROM plans ORDER BY min_num_people, id;

-- name: PlansFor :many
-- The plans that are offered to new companies on a day, and the one that a company has.
SELECT * FROM plans
WHERE (coalesce(active_from, @today::date) <= @today AND (active_until IS NULL OR active_until > @today)) OR id = sqlc.narg(own)::int
ORDER BY min_num_people, id;

-- name: PlansShare :exec
-- No plan changes until the caller's transaction ends.
SELECT FROM plans ORDER BY id FOR SHARE;

-- name: PlansHold :many
-- Every plan, held while plans are changed: nobody agrees on one meanwhile.
SELECT * FROM plans ORDER BY id FOR NO KEY UPDATE;

-- name: PlanAdd :one
-- A new plan, which PlanSet fills; none when there is one with this key.
INSERT INTO plans (id, key, discount_percentage, min_num_people, avg_price, avg_discount_price)
SELECT coalesce(max(id), 0) + 1, @key::text, 0, 1, 0, 0 FROM plans ON CONFLICT (key) DO NOTHING RETURNING id;

-- name: PlanSet :exec
UPDATE plans
SET name = @name, discount_type = @discount_type, discount_amount = @discount_amount, min_num_people = @min_num_people,
  discount_percentage = CASE WHEN @discount_type::text = 'Percentage' THEN @discount_amount::bigint ELSE 0 END, avg_price = @avg_price,
  avg_discount_price = @avg_discount_price, popular = @popular, minimum_day = @minimum_day, minimum_meal_count = @minimum_meal_count,
  active_from = sqlc.narg(active_from), active_until = sqlc.narg(active_until)
WHERE id = @id;

-- name: PlanCompaniesHold :exec
SELECT FROM companies WHERE plan_id = @id::int ORDER BY id FOR NO KEY UPDATE;

-- name: PlanFollow :exec
-- Gives a plan's companies what the plan becomes. What was agreed with a company otherwise stays.
UPDATE companies c
SET discount_type = CASE WHEN c.discount_type = p.discount_type AND c.discount_amount = p.discount_amount THEN @discount_type::text
    ELSE c.discount_type END,
  discount_amount = CASE WHEN c.discount_type = p.discount_type AND c.discount_amount = p.discount_amount THEN @discount_amount::bigint
    ELSE c.discount_amount END,
  minimum_day = CASE WHEN c.minimum_day = p.minimum_day THEN @minimum_day::int ELSE c.minimum_day END,
  minimum_meal_count = CASE WHEN c.minimum_meal_count = p.minimum_meal_count THEN @minimum_meal_count::int ELSE c.minimum_meal_count END
FROM plans p WHERE p.id = @id AND c.plan_id = p.id;

-- name: PlanRemoveShipped :many
-- Removes the shipped plans that no company has or had.
DELETE FROM plans p
WHERE p.key IS NULL AND NOT EXISTS (SELECT FROM companies c WHERE c.plan_id = p.id)
  AND NOT EXISTS (SELECT FROM tier_reviews r WHERE p.id IN (r.was, r.became))
RETURNING p.name;

-- name: PlanChangeDrop :execrows
DELETE FROM plan_changes WHERE plan_id = $1;

-- name: PlanChanges :many
SELECT * FROM plan_changes ORDER BY plan_id;

-- name: PlanChangesDue :one
SELECT EXISTS (SELECT FROM plan_changes WHERE from_date <= @today::date) AS due;

-- name: AreaChangesDue :one
SELECT (EXISTS (SELECT FROM area_changes WHERE from_date <= @today::date)
  OR EXISTS (SELECT FROM window_changes WHERE from_date <= @today::date))::boolean AS due;

-- name: AreasBegin :many
-- Makes the changes of areas whose date has come. A name that another area has meanwhile is not taken.
WITH due AS (DELETE FROM area_changes WHERE from_date <= @today::date RETURNING area_id, name, name_ar, closed),
changed AS (
  UPDATE areas a SET name = CASE WHEN EXISTS (SELECT FROM areas o WHERE o.id <> a.id AND lower(o.name) = lower(d.name)) THEN a.name
      ELSE d.name END, name_ar = d.name_ar, closed_at = CASE WHEN d.closed THEN coalesce(a.closed_at, @now::timestamptz) END
  FROM due d WHERE a.id = d.area_id
  RETURNING a.id, a.name, a.name_ar, d.closed
), named AS (UPDATE area_timings t SET area = c.name FROM changed c WHERE t.area_id = c.id)
SELECT c.id, c.name, c.name_ar, c.closed, a.name AS was_name, a.name_ar AS was_name_ar, (a.closed_at IS NOT NULL)::boolean AS was_closed
FROM changed c JOIN areas a ON a.id = c.id ORDER BY c.id;

-- name: WindowsBegin :many
-- Makes the changes of windows whose date has come.
WITH due AS (DELETE FROM window_changes WHERE from_date <= @today::date RETURNING *),
changed AS (
  UPDATE area_timings t SET from_time = d.from_time, until_time = d.until_time, weekdays = d.weekdays, capacity = nullif(d.capacity, 0),
    closed_at = CASE WHEN d.closed THEN coalesce(t.closed_at, @now::timestamptz) END
  FROM due d WHERE t.id = d.window_id
)
SELECT d.window_id, d.from_time, d.until_time, d.weekdays, d.capacity, d.closed, t.from_time AS was_from_time,
  t.until_time AS was_until_time, t.weekdays AS was_weekdays, coalesce(t.capacity, 0)::int AS was_capacity,
  (t.closed_at IS NOT NULL)::boolean AS was_closed
FROM due d JOIN area_timings t ON t.id = d.window_id ORDER BY d.window_id;

-- name: Areas :many
-- The windows that can be chosen, in the order that operators gave to their areas.
SELECT t.id, t.area, coalesce(a.name_ar, '')::text AS area_ar, t.from_time, t.until_time, t.weekdays, t.ramadan_only
FROM area_timings t JOIN windows_open w ON w.id = t.id LEFT JOIN areas a ON a.id = t.area_id
ORDER BY a.position, t.area, t.from_time, t.id;

-- name: AreaKnown :one
SELECT EXISTS (SELECT FROM windows_open WHERE id = $1) AS known;

-- name: CompanyPublic :one
-- What anybody may know who was given a company's id.
SELECT id, name, logo FROM companies WHERE id = $1 AND company_type = 'Corporate' AND status = 'Active';

-- name: CompanyRegistered :one
-- What a registration has made already, and whether nobody has proved yet to be its admin.
SELECT c.id, NOT EXISTS (SELECT FROM profiles pr WHERE pr.company_id = c.id AND pr.proved_at IS NOT NULL) AS open
FROM companies c WHERE c.registration_key = @key::text;

-- name: CompanyFirstAddress :one
-- The main place, where lunch comes to unless somebody chooses another.
SELECT id FROM addresses WHERE company_id = $1 AND profile_id IS NULL AND retired_at IS NULL ORDER BY main DESC, id LIMIT 1;

-- name: CompanyToApprove :one
SELECT c.id, c.status, p.discount_type, p.discount_amount FROM companies c LEFT JOIN plans p ON p.id = c.plan_id
WHERE c.id = $1 AND c.company_type = 'Corporate' FOR UPDATE OF c;

-- name: CompanyApprove :exec
-- From now on the plan's discount and the company's share apply.
UPDATE companies
SET status = 'Active', status_note = '', approved_at = @now::timestamptz, discount_type = @discount_type,
  discount_amount = @discount_amount
WHERE id = @id;

-- name: CompanyBecome :exec
UPDATE companies SET status = @status, status_note = @note WHERE id = @id;

-- name: CompanyAdmins :many
-- The admins whose e-mail is proved.
SELECT id FROM profiles WHERE company_id = @company_id::text AND client_type = 'Admin' AND status = 'Active' ORDER BY id;

-- name: AddressChange :exec
UPDATE addresses SET label = $2, line = $3, area_timing_id = $4 WHERE id = $1;

-- name: CompanyHold :one
-- A company, held while something of it is changed; orders can be placed meanwhile.
SELECT * FROM companies WHERE id = $1 AND company_type = 'Corporate' FOR NO KEY UPDATE;

-- name: CompanyOne :one
SELECT * FROM companies WHERE id = $1 AND company_type = 'Corporate';

-- name: CompanyDetailsSet :exec
UPDATE companies
SET name = @name, trn = sqlc.narg(trn), contact_name = @contact_name, contact_email = @contact_email,
  contact_phone = @contact_phone, billing_address = @billing_address,
  registration = @registration
WHERE id = @id;

-- name: CompanyDetailsBefore :exec
-- Keeps what documents named a company until now.
INSERT INTO company_details_before (company_id, until, name, trn, address)
VALUES ($1, $2, $3, $4, $5)
ON CONFLICT DO NOTHING;

-- name: CompanyLogoSet :exec
UPDATE companies SET logo = $2 WHERE id = $1;

-- name: CompanyDomainsSet :exec
UPDATE companies SET allowed_domains = @domains::text[] WHERE id = @id;

-- name: CompanyRulesSet :exec
UPDATE companies
SET share_type = @share_type, share_value = @share_value, share_cap = @share_cap, share_duration = @share_duration
WHERE id = @id;

-- name: CompanyTierSet :exec
UPDATE companies
SET plan_id = sqlc.narg(plan_id), discount_type = @discount_type, discount_amount = @discount_amount, minimum_day = @minimum_day,
  minimum_meal_count = @minimum_meal_count
WHERE id = @id;

-- name: CompanyDomainPeople :many
-- How many people a company has by the domain of their e-mail: Active ones, and those who proved theirs and wait to be let in.
SELECT split_part(pe.email, '@', 2)::text AS domain,
  (count(DISTINCT pr.person_id) FILTER (WHERE pr.status = 'Active'))::int AS active,
  (count(DISTINCT pr.person_id) FILTER (WHERE pr.status = 'Pending' AND pr.proved_at IS NOT NULL))::int AS waiting
FROM profiles pr JOIN persons pe ON pe.id = pr.person_id
WHERE pr.company_id = @company_id::text AND pr.status IN ('Active', 'Pending')
GROUP BY 1 ORDER BY 1;

-- name: CompanyActive :one
-- How many people of a company are Active.
SELECT count(DISTINCT person_id)::int FROM profiles WHERE company_id = @company_id::text AND status = 'Active';

-- name: CompanyPlaces :many
-- A company's own places, with what hangs on each: people who have lunch brought there, deliveries from a day on, counters.
SELECT a.id, a.label, a.line, a.area_timing_id, t.area, t.from_time, t.until_time,
  (SELECT count(*) FROM profiles pr
    WHERE pr.company_id = a.company_id AND pr.address_id = a.id AND pr.status <> 'Suspended')::int AS people,
  (SELECT count(*) FROM deliveries d
    WHERE d.company_id = a.company_id AND d.address_id = a.id AND d.live AND d.delivery_date >= @from_date)::int AS deliveries,
  (SELECT count(*) FROM tills ti
    WHERE ti.company_id = a.company_id AND ti.address_id = a.id AND ti.revoked_at IS NULL)::int AS counters,
  (a.id = (SELECT f.id FROM addresses f
    WHERE f.company_id = a.company_id AND f.profile_id IS NULL AND f.retired_at IS NULL
    ORDER BY f.main DESC, f.id LIMIT 1))::boolean AS main,
  (w.id IS NULL)::boolean AS closed
FROM addresses a JOIN area_timings t ON t.id = a.area_timing_id LEFT JOIN windows_open w ON w.id = t.id
WHERE a.company_id = @company_id AND a.profile_id IS NULL AND a.retired_at IS NULL
ORDER BY a.label, a.id;

-- name: PlaceOne :one
-- One of a company's own places, retired or not.
SELECT * FROM addresses WHERE id = $1 AND company_id = $2 AND profile_id IS NULL;

-- name: PlaceAdd :execrows
INSERT INTO addresses (id, company_id, label, line, area_timing_id) VALUES ($1, $2, $3, $4, $5)
ON CONFLICT ON CONSTRAINT addresses_pkey DO NOTHING;

-- name: PlaceRetire :exec
UPDATE addresses SET retired_at = @now::timestamptz WHERE id = @id AND company_id = @company_id;

-- name: PlaceMain :exec
-- Makes one of a company's places its main one.
UPDATE addresses SET main = id = @id WHERE company_id = @company_id AND profile_id IS NULL AND main <> (id = @id);

-- name: PlacePeopleMove :execrows
-- Whoever had lunch brought to one place has it brought to another.
UPDATE profiles SET address_id = @to_id::text WHERE company_id = @company_id::text AND address_id = @from_id::text;

-- name: LunchesOrdered :many
-- What a company's people ate in a span of dates, each person's in the order in which the share was granted: never what, only for how much.
-- What was missing of it is paid by nobody.
WITH missed AS (
  SELECT s.delivery_id, sum(s.amount + s.company_amount)::bigint AS amount, sum(s.company_amount)::bigint AS share
  FROM shortfalls s
  GROUP BY s.delivery_id
)
SELECT d.profile_id, d.delivery_date AS day, d.net_amount::bigint AS net, d.company_share::bigint AS share, o.created_at AS at,
  o.id, false AS counter, coalesce(m.amount, 0)::bigint AS missing, coalesce(m.share, 0)::bigint AS missing_share
FROM deliveries d JOIN orders o ON o.id = d.order_id LEFT JOIN missed m ON m.delivery_id = d.id
WHERE d.company_id = @company_id AND d.delivery_date BETWEEN @from_date AND @until_date AND d.live
  AND o.status IN ('Confirmed', 'Completed')
UNION ALL SELECT pr.id, s.day, (s.company_share + s.wallet_amount + s.owed_amount)::bigint, s.company_share::bigint, s.sold_at,
  s.id, true, 0, 0
FROM profiles pr JOIN counter_sales s ON s.profile_id = pr.id
WHERE pr.company_id = @company_id AND s.day BETWEEN @from_date AND @until_date AND s.voided_at IS NULL
ORDER BY 1, 5, 6, 2;

-- name: SharesGranted :many
-- What a company pays for each of its people in a span of dates: until a day, and in all that is ordered by now. What was missing is
-- not paid, and stays used of a cap.
WITH granted AS (
  SELECT d.profile_id, d.delivery_date AS day, d.company_share - f.missing AS share, f.missing
  FROM deliveries d
  CROSS JOIN LATERAL (SELECT coalesce(sum(s.company_amount), 0)::bigint AS missing FROM shortfalls s WHERE s.delivery_id = d.id) f
  WHERE d.company_id = @company_id AND d.delivery_date BETWEEN @from_date AND @until_date AND d.live AND d.company_share > 0
  UNION ALL SELECT pr.id, s.day, s.company_share, 0 FROM profiles pr JOIN counter_sales s ON s.profile_id = pr.id
  WHERE pr.company_id = @company_id AND s.day BETWEEN @from_date AND @until_date AND s.voided_at IS NULL AND s.company_share > 0
)
SELECT profile_id, (coalesce(sum(share) FILTER (WHERE day <= @today), 0))::bigint AS spent, sum(share)::bigint AS granted,
  sum(missing)::bigint AS missing
FROM granted
GROUP BY profile_id ORDER BY profile_id;

-- name: TierReviewsDue :many
-- Companies that were customers before a month began and whose tier nobody has looked at in it.
SELECT c.id FROM companies c WHERE c.company_type = 'Corporate' AND c.status = 'Active' AND c.approved_at < @began
  AND NOT EXISTS (SELECT FROM tier_reviews r WHERE r.company_id = c.id AND r.month = @month) ORDER BY c.id LIMIT 100;

-- name: TierReviewInsert :execrows
INSERT INTO tier_reviews (company_id, month, people, was, became, outcome, at) VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING;

-- name: TierReviewLast :one
SELECT * FROM tier_reviews WHERE company_id = $1 ORDER BY month DESC LIMIT 1;

-- name: TierReviewOne :one
SELECT * FROM tier_reviews WHERE company_id = $1 AND month = $2;
