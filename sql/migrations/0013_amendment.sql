-- +goose Up
-- A change of a Confirmed order, with the order before and after it. quote is what the person agreed to, whole.
-- An open one holds extra company share, portions, wallet money and the days that it wants back.
CREATE TABLE amendments (
  id             text PRIMARY KEY CHECK (length(id) = 26),
  order_id       text NOT NULL REFERENCES orders,
  profile_id     text NOT NULL REFERENCES profiles,
  company_id     text NOT NULL REFERENCES companies,
  device_id      text NOT NULL,
  status         text NOT NULL CHECK (status IN ('Initiated', 'Payment Pending', 'Payment Failed', 'Confirmed', 'Cancelled', 'Refunded')),
  base_version   bigint NOT NULL,
  quote          jsonb NOT NULL,
  quote_hash     text NOT NULL,
  difference     bigint NOT NULL,
  wallet_amount  bigint NOT NULL CHECK (wallet_amount >= 0),
  payable_amount bigint NOT NULL CHECK (payable_amount >= 0 AND wallet_amount + payable_amount = greatest(difference, 0)),
  refund_wallet  bigint NOT NULL CHECK (refund_wallet >= 0),
  refund_card    bigint NOT NULL CHECK (refund_card >= 0 AND refund_wallet + refund_card = greatest(-difference, 0)),
  draft_revs     jsonb NOT NULL,
  save_key       text NOT NULL,
  created_at     timestamptz NOT NULL,
  settled_at     timestamptz,
  CONSTRAINT amendments_one_per_key UNIQUE (profile_id, save_key)
);
CREATE UNIQUE INDEX amendments_one_open ON amendments (order_id) WHERE status IN ('Initiated', 'Payment Pending');
CREATE INDEX amendments_by_order ON amendments (order_id, created_at);

CREATE TABLE amendment_moves (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  amendment_id text NOT NULL REFERENCES amendments,
  was          text,
  became       text NOT NULL,
  cause        text NOT NULL,
  at           timestamptz NOT NULL
);
CREATE INDEX amendment_moves_by_amendment ON amendment_moves (amendment_id);

-- What an amendment sets aside while it is open, beyond what its order has: company share by period, portions by meal.
CREATE TABLE amendment_shares (
  amendment_id text NOT NULL REFERENCES amendments,
  profile_id   text NOT NULL,
  duration     text NOT NULL,
  period_start date NOT NULL,
  amount       bigint NOT NULL CHECK (amount > 0),
  PRIMARY KEY (amendment_id, period_start),
  FOREIGN KEY (profile_id, duration, period_start) REFERENCES share_periods
);

CREATE TABLE amendment_portions (
  amendment_id text NOT NULL REFERENCES amendments,
  date         date NOT NULL,
  meal         text NOT NULL,
  qty          int NOT NULL CHECK (qty > 0),
  PRIMARY KEY (amendment_id, date, meal),
  FOREIGN KEY (date, meal) REFERENCES portions
);

-- A hold is for an order or an amendment.
ALTER TABLE holds DROP CONSTRAINT holds_order_id_fkey;
ALTER TABLE holds RENAME COLUMN order_id TO subject_id;

ALTER TABLE transactions DROP CONSTRAINT transactions_kind_check;
ALTER TABLE transactions ADD CONSTRAINT transactions_kind_check CHECK (kind IN ('credit', 'order', 'amendment', 'refund', 'topup'));

-- What the wallet paid is below zero when money that a card paid went into the wallet.
ALTER TABLE orders DROP CONSTRAINT orders_wallet_amount_check;
ALTER TABLE orders ADD COLUMN device_id text;

-- A day that was cancelled and that an open amendment wants back is held: nobody else takes it meanwhile.
ALTER TABLE deliveries ADD COLUMN held boolean NOT NULL DEFAULT false;
ALTER TABLE deliveries ADD COLUMN gross_amount bigint NOT NULL DEFAULT 0;
ALTER TABLE deliveries ADD COLUMN share_before bigint NOT NULL DEFAULT 0; -- used of the period's share when this day's was granted
ALTER TABLE deliveries ADD CONSTRAINT deliveries_held_or_live CHECK (NOT (held AND live));
UPDATE deliveries d SET gross_amount = (SELECT coalesce(sum(l.qty * l.price), 0) FROM order_lines l WHERE l.delivery_id = d.id);
DROP INDEX deliveries_one_live_per_day;
CREATE UNIQUE INDEX deliveries_one_live_per_day ON deliveries (profile_id, delivery_date) WHERE live OR held;

-- A line may have taken fewer portions than it has, when its meal came to be limited between two changes.
ALTER TABLE order_lines DROP CONSTRAINT order_lines_check2;
ALTER TABLE order_lines ADD CONSTRAINT order_lines_reserved_check CHECK (reserved BETWEEN 0 AND qty);

-- The allowed state transitions; no other ever happens.
-- +goose StatementBegin
CREATE FUNCTION order_may(was text, became text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (coalesce(was, ''), became) IN (('', 'Initiated'), ('Initiated', 'Payment Pending'), ('Initiated', 'Confirmed'), ('Initiated', 'Cancelled'),
    ('Payment Pending', 'Confirmed'), ('Payment Pending', 'Payment Failed'), ('Payment Pending', 'Cancelled'),
    ('Payment Failed', 'Payment Pending'), ('Payment Failed', 'Confirmed'), ('Payment Failed', 'Cancelled'),
    ('Confirmed', 'Completed'), ('Confirmed', 'Cancelled'), ('Cancelled', 'Refunded'))
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION amendment_may(was text, became text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT (coalesce(was, ''), became) IN (('', 'Initiated'), ('Initiated', 'Payment Pending'), ('Initiated', 'Confirmed'),
    ('Payment Pending', 'Confirmed'), ('Payment Pending', 'Payment Failed'),
    ('Payment Failed', 'Confirmed'), ('Payment Failed', 'Cancelled'), ('Cancelled', 'Refunded'))
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION no_such_move() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'no such move in %: %', TG_TABLE_NAME, NEW.id USING ERRCODE = 'check_violation';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER only_moves BEFORE UPDATE OF status ON orders FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT order_may(OLD.status, NEW.status)) EXECUTE FUNCTION no_such_move();
CREATE TRIGGER only_moves BEFORE UPDATE OF status ON amendments FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NOT amendment_may(OLD.status, NEW.status)) EXECUTE FUNCTION no_such_move();
CREATE TRIGGER only_begins BEFORE INSERT ON amendments FOR EACH ROW
  WHEN (NEW.status <> 'Initiated') EXECUTE FUNCTION no_such_move();
CREATE TRIGGER only_moves BEFORE INSERT ON order_moves FOR EACH ROW
  WHEN (NOT order_may(NEW.was, NEW.became)) EXECUTE FUNCTION no_such_move();
CREATE TRIGGER only_moves BEFORE INSERT ON amendment_moves FOR EACH ROW
  WHEN (NOT amendment_may(NEW.was, NEW.became)) EXECUTE FUNCTION no_such_move();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON order_moves EXECUTE FUNCTION never_changed();
CREATE TRIGGER never_changed BEFORE UPDATE OR DELETE OR TRUNCATE ON amendment_moves EXECUTE FUNCTION never_changed();
