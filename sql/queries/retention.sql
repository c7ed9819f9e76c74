-- name: RetentionRuns :many
-- When each kind was looked through last, how many rows went then, and since a day.
SELECT DISTINCT ON (r.kind) r.kind, r.ran_at, r.last,
  (SELECT coalesce(sum(o.gone), 0) FROM retention_runs o WHERE o.kind = r.kind AND o.day >= @since::date)::bigint AS since
FROM retention_runs r
ORDER BY r.kind, r.day DESC;
