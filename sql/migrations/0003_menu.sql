-- +goose Up
-- Immutable content under the hash of its bytes.
CREATE TABLE menus (
  week         date NOT NULL CHECK (extract(isodow FROM week) = 1),
  hash         text NOT NULL,
  body         bytea NOT NULL,
  published_at timestamptz NOT NULL,
  PRIMARY KEY (week, hash)
);

CREATE TABLE menus_current (
  week date PRIMARY KEY,
  hash text NOT NULL,
  FOREIGN KEY (week, hash) REFERENCES menus
);

-- Portions of a meal on a date, where they are limited. taken = held while somebody pays + sold.
CREATE TABLE portions (
  date    date NOT NULL,
  meal    text NOT NULL,
  cooked  int NOT NULL CHECK (cooked >= 0),
  taken   int NOT NULL DEFAULT 0 CHECK (taken >= 0),
  PRIMARY KEY (date, meal),
  CONSTRAINT portions_not_oversold CHECK (taken <= cooked)
);
