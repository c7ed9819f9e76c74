-- +goose Up
-- What challenges are for was checked while they were written; the older ones are read now, while the table is written on.
ALTER TABLE challenges VALIDATE CONSTRAINT challenges_purpose_check;
