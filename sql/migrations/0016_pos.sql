-- +goose Up
-- Tablets that sell at a company's site, and everything that they reported.
CREATE TABLE tills (
  id            text PRIMARY KEY CHECK (length(id) = 26),
  number        int NOT NULL GENERATED ALWAYS AS IDENTITY UNIQUE, -- "P7" stands before every receipt number, so a tablet that is paired again cannot repeat one
  company_id    text NOT NULL REFERENCES companies,
  address_id    text NOT NULL REFERENCES addresses,
  name          text NOT NULL CHECK (name <> ''),
  public_key    bytea NOT NULL CHECK (length(public_key) = 65),
  offline_limit bigint NOT NULL DEFAULT 0 CHECK (offline_limit >= 0), -- how much a person may owe for one sale that nobody could ask about
  last_receipt  bigint NOT NULL DEFAULT 0,                            -- the highest number that was ever heard, booked or not
  paired_by     text NOT NULL REFERENCES profiles,
  paired_at     timestamptz NOT NULL,
  seen_at       timestamptz NOT NULL,
  revoked_at    timestamptz,
  revoked_by    text REFERENCES profiles,
  CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
CREATE INDEX tills_by_company ON tills (company_id);

-- A code that pairs one tablet, once. hash is keyed, so a copy of this table pairs nothing.
CREATE TABLE till_codes (
  hash       bytea PRIMARY KEY CHECK (length(hash) = 32),
  company_id text NOT NULL REFERENCES companies,
  address_id text NOT NULL REFERENCES addresses,
  name       text NOT NULL CHECK (name <> ''),
  made_by    text NOT NULL REFERENCES profiles,
  made_at    timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  till_id    text UNIQUE REFERENCES tills
);

-- What a till said and what became of it, written with the effect. A fact is known by its id for ever.
CREATE TABLE till_facts (
  id          text PRIMARY KEY CHECK (length(id) = 26),
  till_id     text NOT NULL REFERENCES tills,
  kind        text NOT NULL,
  hash        bytea NOT NULL,
  code        int NOT NULL CHECK (code IN (0, 4)),
  detail      jsonb,
  receipt     bigint,
  sale_id     text,                     -- what a void or a reprint is about
  note        text NOT NULL DEFAULT '', -- and why
  flags       text[] NOT NULL DEFAULT '{}',
  happened_at timestamptz NOT NULL,     -- by the till's clock, set right as far as that is known
  received_at timestamptz NOT NULL,
  CONSTRAINT till_facts_one_per_receipt UNIQUE (till_id, receipt)
);
CREATE INDEX till_facts_by_sale ON till_facts (sale_id) WHERE sale_id IS NOT NULL;

-- Facts that nobody could book, with their very bytes: text, because jsonb refuses some JSON. (never refused, only set aside)
CREATE TABLE till_quarantine (
  id          text PRIMARY KEY CHECK (length(id) = 26),
  till_id     text NOT NULL REFERENCES tills,
  fact_id     text,
  hash        bytea NOT NULL,
  reason      text NOT NULL,
  payload     text NOT NULL,
  at          timestamptz NOT NULL,
  resolution  text CHECK (resolution IN ('booked', 'closed')),
  resolved_at timestamptz,
  resolved_by text REFERENCES profiles,
  note        text NOT NULL DEFAULT '',
  CHECK ((resolution IS NULL) = (resolved_at IS NULL)),
  CONSTRAINT till_quarantine_once UNIQUE (till_id, hash)
);
CREATE INDEX till_quarantine_by_fact ON till_quarantine (fact_id);
CREATE INDEX till_quarantine_waiting ON till_quarantine (till_id, at) WHERE resolution IS NULL;

-- How often a fact broke the server; the third time it alone is set aside.
CREATE TABLE till_strikes (
  till_id text NOT NULL REFERENCES tills,
  hash    bytea NOT NULL,
  n       int NOT NULL,
  PRIMARY KEY (till_id, hash)
);

-- From the opening of a drawer to its count. What comes for a shift that is over, or unknown, goes to the day's rescue shift.
CREATE TABLE till_shifts (
  id             text PRIMARY KEY CHECK (length(id) = 26),
  till_id        text NOT NULL REFERENCES tills,
  kind           text NOT NULL CHECK (kind IN ('opened', 'rescue')),
  day            date NOT NULL,
  who            text NOT NULL DEFAULT '',
  float_amount   bigint NOT NULL DEFAULT 0,
  opened_at      timestamptz NOT NULL,
  closed_at      timestamptz,
  closed_by      text REFERENCES profiles, -- the office; none when the till closed it
  counted_amount bigint
);
CREATE INDEX till_shifts_by_till ON till_shifts (till_id, day);
CREATE UNIQUE INDEX till_shifts_one_rescue ON till_shifts (till_id, day) WHERE kind = 'rescue';

-- A sale at a counter: no cut-off, no delivery, its money already taken. Its source is pos. What was taken is total + difference.
CREATE TABLE counter_sales (
  id                 text PRIMARY KEY REFERENCES till_facts,
  till_id            text NOT NULL REFERENCES tills,
  company_id         text NOT NULL REFERENCES companies, -- whose site it is
  shift_id           text NOT NULL REFERENCES till_shifts,
  receipt            bigint CHECK (receipt > 0), -- none when the till gave one number twice
  day                date NOT NULL,
  sold_at            timestamptz NOT NULL,
  profile_id         text REFERENCES profiles, -- who bought, when they showed their code
  proof              bytea CONSTRAINT counter_sales_one_per_proof UNIQUE,
  terms              jsonb, -- the buyer's company's, as they stood
  total_amount       bigint NOT NULL CHECK (total_amount >= 0),
  difference_amount  bigint NOT NULL,
  vat_amount         bigint NOT NULL CHECK (vat_amount >= 0),
  cash_amount        bigint NOT NULL CHECK (cash_amount >= 0),
  change_amount      bigint NOT NULL CHECK (change_amount >= 0),
  terminal_amount    bigint NOT NULL CHECK (terminal_amount >= 0),
  terminal_reference text NOT NULL DEFAULT '',
  company_share      bigint NOT NULL CHECK (company_share >= 0),
  wallet_amount      bigint NOT NULL CHECK (wallet_amount >= 0),
  owed_amount        bigint NOT NULL CHECK (owed_amount >= 0),
  flags              text[] NOT NULL DEFAULT '{}',
  voided_at          timestamptz,
  CHECK (total_amount + difference_amount = cash_amount + terminal_amount + company_share + wallet_amount + owed_amount),
  CHECK (profile_id IS NOT NULL OR company_share + wallet_amount + owed_amount = 0),
  CONSTRAINT counter_sales_one_per_receipt UNIQUE (till_id, receipt)
);
CREATE INDEX counter_sales_by_day ON counter_sales (company_id, day);
CREATE INDEX counter_sales_by_shift ON counter_sales (shift_id);
CREATE INDEX counter_sales_by_profile ON counter_sales (profile_id, day) WHERE profile_id IS NOT NULL;

CREATE TABLE counter_lines (
  sale_id  text NOT NULL REFERENCES counter_sales,
  position int NOT NULL,
  meal     text NOT NULL,
  name     text NOT NULL,
  qty      int NOT NULL CHECK (qty > 0),
  price    bigint NOT NULL CHECK (price >= 0),
  total    bigint NOT NULL CHECK (total = qty * price),
  vat      bigint NOT NULL CHECK (vat >= 0),
  PRIMARY KEY (sale_id, position)
);

-- What a company pays of counter sales, in the same periods and under the same caps as of deliveries.
CREATE TABLE counter_shares (
  sale_id      text PRIMARY KEY REFERENCES counter_sales,
  company_id   text NOT NULL REFERENCES companies,
  profile_id   text NOT NULL,
  duration     text NOT NULL,
  period_start date NOT NULL,
  amount       bigint NOT NULL CHECK (amount > 0),
  state        text NOT NULL CHECK (state IN ('used', 'released')),
  FOREIGN KEY (profile_id, duration, period_start) REFERENCES share_periods
);
CREATE INDEX counter_shares_by_period ON counter_shares (profile_id, duration, period_start);

-- The drawer, the card terminal beside the till, and what people owe.
ALTER TABLE accounts DROP CONSTRAINT accounts_kind_check, DROP CONSTRAINT accounts_check,
  ADD CONSTRAINT accounts_kind_check CHECK (kind IN ('wallet', 'card', 'sales', 'company', 'operator', 'cash', 'terminal', 'receivable')),
  ADD CONSTRAINT accounts_check CHECK ((kind IN ('wallet', 'receivable')) = (profile_id IS NOT NULL));
