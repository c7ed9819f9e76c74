-- +goose Up
-- Cards that people let the provider keep for them: its token, sealed with the server's secret, and what a person knows the card by.
CREATE TABLE cards (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  profile_id text NOT NULL REFERENCES profiles,
  token      bytea, -- sealed; none once the provider has forgotten the card too
  token_mark bytea NOT NULL, -- keyed digest of the token: the same card again is the same row
  brand      text NOT NULL,
  last4      text NOT NULL CHECK (last4 ~ '^[0-9]{4}$'),
  expiry     text NOT NULL CHECK (expiry ~ '^20[0-9]{2}-(0[1-9]|1[0-2])$'),
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  removed_at timestamptz,
  CHECK (removed_at IS NULL OR NOT is_default),
  CHECK (token IS NOT NULL OR removed_at IS NOT NULL),
  CONSTRAINT cards_once UNIQUE (profile_id, token_mark)
);
CREATE UNIQUE INDEX cards_one_default ON cards (profile_id) WHERE is_default;

ALTER TABLE attempts
  ADD COLUMN card_id   text REFERENCES cards, -- paid with this saved card
  ADD COLUMN token     bytea,                 -- its token, sealed, while the page may be asked for
  ADD COLUMN save_card boolean NOT NULL DEFAULT false;

-- One request to put money into a wallet; a second tap is the same request.
CREATE TABLE topups (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  profile_id text NOT NULL REFERENCES profiles,
  company_id text NOT NULL REFERENCES companies,
  amount     bigint NOT NULL CHECK (amount BETWEEN 1000 AND 100000),
  key        text NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT topups_one_per_key UNIQUE (profile_id, key)
);

-- Parts of one capture go back for different causes, each once; without a cause_id it is the capture that paid for nothing.
ALTER TABLE refunds
  ADD COLUMN cause_id text NOT NULL DEFAULT '',
  ADD COLUMN sent_at  timestamptz, -- the provider was asked, perhaps without an answer
  DROP CONSTRAINT refunds_once,
  ADD CONSTRAINT refunds_once UNIQUE (attempt_id, fort_id, cause_id);
UPDATE refunds SET sent_at = at;
CREATE INDEX refunds_asked ON refunds (at) WHERE status = 'asked';
