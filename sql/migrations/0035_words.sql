-- +goose Up

-- What was credited, paid and set off of each invoice, and what is due of it.
ALTER VIEW invoice_standings RENAME TO invoice_balances;

-- The day's unassigned shift of a till has the sales that came for a shift that is over or unknown. The version before calls it a shift of
-- kind 'rescue'; until it is gone, either word brings the other.
ALTER TABLE till_shifts ADD COLUMN unassigned boolean NOT NULL DEFAULT false, ALTER COLUMN kind SET DEFAULT 'opened';
UPDATE till_shifts SET unassigned = true WHERE kind = 'rescue';

-- +goose StatementBegin
CREATE FUNCTION till_shift_kind() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.unassigned := NEW.unassigned OR NEW.kind = 'rescue';
  NEW.kind := CASE WHEN NEW.unassigned THEN 'rescue' ELSE 'opened' END;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER shift_kind BEFORE INSERT ON till_shifts FOR EACH ROW EXECUTE FUNCTION till_shift_kind();
