-- +goose Up
-- When the record of a verified domain was last looked for, and since when it is gone; after some days the domain does not count any more.
ALTER TABLE sign_on_domains ADD COLUMN checked_at timestamptz, ADD COLUMN missing_at timestamptz;
