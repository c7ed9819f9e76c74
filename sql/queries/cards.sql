-- name: CardsOf :many
-- A profile's saved cards, the default first, then the newest.
SELECT * FROM cards WHERE profile_id = $1 AND removed_at IS NULL ORDER BY is_default DESC, created_at DESC, id DESC;

-- name: CardOf :one
SELECT * FROM cards WHERE id = $1 AND profile_id = $2 AND removed_at IS NULL FOR UPDATE;

-- name: CardLook :one
SELECT * FROM cards WHERE id = $1;

-- name: CardKeep :one
-- Keeps a card, or the same card again; the first is the default.
INSERT INTO cards (id, profile_id, token, token_mark, brand, last4, expiry, is_default, created_at)
VALUES ($1, $2, $3, $4, $5, $6, $7, NOT EXISTS (SELECT FROM cards c WHERE c.profile_id = $2 AND c.is_default), @now::timestamptz)
ON CONFLICT ON CONSTRAINT cards_once DO UPDATE SET token = excluded.token, brand = excluded.brand, last4 = excluded.last4, expiry = excluded.expiry,
  is_default = cards.is_default OR excluded.is_default, removed_at = NULL, created_at = CASE WHEN cards.removed_at IS NULL THEN cards.created_at ELSE excluded.created_at END
RETURNING *;

-- name: CardsAlike :many
-- Rows of the same card under other tokens.
SELECT id, is_default FROM cards WHERE profile_id = $1 AND id <> $2 AND brand = $3 AND last4 = $4 AND expiry = @expiry AND removed_at IS NULL;

-- name: CardRemove :exec
UPDATE cards SET removed_at = @now::timestamptz, is_default = false WHERE id = $1;

-- name: CardNoDefault :exec
UPDATE cards SET is_default = false WHERE profile_id = $1 AND is_default;

-- name: CardDefault :exec
UPDATE cards SET is_default = true WHERE id = $1;

-- name: CardForgotten :exec
UPDATE cards SET token = NULL WHERE id = $1 AND removed_at IS NOT NULL;

-- name: CardsOfErased :exec
-- Who was erased keeps no card.
UPDATE cards c SET removed_at = @now::timestamptz, is_default = false FROM profiles pr JOIN persons p ON p.id = pr.person_id
WHERE pr.id = c.profile_id AND p.erased_at IS NOT NULL AND c.removed_at IS NULL;

-- name: CardsToForget :many
-- Removed cards that the provider still has.
SELECT id FROM cards WHERE removed_at < @before::timestamptz AND token IS NOT NULL ORDER BY removed_at LIMIT 100;
