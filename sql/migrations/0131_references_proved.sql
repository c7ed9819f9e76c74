-- +goose Up
-- The references of 0094 are proved for the rows of before. Each reads its table under SHARE UPDATE EXCLUSIVE, which lets everybody read and
-- write. A table with rows that are of two companies keeps its reference for new rows alone and stops no upgrade: the doctor names it.
-- +goose StatementBegin
DO $$
DECLARE r record;
BEGIN
  FOR r IN SELECT * FROM (VALUES
    ('profiles', 'profiles_address_of_company'),
    ('addresses', 'addresses_profile_of_company'),
    ('amendments', 'amendments_profile_of_company'),
    ('topups', 'topups_profile_of_company'),
    ('eater_documents', 'eater_documents_profile_of_company'),
    ('sign_on_attempts', 'sign_on_attempts_profile_of_company'),
    ('sign_on_subjects', 'sign_on_subjects_profile_of_company'),
    ('tills', 'tills_address_of_company'),
    ('till_codes', 'till_codes_address_of_company'),
    ('till_codes', 'till_codes_till_of_company'),
    ('counter_sales', 'counter_sales_till_of_company'),
    ('invoices', 'invoices_credits_of_company'),
    ('einvoices', 'einvoices_invoice_of_company'),
    ('invoice_dues', 'invoice_dues_invoice_of_company'),
    ('invoice_payments', 'invoice_payments_invoice_of_company'),
    ('invoice_setoffs', 'invoice_setoffs_from_of_company'),
    ('invoice_setoffs', 'invoice_setoffs_to_of_company')) AS t (about, name)
  LOOP
    BEGIN
      EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT %I', r.about, r.name);
    EXCEPTION WHEN foreign_key_violation THEN
      RAISE WARNING '%: %', r.name, sqlerrm;
    END;
  END LOOP;
END $$;
-- +goose StatementEnd
