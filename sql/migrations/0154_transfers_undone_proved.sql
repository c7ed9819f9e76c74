-- +goose Up
ALTER TABLE invoice_payments VALIDATE CONSTRAINT invoice_payments_way_check;
ALTER TABLE invoice_payments VALIDATE CONSTRAINT invoice_payments_amount_check;
ALTER TABLE invoice_payments VALIDATE CONSTRAINT invoice_payments_check;
