-- +goose Up
ALTER TABLE consents VALIDATE CONSTRAINT consents_channel_check;
ALTER TABLE consents VALIDATE CONSTRAINT consents_way_check;
