-- +goose Up
-- What a run's papers say beside how much: of a meal its allergens, of a place where it is and when, of a lunch who eats it and, where its
-- eater wants it printed, what they avoid. A further run holds what it changed. Lunches and places are forgotten when the day is over,
-- when what somebody avoids may no longer be printed, and when its person is erased: so these rows, unlike a run's lines, may change.
CREATE TABLE run_facts (
  date  date NOT NULL,
  n     int NOT NULL,
  kind  text NOT NULL CHECK (kind IN ('meal', 'place', 'lunch')),
  id    text NOT NULL,  -- of the meal, the address, the delivery
  facts jsonb NOT NULL, -- words by field; a field without words is left out
  PRIMARY KEY (date, kind, id, n),
  FOREIGN KEY (date, n) REFERENCES runs
);
