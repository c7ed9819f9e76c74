-- +goose Up
-- What belongs to a company points at what belongs to the same one. From now on; rows of before are the doctor's, until a later file
-- validates these and drops the references without the company.
ALTER TABLE profiles ADD CONSTRAINT profiles_address_of_company
  FOREIGN KEY (company_id, address_id) REFERENCES addresses (company_id, id) NOT VALID;
ALTER TABLE addresses ADD CONSTRAINT addresses_profile_of_company
  FOREIGN KEY (company_id, profile_id) REFERENCES profiles (company_id, id) NOT VALID;
ALTER TABLE amendments ADD CONSTRAINT amendments_profile_of_company
  FOREIGN KEY (company_id, profile_id) REFERENCES profiles (company_id, id) NOT VALID;
ALTER TABLE topups ADD CONSTRAINT topups_profile_of_company
  FOREIGN KEY (company_id, profile_id) REFERENCES profiles (company_id, id) NOT VALID;
ALTER TABLE eater_documents ADD CONSTRAINT eater_documents_profile_of_company
  FOREIGN KEY (company_id, profile_id) REFERENCES profiles (company_id, id) NOT VALID;
ALTER TABLE sign_on_attempts ADD CONSTRAINT sign_on_attempts_profile_of_company
  FOREIGN KEY (company_id, profile_id) REFERENCES profiles (company_id, id) NOT VALID;
ALTER TABLE sign_on_subjects ADD CONSTRAINT sign_on_subjects_profile_of_company
  FOREIGN KEY (company_id, profile_id) REFERENCES profiles (company_id, id) NOT VALID;

ALTER TABLE tills ADD CONSTRAINT tills_address_of_company
  FOREIGN KEY (company_id, address_id) REFERENCES addresses (company_id, id) NOT VALID;
ALTER TABLE till_codes ADD CONSTRAINT till_codes_address_of_company
  FOREIGN KEY (company_id, address_id) REFERENCES addresses (company_id, id) NOT VALID;
ALTER TABLE till_codes ADD CONSTRAINT till_codes_till_of_company
  FOREIGN KEY (company_id, till_id) REFERENCES tills (company_id, id) NOT VALID;
ALTER TABLE counter_sales ADD CONSTRAINT counter_sales_till_of_company
  FOREIGN KEY (company_id, till_id) REFERENCES tills (company_id, id) NOT VALID;

ALTER TABLE invoices ADD CONSTRAINT invoices_credits_of_company
  FOREIGN KEY (company_id, credits_id) REFERENCES invoices (company_id, id) NOT VALID;
ALTER TABLE einvoices ADD CONSTRAINT einvoices_invoice_of_company
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id) NOT VALID;
ALTER TABLE invoice_dues ADD CONSTRAINT invoice_dues_invoice_of_company
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id) NOT VALID;
ALTER TABLE invoice_payments ADD CONSTRAINT invoice_payments_invoice_of_company
  FOREIGN KEY (company_id, invoice_id) REFERENCES invoices (company_id, id) NOT VALID;
ALTER TABLE invoice_setoffs ADD CONSTRAINT invoice_setoffs_from_of_company
  FOREIGN KEY (company_id, from_id) REFERENCES invoices (company_id, id) NOT VALID;
ALTER TABLE invoice_setoffs ADD CONSTRAINT invoice_setoffs_to_of_company
  FOREIGN KEY (company_id, to_id) REFERENCES invoices (company_id, id) NOT VALID;
