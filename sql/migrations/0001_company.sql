-- +goose Up
CREATE TABLE plans (
  id                  int PRIMARY KEY,
  discount_percentage int NOT NULL CHECK (discount_percentage BETWEEN 0 AND 100),
  min_num_people      int NOT NULL CHECK (min_num_people > 0),
  avg_price           bigint NOT NULL,
  avg_discount_price  bigint NOT NULL,
  popular             boolean NOT NULL DEFAULT false
);

INSERT INTO plans (id, discount_percentage, min_num_people, avg_price, avg_discount_price, popular) VALUES
  (1, 20, 20, 4700, 3600, false),
  (2, 25, 35, 4700, 3400, true),
  (3, 30, 50, 4700, 3100, false);

CREATE TABLE companies (
  id                 text PRIMARY KEY CHECK (length(id) = 26),
  name               text NOT NULL CHECK (name <> ''),
  company_type       text NOT NULL CHECK (company_type IN ('Corporate', 'Cash')),
  status             text NOT NULL CHECK (status IN ('Pending', 'Active', 'Suspended')),
  logo               text NOT NULL DEFAULT '',
  plan_id            int REFERENCES plans,
  trn                text UNIQUE CHECK (trn ~ '^[0-9]{15}$'),
  minimum_day        int NOT NULL DEFAULT 3 CHECK (minimum_day BETWEEN 1 AND 5),
  minimum_meal_count int NOT NULL DEFAULT 1 CHECK (minimum_meal_count BETWEEN 1 AND 20),
  discount_type      text NOT NULL DEFAULT 'Percentage' CHECK (discount_type IN ('Flat', 'Percentage')),
  discount_amount    bigint NOT NULL DEFAULT 0 CHECK (discount_amount >= 0),
  share_type         text NOT NULL DEFAULT 'Flat' CHECK (share_type IN ('Flat', 'Percentage')),
  share_value        bigint NOT NULL DEFAULT 0 CHECK (share_value >= 0),
  share_cap          bigint CHECK (share_cap >= 0),
  share_duration     text NOT NULL DEFAULT 'Daily' CHECK (share_duration IN ('Daily', 'Weekly', 'Monthly')),
  created_at         timestamptz NOT NULL,
  CHECK (discount_type = 'Flat' OR discount_amount <= 100),
  CHECK (share_type = 'Flat' OR share_value <= 100)
);

CREATE TABLE area_timings (
  id         text PRIMARY KEY CHECK (length(id) = 26),
  area       text NOT NULL,
  from_time  text NOT NULL CHECK (from_time ~ '^[0-2][0-9]:[0-5][0-9]$'),
  until_time text NOT NULL CHECK (until_time ~ '^[0-2][0-9]:[0-5][0-9]$')
);

CREATE TABLE addresses (
  id             text PRIMARY KEY CHECK (length(id) = 26),
  company_id     text NOT NULL REFERENCES companies,
  profile_id     text,
  label          text NOT NULL,
  line           text NOT NULL,
  area_timing_id text NOT NULL REFERENCES area_timings
);
CREATE INDEX addresses_by_company ON addresses (company_id);

CREATE TABLE closed_days (
  date date PRIMARY KEY,
  name text NOT NULL
);
