-- +goose Up
-- What documents named a company until it was changed: a document about an earlier day names it as it was then.
CREATE TABLE company_details_before (
  company_id text NOT NULL REFERENCES companies,
  until      timestamptz NOT NULL,
  name       text NOT NULL,
  trn        text NOT NULL,
  address    text NOT NULL,
  PRIMARY KEY (company_id, until)
);

-- Who sells, as documents name it since a moment; without a row it is who the server's configuration names, which version 0 keeps.
CREATE TABLE sellers (
  version int PRIMARY KEY CHECK (version >= 0),
  since   timestamptz NOT NULL,
  name    text NOT NULL,
  trn     text NOT NULL,
  address text NOT NULL,
  bank    text NOT NULL,
  email   text NOT NULL,
  phone   text NOT NULL
);
