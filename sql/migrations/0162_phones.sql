-- +goose Up
-- Numbers of phones that people gave and proved, for messages that a carrier (WhatsApp) takes there: number is E.164, kinds what they want
-- to be told by it, none until they choose. used_at is when they last chose or a message last arrived. way and wording are as in
-- push_choices; ended_by says by which way the row is about to go.
CREATE TABLE phones (
  person_id   text PRIMARY KEY REFERENCES persons ON DELETE CASCADE,
  number      text NOT NULL CHECK (number ~ '^\+[1-9][0-9]{6,14}$'),
  kinds       text[] NOT NULL DEFAULT '{}' CHECK (kinds <@ ARRAY['week', 'desk', 'allergen', 'payment', 'till']),
  verified_at timestamptz NOT NULL,
  used_at     timestamptz NOT NULL,
  changed_at  timestamptz NOT NULL,
  way         text NOT NULL DEFAULT 'page',
  wording     int NOT NULL DEFAULT 0,
  ended_by    text
);
CREATE INDEX phones_by_number ON phones (number);
CREATE INDEX phones_by_use ON phones (used_at);

-- A number that somebody gave and has not proved. The code is derived from id; tries counts wrong ones.
CREATE TABLE phone_codes (
  person_id  text PRIMARY KEY REFERENCES persons ON DELETE CASCADE,
  id         text NOT NULL CHECK (id <> ''),
  number     text NOT NULL CHECK (number ~ '^\+[1-9][0-9]{6,14}$'),
  tries      int NOT NULL DEFAULT 0 CHECK (tries BETWEEN 0 AND 5),
  expires_at timestamptz NOT NULL
);
CREATE INDEX phone_codes_by_number ON phone_codes (number);
CREATE INDEX phone_codes_by_age ON phone_codes (expires_at);

-- The outbox of messages to phones. A row is written with its cause, and event is what it tells of, so that the same is told once. id goes
-- to the carrier and comes back with what became of it, carrier_id is the carrier's own. words are the values of the template; the number
-- and a code are nowhere here. begun is how often the carrier may have got it.
CREATE TABLE phone_messages (
  id         text PRIMARY KEY CHECK (id <> ''),
  event      text NOT NULL UNIQUE CHECK (event <> ''),
  person_id  text NOT NULL REFERENCES persons ON DELETE CASCADE,
  kind       text NOT NULL CHECK (kind IN ('code', 'week', 'desk', 'allergen', 'payment', 'till')),
  template   text NOT NULL,
  language   text NOT NULL CHECK (language IN ('en', 'ar')),
  words      text[] NOT NULL,
  until      timestamptz NOT NULL,
  state      text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'taken', 'sent', 'delivered', 'read', 'failed')),
  begun      int NOT NULL DEFAULT 0 CHECK (begun BETWEEN 0 AND 2),
  begun_at   timestamptz,
  tries      int NOT NULL DEFAULT 0,
  carrier_id text,
  code       int NOT NULL DEFAULT 0,
  reason     text NOT NULL DEFAULT '',
  made_at    timestamptz NOT NULL,
  told_at    timestamptz
);
CREATE INDEX phone_messages_by_person ON phone_messages (person_id, kind, made_at);
CREATE INDEX phone_messages_by_carrier ON phone_messages (carrier_id) WHERE carrier_id IS NOT NULL;
CREATE INDEX phone_messages_by_age ON phone_messages (made_at);

-- What the carrier refuses to send for now: everything (account), or a template in a language (sahn_desk/ar). Until then nothing of it is
-- tried, then one message is; fails is how often in a row it was refused.
CREATE TABLE phone_stops (
  scope  text PRIMARY KEY CHECK (scope <> ''),
  since  timestamptz NOT NULL,
  until  timestamptz NOT NULL,
  fails  int NOT NULL CHECK (fails >= 1),
  code   int NOT NULL,
  reason text NOT NULL
);

-- The history knows the channel, and ways in which only a number goes: its owner answered STOP (reply), or nobody used it (unused).
ALTER TABLE consents DROP CONSTRAINT consents_channel_check,
  ADD CONSTRAINT consents_channel_check CHECK (channel IN ('push', 'mail', 'whatsapp')) NOT VALID,
  DROP CONSTRAINT consents_way_check,
  ADD CONSTRAINT consents_way_check CHECK (way IN ('page', 'renewed', 'link', 'gone', 'session', 'operator', 'erasure', 'before', 'reply',
    'unused')) NOT VALID;

-- +goose StatementBegin
CREATE FUNCTION consents_of_phones() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    INSERT INTO consents (person_id, channel, kind, given, way, wording, at)
    SELECT p.id, 'whatsapp', k, false, CASE WHEN p.erased_at IS NOT NULL THEN 'erasure' ELSE coalesce(OLD.ended_by, 'unused') END, 0,
      CASE WHEN p.erased_at IS NOT NULL THEN p.erased_at WHEN OLD.ended_by IS NOT NULL THEN OLD.changed_at ELSE now() END
    FROM persons p, unnest(OLD.kinds) k WHERE p.id = OLD.person_id;
    RETURN NULL;
  END IF;
  INSERT INTO consents (person_id, channel, kind, given, way, wording, at)
  SELECT NEW.person_id, 'whatsapp', k, k = ANY (NEW.kinds), NEW.way, NEW.wording, NEW.changed_at
  FROM unnest(ARRAY['week', 'desk', 'allergen', 'payment', 'till']) k
  WHERE (k = ANY (NEW.kinds)) <> (k = ANY (coalesce(OLD.kinds, '{}')));
  RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER consents_of_phones AFTER INSERT OR UPDATE OR DELETE ON phones FOR EACH ROW EXECUTE FUNCTION consents_of_phones();
