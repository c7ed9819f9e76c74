-- +goose Up
-- An amendment that is paid on or after a day that it changes, or after that day was handed over, never takes effect: it is Cancelled and
-- the money is refunded.
-- +goose StatementBegin
CREATE OR REPLACE FUNCTION amendment_may(was text, became text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (coalesce(was, ''), became) IN (('', 'Initiated'), ('Initiated', 'Payment Pending'), ('Initiated', 'Confirmed'),
    ('Payment Pending', 'Confirmed'), ('Payment Pending', 'Payment Failed'), ('Payment Pending', 'Cancelled'),
    ('Payment Failed', 'Confirmed'), ('Payment Failed', 'Cancelled'), ('Cancelled', 'Refunded'))
$$;
-- +goose StatementEnd

-- How a company's registration usually divides a lunch, for the one who fills it in.
ALTER TABLE settings DROP CONSTRAINT settings_name_check,
  ADD CONSTRAINT settings_name_check CHECK (name IN ('phone', 'whatsapp', 'instagram', 'linkedin', 'hello_from', 'hello_until',
    'share_type', 'share_value', 'share_cap', 'share_duration'));

-- Up to which number every receipt of a till was heard of, so that who looks for a missing one need not read a year of them.
ALTER TABLE tills ADD COLUMN whole_receipt bigint NOT NULL DEFAULT 0;
-- +goose StatementBegin
CREATE FUNCTION receipts_whole(till text, since bigint) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN EXISTS (SELECT FROM till_facts WHERE till_id = till AND receipt = since + 1)
    THEN (SELECT f.receipt FROM till_facts f WHERE f.till_id = till AND f.receipt > since
      AND NOT EXISTS (SELECT FROM till_facts g WHERE g.till_id = till AND g.receipt = f.receipt + 1) ORDER BY f.receipt LIMIT 1)
    ELSE since END
$$;
-- +goose StatementEnd
UPDATE tills SET whole_receipt = receipts_whole(id, 0);
