-- +goose Up
-- What is owed for lunches at a counter is paid out of the wallet by the next money that comes into it.
ALTER TABLE transactions DROP CONSTRAINT transactions_kind_check,
  ADD CONSTRAINT transactions_kind_check CHECK (kind IN ('credit', 'order', 'amendment', 'refund', 'topup', 'debt'));

-- Who let a till's buyers owe so much, and since when.
ALTER TABLE tills ADD COLUMN limited_by text REFERENCES profiles, ADD COLUMN limited_at timestamptz,
  ADD CONSTRAINT tills_limited CHECK ((limited_by IS NULL) = (limited_at IS NULL));
