-- +goose Up
-- What a till asks a buyer to confirm on their own device: one sale, named by its id before it is made, above the limit of a sale on an
-- account. It counts for that till, code, amount and lines alone, and once: used_at is when the sale was booked by it.
CREATE TABLE counter_confirms (
  sale_id     text PRIMARY KEY CHECK (length(sale_id) = 26),
  till_id     text NOT NULL REFERENCES tills,
  profile_id  text NOT NULL REFERENCES profiles,
  proof       bytea NOT NULL CHECK (length(proof) = 16),
  amount      bigint NOT NULL CHECK (amount > 0), -- on the account, fils
  lines       bytea NOT NULL CHECK (length(lines) = 32), -- their checksum
  asked_at    timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  state       text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'confirmed', 'declined', 'cancelled')),
  answered_at timestamptz,
  used_at     timestamptz,
  CHECK (state NOT IN ('confirmed', 'declined') OR answered_at < expires_at AND answered_at IS NOT NULL),
  CHECK (used_at IS NULL OR state = 'confirmed')
);
CREATE INDEX counter_confirms_waiting ON counter_confirms (profile_id) WHERE state = 'waiting';
CREATE INDEX counter_confirms_by_proof ON counter_confirms (proof);
CREATE INDEX counter_confirms_by_till ON counter_confirms (till_id, asked_at);
