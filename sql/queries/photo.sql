-- name: PhotoInsert :execrows
-- Keeps a photo of a meal under the hash of its bytes; no row when it is here already.
INSERT INTO meal_photos (hash, body, added_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING;

-- name: PhotoBody :one
SELECT body FROM meal_photos WHERE hash = $1;
