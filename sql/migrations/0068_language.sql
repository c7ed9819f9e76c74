-- +goose Up
-- The language that a person reads: letters to them are written in it, and a device on which they chose none shows the app in it.
ALTER TABLE persons ADD COLUMN language text NOT NULL DEFAULT 'en' CONSTRAINT persons_language CHECK (language IN ('en', 'ar'));
