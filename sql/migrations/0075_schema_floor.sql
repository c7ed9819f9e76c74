-- +goose Up
-- The number of the newest migration that a program must know to serve on these tables; Migrate raises it. Older programs end with a
-- sentence instead of reading tables that they no longer understand.
CREATE TABLE schema_floor (
  one   boolean PRIMARY KEY DEFAULT true CHECK (one),
  least bigint NOT NULL CHECK (least >= 0)
);
INSERT INTO schema_floor (least) VALUES (0);
