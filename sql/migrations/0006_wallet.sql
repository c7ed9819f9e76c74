-- +goose Up
-- Double entry, append only. A wallet's balance is the sum of its entries; what may be spent is that minus holds.
CREATE TABLE accounts (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  kind       text NOT NULL CHECK (kind IN ('wallet', 'card', 'sales', 'company', 'operator')),
  profile_id text REFERENCES profiles,
  company_id text REFERENCES companies,
  CHECK ((kind = 'wallet') = (profile_id IS NOT NULL)),
  CONSTRAINT accounts_one_of_a_kind UNIQUE NULLS NOT DISTINCT (kind, profile_id, company_id)
);

CREATE TABLE transactions (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  kind       text NOT NULL CHECK (kind IN ('credit', 'order', 'refund', 'topup')),
  cause_type text NOT NULL,
  cause_id   text NOT NULL,
  note       text NOT NULL DEFAULT '',
  at         timestamptz NOT NULL,
  CONSTRAINT transactions_once UNIQUE (cause_type, cause_id, kind)
);

CREATE TABLE entries (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  transaction_id text NOT NULL REFERENCES transactions,
  account_id     text NOT NULL REFERENCES accounts,
  amount         bigint NOT NULL CHECK (amount <> 0)
);
CREATE INDEX entries_by_account ON entries (account_id);

-- +goose StatementBegin
CREATE FUNCTION never_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are never changed', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON transactions EXECUTE FUNCTION never_changed();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON entries EXECUTE FUNCTION never_changed();

CREATE TABLE holds (
  order_id   text PRIMARY KEY REFERENCES orders,
  account_id text NOT NULL REFERENCES accounts,
  amount     bigint NOT NULL CHECK (amount > 0),
  state      text NOT NULL CHECK (state IN ('held', 'used', 'released'))
);
CREATE INDEX holds_held ON holds (account_id) WHERE state = 'held';
