-- +goose Up
-- A change of a meal's allergens on a published menu of days to come. changed has each allergen that differs, as it is now.
CREATE TABLE allergen_corrections (
  id          text PRIMARY KEY CHECK (length(id) = 26),
  week        date NOT NULL CHECK (extract(isodow FROM week) = 1),
  meal        text NOT NULL,
  name        text NOT NULL,
  changed     jsonb NOT NULL,
  at          timestamptz NOT NULL,
  operator_id text REFERENCES profiles -- none when a command imported it
);

-- Whose lunch held the meal then. yours: the meal has more of what its eater avoids, who is told by a letter and may exchange it free of
-- charge or leave it out; everybody else sees it in the app. told_at is when.
CREATE TABLE allergen_notices (
  correction_id text NOT NULL REFERENCES allergen_corrections,
  delivery_id   text NOT NULL REFERENCES deliveries,
  yours         boolean NOT NULL,
  told_at       timestamptz,
  PRIMARY KEY (correction_id, delivery_id)
);
CREATE INDEX allergen_notices_of_delivery ON allergen_notices (delivery_id);
CREATE INDEX allergen_notices_untold ON allergen_notices (delivery_id) WHERE told_at IS NULL;
