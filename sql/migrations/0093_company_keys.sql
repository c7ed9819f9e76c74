-- +goose Up
-- +goose NO TRANSACTION
-- Rows that others of the same company point at, by company and id.
DROP INDEX CONCURRENTLY IF EXISTS profiles_of_company;
CREATE UNIQUE INDEX CONCURRENTLY profiles_of_company ON profiles (company_id, id);
DROP INDEX CONCURRENTLY IF EXISTS addresses_of_company;
CREATE UNIQUE INDEX CONCURRENTLY addresses_of_company ON addresses (company_id, id);
DROP INDEX CONCURRENTLY IF EXISTS tills_of_company;
CREATE UNIQUE INDEX CONCURRENTLY tills_of_company ON tills (company_id, id);
DROP INDEX CONCURRENTLY IF EXISTS invoices_of_company;
CREATE UNIQUE INDEX CONCURRENTLY invoices_of_company ON invoices (company_id, id);
