-- name: PlanInsert :exec
INSERT INTO plans (id, discount_percentage, min_num_people, avg_price, avg_discount_price, popular) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING;

-- name: CompanyInsert :exec
INSERT INTO companies (id, name, company_type, status, plan_id, trn, minimum_day, minimum_meal_count, discount_type, discount_amount,
  share_type, share_value, share_cap, share_duration, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15);

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
