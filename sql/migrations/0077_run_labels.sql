-- +goose Up
-- Of which runs of a date labels were printed, and when first: the kitchen sees what still has to be printed.
CREATE TABLE run_labels (
  date date NOT NULL,
  n integer NOT NULL,
  printed_at timestamptz NOT NULL,
  CONSTRAINT run_labels_pkey PRIMARY KEY (date, n),
  CONSTRAINT run_labels_run FOREIGN KEY (date, n) REFERENCES runs (date, n)
);
