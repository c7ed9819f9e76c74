-- +goose Up
-- How many days of each kind operators let the server keep (server/retention).
ALTER TABLE settings DROP CONSTRAINT settings_name_check,
  ADD CONSTRAINT settings_name_check CHECK (name IN ('phone', 'whatsapp', 'instagram', 'linkedin', 'hello_from', 'hello_until',
    'share_type', 'share_value', 'share_cap', 'share_duration', 'einvoice_emirate', 'einvoice_kind', 'einvoice_number', 'einvoice_issuer',
    'einvoice_flags', 'keep_sign_in_codes', 'keep_browsers', 'keep_undecided', 'keep_registrations', 'keep_letters', 'keep_device_copies',
    'keep_broken_changes'));
