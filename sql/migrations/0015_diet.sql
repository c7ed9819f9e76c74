-- +goose Up
-- What a person eats and what must not be in it. It says something about their health: it is shown to nobody else, copied and
-- erased with them. Names are those of menus, and may be of menus that are over.
ALTER TABLE persons
  ADD COLUMN diets  text[] NOT NULL DEFAULT '{}' CHECK (cardinality(diets) <= 30),
  ADD COLUMN avoids text[] NOT NULL DEFAULT '{}' CHECK (cardinality(avoids) <= 30);
