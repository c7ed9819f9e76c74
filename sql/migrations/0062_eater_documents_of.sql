-- +goose Up
-- Support reads the newest documents of a person.
CREATE INDEX eater_documents_of_profile ON eater_documents (profile_id, id);
