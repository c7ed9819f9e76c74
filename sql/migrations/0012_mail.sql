-- +goose Up
-- Which letters were begun and sent: never to whom by address, nor what was in them. id is what the Message-ID is made of,
-- and comes from the effect that the letter tells of, so the same letter is one row however often it is asked for.
CREATE TABLE mails (
  id        text PRIMARY KEY CHECK (id <> ''),
  kind      text NOT NULL,
  person_id text NOT NULL REFERENCES persons ON DELETE CASCADE,
  made_at   timestamptz NOT NULL,
  begun     int NOT NULL CHECK (begun BETWEEN 0 AND 2), -- how often it may have reached the mail server
  begun_at  timestamptz, -- while somebody is sending it, or died doing so
  sent_at   timestamptz
);
CREATE INDEX mails_by_person ON mails (person_id, kind, made_at);
CREATE INDEX mails_by_age ON mails (made_at);
