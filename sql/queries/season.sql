-- name: CutoffsEarly :one
-- By how many hours the cut-off of dates is earlier than on other days, as far as it is.
SELECT cutoffs_early(@from_date, @until_date)::jsonb AS early;
