-- name: DemoAreaTiming :exec
INSERT INTO area_timings (id, area, from_time, until_time) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING;

-- name: DemoCompany :exec
INSERT INTO companies (id, name, company_type, status, plan_id, trn, minimum_day, minimum_meal_count, discount_type, discount_amount,
  share_type, share_value, share_cap, share_duration, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) ON CONFLICT DO NOTHING;

-- name: DemoPerson :exec
INSERT INTO persons (id, email, name, mobile, password_hash, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING;

-- name: DemoAddress :exec
INSERT INTO addresses (id, company_id, profile_id, label, line, area_timing_id) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING;

-- name: DemoProfile :execrows
INSERT INTO profiles (id, person_id, company_id, client_type, status, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING;

-- name: DemoProfileAddress :exec
UPDATE profiles SET address_id = $2 WHERE id = $1;
