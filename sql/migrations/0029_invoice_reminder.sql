-- +goose Up
-- Of which late invoices their companies were told, and at which step: how many days after it was due. A letter of a later step tells
-- of the earlier ones as well.
CREATE TABLE invoice_reminders (
  invoice_id text NOT NULL REFERENCES invoices,
  step       int NOT NULL CHECK (step > 0),
  at         timestamptz NOT NULL,
  PRIMARY KEY (invoice_id, step)
);

-- What was to be told of before today was.
INSERT INTO invoice_reminders (invoice_id, step, at)
SELECT i.id, s.step, now() FROM invoices i, unnest(ARRAY[1, 7, 14]) AS s(step) WHERE i.kind = 'invoice' AND i.due_on + s.step < (now() AT TIME ZONE 'Asia/Dubai')::date;
