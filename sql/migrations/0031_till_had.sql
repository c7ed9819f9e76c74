-- +goose Up
-- How many facts of a till the server has received from it. A till that was told a higher number knows that an older copy of the database
-- was restored.
ALTER TABLE tills ADD COLUMN had bigint NOT NULL DEFAULT 0;
-- What somebody brought on paper or in a file is the till's own word only once it says so itself.
ALTER TABLE till_facts ADD COLUMN said boolean NOT NULL DEFAULT true;

-- A tablet that was this till before is it again with the code of its new pairing, so a till may have had several.
ALTER TABLE till_codes DROP CONSTRAINT till_codes_till_id_key;

-- The number of a till that comes back to a copy that does not know it: its own, unless somebody got it meanwhile. Nobody gets it later, and
-- nobody's word uses the numbers up.
-- +goose StatementBegin
CREATE FUNCTION till_number(own int) RETURNS int LANGUAGE plpgsql AS $$
DECLARE
  given int := nextval(pg_get_serial_sequence('tills', 'number'));
BEGIN
  IF own - given > 1000 THEN
    RETURN given;
  END IF;
  WHILE given < own LOOP
    given := nextval(pg_get_serial_sequence('tills', 'number'));
  END LOOP;
  RETURN CASE WHEN EXISTS (SELECT FROM tills WHERE number = own) THEN given ELSE own END;
END
$$;
-- +goose StatementEnd
