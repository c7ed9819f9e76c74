-- name: PlanInsert :exec
INSERT INTO plans (id, discount_percentage, min_num_people, avg_price, avg_discount_price, popular) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING;

-- name: CompanyInsert :exec
INSERT INTO companies (id, name, company_type, status, plan_id, trn, minimum_day, minimum_meal_count, discount_type, discount_amount,
  share_type, share_value, share_cap, share_duration, created_at, people, allowed_domains, registration_key)
VALUES (@id, @name, @company_type, @status, @plan_id, @trn, @minimum_day, @minimum_meal_count, @discount_type, @discount_amount,
  @share_type, @share_value, @share_cap, @share_duration, @created_at, @people, coalesce(@allowed_domains::text[], '{}'), @registration_key);

-- name: CompanyStatusSet :exec
UPDATE companies SET status = $2 WHERE id = $1;

-- name: AreaTimingInsert :exec
INSERT INTO area_timings (id, area, from_time, until_time) VALUES ($1, $2, $3, $4);

-- name: AddressInsert :exec
INSERT INTO addresses (id, company_id, profile_id, label, line, area_timing_id) VALUES ($1, $2, $3, $4, $5, $6);

-- name: AddressesOf :many
-- Where a profile of a company may have lunch brought: the company's places and the profile's own.
SELECT a.id, a.label, a.line, a.area_timing_id, t.area, t.from_time, t.until_time
FROM addresses a JOIN area_timings t ON t.id = a.area_timing_id
WHERE a.company_id = @company_id AND (a.profile_id IS NULL OR a.profile_id = @profile_id::text)
ORDER BY a.label, a.id;

-- name: AddressAllowed :one
-- Whether a profile of a company may have lunch brought to an address.
SELECT EXISTS (SELECT FROM addresses a WHERE a.id = @id AND a.company_id = @company_id AND (a.profile_id IS NULL OR a.profile_id = @profile_id::text)) AS allowed;

-- name: Plans :many
SELECT * FROM plans ORDER BY id;

-- name: Areas :many
SELECT * FROM area_timings ORDER BY area, from_time, id;

-- name: AreaKnown :one
SELECT EXISTS (SELECT FROM area_timings WHERE id = $1) AS known;

-- name: CompanyPublic :one
-- What anybody may know who was given a company's id.
SELECT id, name, logo FROM companies WHERE id = $1 AND company_type = 'Corporate' AND status = 'Active';

-- name: CompanyRegistered :one
-- What a registration has made already, and whether nobody has proved yet to be its admin.
SELECT c.id, NOT EXISTS (SELECT FROM profiles pr WHERE pr.company_id = c.id AND pr.proved_at IS NOT NULL) AS open
FROM companies c WHERE c.registration_key = @key::text;

-- name: CompanyCashMake :exec
-- Makes the built-in company of clients who pay for themselves, unless it is there. (D1)
INSERT INTO companies (id, name, company_type, status, created_at) VALUES ($1, 'Cash', 'Cash', 'Active', $2) ON CONFLICT DO NOTHING;

-- name: CompanyCash :one
SELECT id FROM companies WHERE company_type = 'Cash';

-- name: CompanyFirstAddress :one
-- The place where lunch comes to unless somebody chooses another.
SELECT id FROM addresses WHERE company_id = $1 AND profile_id IS NULL ORDER BY id LIMIT 1;

-- name: CompanyToApprove :one
SELECT c.id, c.status, p.discount_percentage FROM companies c LEFT JOIN plans p ON p.id = c.plan_id
WHERE c.id = $1 AND c.company_type = 'Corporate' FOR UPDATE OF c;

-- name: CompanyApprove :exec
-- From now on the plan's discount and the company's share apply. (D3)
UPDATE companies SET status = 'Active', approved_at = @now::timestamptz, discount_type = 'Percentage', discount_amount = @discount WHERE id = @id;

-- name: CompanyAdmins :many
-- The admins whose e-mail is proved.
SELECT id FROM profiles WHERE company_id = @company_id::text AND client_type = 'Admin' AND status = 'Active' ORDER BY id;

-- name: AddressOwn :one
-- The place that belongs to one profile alone.
SELECT id FROM addresses WHERE profile_id = @profile_id::text ORDER BY id LIMIT 1;

-- name: AddressChange :exec
UPDATE addresses SET label = $2, line = $3, area_timing_id = $4 WHERE id = $1;

-- name: AddressesForget :exec
-- Places of companies that nobody proved.
DELETE FROM addresses a USING companies c WHERE c.id = a.company_id AND c.status = 'Pending' AND c.created_at < @before
  AND NOT EXISTS (SELECT FROM profiles pr WHERE pr.company_id = c.id);

-- name: CompaniesForget :exec
DELETE FROM companies c WHERE c.status = 'Pending' AND c.created_at < @before AND NOT EXISTS (SELECT FROM profiles pr WHERE pr.company_id = c.id)
  AND NOT EXISTS (SELECT FROM addresses a WHERE a.company_id = c.id);
