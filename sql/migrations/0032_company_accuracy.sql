-- +goose Up
-- The address that a company's invoices name; while it says none, that of its main place.
ALTER TABLE companies ADD COLUMN billing_address text NOT NULL DEFAULT '';

-- Where newcomers have lunch brought: the one that is marked, or else the oldest that is not retired.
ALTER TABLE addresses ADD COLUMN main boolean NOT NULL DEFAULT false;

-- The cap that a period's share was granted at, none where it was granted without one: a company that changes its rules does not
-- change what was.
ALTER TABLE share_periods ADD COLUMN cap bigint;
UPDATE share_periods p SET cap = x.cap FROM (
  SELECT u.profile_id, u.duration, u.period_start, max((u.terms->>'share_cap')::bigint) AS cap, bool_or(u.terms->>'share_cap' IS NULL) AS free
  FROM (SELECT s.profile_id, s.duration, s.period_start, o.terms FROM share_uses s JOIN deliveries d ON d.id = s.delivery_id JOIN orders o ON o.id = d.order_id WHERE s.state <> 'released'
    UNION ALL SELECT s.profile_id, s.duration, s.period_start, c.terms FROM counter_shares s JOIN counter_sales c ON c.id = s.sale_id WHERE s.state <> 'released') u
  GROUP BY 1, 2, 3) x
WHERE (p.profile_id, p.duration, p.period_start) = (x.profile_id, x.duration, x.period_start) AND NOT x.free;

-- +goose StatementBegin
CREATE FUNCTION share_cap_kept() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  most bigint;
BEGIN
  SELECT share_cap INTO most FROM companies WHERE id = NEW.company_id AND share_duration = NEW.duration;
  IF NOT FOUND THEN
    RETURN NEW; -- an order at rules of before is changed
  END IF;
  IF TG_OP = 'INSERT' OR OLD.granted = 0 THEN
    NEW.cap := most;
  ELSIF NEW.granted > OLD.granted THEN
    NEW.cap := CASE WHEN most IS NOT NULL AND OLD.cap IS NOT NULL THEN greatest(most, OLD.cap) END;
  END IF;
  RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER share_cap_kept BEFORE INSERT OR UPDATE OF granted ON share_periods FOR EACH ROW WHEN (NEW.granted > 0) EXECUTE FUNCTION share_cap_kept();
