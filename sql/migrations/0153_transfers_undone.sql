-- +goose Up
-- A recorded transfer is taken back by a payment of its own, below zero, which is known by the invoice, the reference and the number of the
-- transfer that it undoes. again counts the transfers of a reference that were taken back from an invoice before.
ALTER TABLE invoice_payments ADD COLUMN again int NOT NULL DEFAULT 0;
ALTER TABLE invoice_payments DROP CONSTRAINT invoice_payments_way_check, DROP CONSTRAINT invoice_payments_amount_check,
  DROP CONSTRAINT invoice_payments_check,
  ADD CONSTRAINT invoice_payments_way_check CHECK (way IN ('card', 'transfer', 'returned', 'undone')) NOT VALID,
  ADD CONSTRAINT invoice_payments_amount_check CHECK ((amount < 0) = (way IN ('returned', 'undone')) AND amount <> 0) NOT VALID,
  ADD CONSTRAINT invoice_payments_check CHECK ((way IN ('transfer', 'undone')) = (recorded_by IS NOT NULL)) NOT VALID;

-- A transfer that was taken back may be recorded anew, on the same invoice too, and a line of a statement may pay the same invoice anew.
ALTER TABLE invoice_payments DROP CONSTRAINT invoice_payments_once,
  ADD CONSTRAINT invoice_payments_once UNIQUE (invoice_id, way, reference, again);
ALTER TABLE bank_bookings DROP CONSTRAINT bank_bookings_pkey, DROP CONSTRAINT bank_bookings_once,
  ADD CONSTRAINT bank_bookings_pkey PRIMARY KEY (company_id, payment_id);

-- back says that a set-off takes an earlier one back: what from_id had been paid of to_id.
ALTER TABLE invoice_setoffs ADD COLUMN back boolean NOT NULL DEFAULT false;
