-- +goose Up
-- Whether a till serves people of every company; else it charges the accounts of its own company's people alone. Tablets that the lunch company's own
-- people paired serve everybody. caught_up_at is when the till last had nothing more to send.
ALTER TABLE tills ADD COLUMN everyone boolean NOT NULL DEFAULT false, ADD COLUMN caught_up_at timestamptz;
UPDATE tills t SET everyone = true FROM profiles p WHERE p.id = t.paired_by AND p.client_type = 'Operator';

-- Codes about which a till asked while they were new, with the highest amount that it asked about. A code belongs to the till that asked first.
CREATE TABLE counter_asks (
  proof    bytea PRIMARY KEY CHECK (length(proof) = 16),
  till_id  text NOT NULL REFERENCES tills,
  asked_at timestamptz NOT NULL,
  amount   bigint NOT NULL CHECK (amount >= 0)
);
CREATE INDEX counter_asks_by_till ON counter_asks (till_id, asked_at);
