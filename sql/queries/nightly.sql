-- name: NightlyRan :exec
-- Notes how a nightly task ended. What failed keeps when it last went well.
INSERT INTO nightly_runs (kind, succeeded_at, failed_at, note)
VALUES (@kind, CASE WHEN @ok::boolean THEN @at::timestamptz END, CASE WHEN NOT @ok THEN @at END, @note)
ON CONFLICT (kind) DO UPDATE SET succeeded_at = coalesce(excluded.succeeded_at, nightly_runs.succeeded_at),
  failed_at = coalesce(excluded.failed_at, nightly_runs.failed_at), note = excluded.note;
