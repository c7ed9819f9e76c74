-- +goose Up
-- A sale may be undone after its drawer was counted, and its day is over. The cash comes out of the drawer that is open then and counts on that day, or,
-- where the office undid it, out of no drawer. A sale without these was undone in its own drawer on its own day.
ALTER TABLE counter_sales ADD COLUMN void_day date, ADD COLUMN void_shift_id text REFERENCES till_shifts, ADD COLUMN void_by text REFERENCES profiles,
  ADD CONSTRAINT counter_sales_void CHECK (voided_at IS NOT NULL OR num_nonnulls(void_day, void_shift_id, void_by) = 0),
  ADD CONSTRAINT counter_sales_void_once CHECK (void_shift_id IS NULL OR void_by IS NULL);
CREATE INDEX counter_sales_by_void_day ON counter_sales (company_id, void_day) WHERE void_day <> day;
CREATE INDEX counter_sales_by_void_shift ON counter_sales (void_shift_id) WHERE void_shift_id IS NOT NULL;
