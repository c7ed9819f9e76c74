-- +goose Up
-- For what a company's year is read by: who ate on its days, the entries of what moved money, and what was granted in its periods.
CREATE INDEX deliveries_eaten ON deliveries (company_id, delivery_date) INCLUDE (order_id, profile_id, gross_amount, net_amount, company_share) WHERE live;
CREATE INDEX entries_by_transaction ON entries (transaction_id);
CREATE INDEX transactions_by_cause ON transactions (cause_id);
CREATE INDEX share_uses_by_period ON share_uses (profile_id, duration, period_start);
CREATE INDEX share_periods_by_company ON share_periods (company_id, period_start);
CREATE INDEX orders_unpaid ON orders (id) WHERE status IN ('Initiated', 'Payment Pending');
