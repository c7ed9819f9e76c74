-- +goose Up
CREATE TABLE orders (
  id             text PRIMARY KEY CHECK (length(id) = 26),
  profile_id     text NOT NULL REFERENCES profiles,
  company_id     text NOT NULL REFERENCES companies,
  status         text NOT NULL CHECK (status IN ('Initiated', 'Payment Pending', 'Payment Failed', 'Confirmed', 'Completed', 'Cancelled', 'Refunded')),
  source         text NOT NULL CHECK (source IN ('web', 'pos')),
  week           date NOT NULL,
  version        bigint NOT NULL DEFAULT 1,
  rev            bigint NOT NULL,
  gross_amount   bigint NOT NULL CHECK (gross_amount >= 0),
  discount       bigint NOT NULL CHECK (discount BETWEEN 0 AND gross_amount),
  net_amount     bigint NOT NULL CHECK (net_amount = gross_amount - discount),
  company_share  bigint NOT NULL CHECK (company_share >= 0),
  employee_share bigint NOT NULL CHECK (employee_share >= 0 AND company_share + employee_share = net_amount),
  wallet_amount  bigint NOT NULL CHECK (wallet_amount >= 0),
  payable_amount bigint NOT NULL CHECK (payable_amount >= 0 AND wallet_amount + payable_amount = employee_share),
  amount_due     bigint NOT NULL CHECK (amount_due BETWEEN 0 AND payable_amount),
  vat_amount     bigint NOT NULL CHECK (vat_amount >= 0),
  company_vat_amount bigint NOT NULL CHECK (company_vat_amount >= 0),
  terms          jsonb NOT NULL,
  quote          jsonb NOT NULL,
  quote_hash     text NOT NULL,
  draft_revs     jsonb NOT NULL,
  handoff_key    text NOT NULL,
  created_at     timestamptz NOT NULL,
  paid_at        timestamptz,
  CONSTRAINT orders_one_per_key UNIQUE (profile_id, handoff_key)
);
CREATE INDEX orders_by_profile ON orders (profile_id, rev);
CREATE INDEX orders_to_tidy ON orders (status) WHERE status IN ('Confirmed', 'Payment Failed');

CREATE TABLE order_moves (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id text NOT NULL REFERENCES orders,
  was      text,
  became   text NOT NULL,
  cause    text NOT NULL,
  at       timestamptz NOT NULL
);
CREATE INDEX order_moves_by_order ON order_moves (order_id);

CREATE TABLE deliveries (
  id            text PRIMARY KEY CHECK (length(id) = 26),
  order_id      text NOT NULL REFERENCES orders,
  profile_id    text NOT NULL REFERENCES profiles,
  company_id    text NOT NULL REFERENCES companies,
  delivery_date date NOT NULL,
  cutoff        timestamptz NOT NULL,
  address_id    text NOT NULL REFERENCES addresses,
  live          boolean NOT NULL,
  net_amount    bigint NOT NULL CHECK (net_amount >= 0),
  company_share bigint NOT NULL CHECK (company_share BETWEEN 0 AND net_amount),
  vat_amount    bigint NOT NULL,
  UNIQUE (order_id, delivery_date)
);
CREATE UNIQUE INDEX deliveries_one_live_per_day ON deliveries (profile_id, delivery_date) WHERE live;

CREATE TABLE order_lines (
  delivery_id text NOT NULL REFERENCES deliveries,
  meal        text NOT NULL,
  name        text NOT NULL,
  qty         int NOT NULL CHECK (qty > 0),
  price       bigint NOT NULL CHECK (price >= 0),
  discounted  bigint NOT NULL CHECK (discounted BETWEEN 0 AND price),
  total       bigint NOT NULL CHECK (total = qty * discounted),
  vat         bigint NOT NULL CHECK (vat >= 0),
  position    int NOT NULL,
  reserved    int NOT NULL DEFAULT 0 CHECK (reserved IN (0, qty)), -- portions of a limited meal that this line has taken
  PRIMARY KEY (delivery_id, meal)
);

-- What of a period's cap is granted, held or used. The row is locked before the cap is looked at.
CREATE TABLE share_periods (
  profile_id   text NOT NULL REFERENCES profiles,
  company_id   text NOT NULL REFERENCES companies,
  duration     text NOT NULL CHECK (duration IN ('Daily', 'Weekly', 'Monthly')),
  period_start date NOT NULL,
  granted      bigint NOT NULL DEFAULT 0 CHECK (granted >= 0),
  PRIMARY KEY (profile_id, duration, period_start)
);

CREATE TABLE share_uses (
  delivery_id  text PRIMARY KEY REFERENCES deliveries,
  company_id   text NOT NULL REFERENCES companies,
  profile_id   text NOT NULL,
  duration     text NOT NULL,
  period_start date NOT NULL,
  amount       bigint NOT NULL CHECK (amount >= 0),
  state        text NOT NULL CHECK (state IN ('held', 'used', 'released')),
  FOREIGN KEY (profile_id, duration, period_start) REFERENCES share_periods
);
