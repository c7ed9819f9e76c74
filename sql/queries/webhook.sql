-- name: WebhooksOf :many
-- A company's webhooks, with how their newest deliveries went.
SELECT w.id, w.style, w.url, w.kinds, w.language, w.created_at, w.failing_at, w.disabled_at, w.disabled_for, w.before_until,
  p.name AS made_by,
  (SELECT count(*) FROM webhook_deliveries d WHERE d.company_id = w.company_id AND d.webhook_id = w.id AND d.state = 'waiting') AS waiting,
  (SELECT count(*) FROM webhook_deliveries d WHERE d.company_id = w.company_id AND d.webhook_id = w.id
    AND d.state IN ('failed', 'held')) AS failed
FROM webhooks w JOIN profiles pr ON pr.id = w.made_by AND pr.company_id = w.company_id JOIN persons p ON p.id = pr.person_id
WHERE w.company_id = @company_id ORDER BY w.id;

-- name: WebhookOne :one
SELECT * FROM webhooks WHERE id = @id AND company_id = @company_id FOR UPDATE;

-- name: WebhookSet :one
SELECT * FROM webhooks WHERE id = @id AND company_id = @company_id;

-- name: WebhookKeyStill :one
-- Who made the key of a request that writes, held until its transaction ends: it is not revoked meanwhile.
SELECT k.made_by FROM api_keys k
WHERE k.id = @id AND k.company_id = @company_id AND k.revoked_at IS NULL AND k.expires_at > @now::timestamptz FOR SHARE;

-- name: WebhookIs :one
SELECT id FROM webhooks WHERE id = @id AND company_id = @company_id;

-- name: WebhookMake :exec
INSERT INTO webhooks (id, company_id, style, url, kinds, language, secret, made_by, created_at)
VALUES (@id, @company_id, @style, @url, @kinds, @language, @secret, @made_by, @now);

-- name: WebhookMarkBegin :exec
-- From now on a company's events are looked for.
INSERT INTO webhook_marks (company_id, at, id) VALUES (@company_id, @now, @id) ON CONFLICT (company_id) DO NOTHING;

-- name: WebhookMarkEnd :exec
-- Without a webhook nobody looks.
DELETE FROM webhook_marks m WHERE m.company_id = @company_id AND NOT EXISTS (SELECT FROM webhooks w WHERE w.company_id = m.company_id);

-- name: WebhookKindsSet :exec
UPDATE webhooks SET kinds = @kinds WHERE id = @id AND company_id = @company_id;

-- name: WebhookRotate :exec
-- The secret of before signs too, until then.
UPDATE webhooks SET before = secret, before_until = @until::timestamptz, secret = @secret WHERE id = @id AND company_id = @company_id;

-- name: WebhookOff :exec
UPDATE webhooks SET disabled_at = @now::timestamptz, disabled_for = 'admin' WHERE id = @id AND company_id = @company_id;

-- name: WebhookOn :exec
-- What failed before counts no more.
UPDATE webhooks SET disabled_at = NULL, disabled_for = NULL, failing_at = NULL WHERE id = @id AND company_id = @company_id;

-- name: WebhookRemove :exec
DELETE FROM webhooks WHERE id = @id AND company_id = @company_id;

-- name: WebhookDeliveries :many
-- The newest deliveries of a webhook.
SELECT d.event_id, e.kind, e.at, d.state, d.tries, d.next_at, d.attempts FROM webhook_deliveries d
JOIN webhook_events e ON e.id = d.event_id AND e.company_id = d.company_id
WHERE d.company_id = @company_id AND d.webhook_id = @webhook_id ORDER BY d.event_id DESC LIMIT @most::int;

-- name: WebhookReplay :execrows
-- Sends again the delivery of one event, or of all since an instant.
UPDATE webhook_deliveries d SET state = 'waiting', tries = 0, next_at = @now::timestamptz
FROM webhook_events e
WHERE d.company_id = @company_id AND d.webhook_id = @webhook_id AND e.id = d.event_id AND e.company_id = d.company_id
  AND (d.event_id = sqlc.narg(event_id)::text OR e.at >= sqlc.narg(since)::timestamptz);

-- name: WebhookTest :exec
-- One event for one webhook alone.
WITH made AS (
  INSERT INTO webhook_events (id, company_id, kind, key, at, data, made_at)
  VALUES (@id, @company_id, 'webhook.test', @id, @now, '{}', @now) RETURNING id, company_id
)
INSERT INTO webhook_deliveries (company_id, webhook_id, event_id, state, next_at)
SELECT company_id, @webhook_id, id, 'waiting', @now FROM made;

-- name: WebhookEventsMake :exec
-- Events that were not known yet, and their deliveries: one for each webhook of their company that was there and wants their kind. What
-- comes for a webhook that is off is held until an admin sends it.
WITH made AS (
  INSERT INTO webhook_events (id, company_id, kind, key, at, data, made_at)
  SELECT unnest(@ids::text[]), unnest(@companies::text[]), unnest(@kinds::text[]), unnest(@keys::text[]), unnest(@ats::timestamptz[]),
    unnest(@datas::text[])::jsonb, @now::timestamptz
  ON CONFLICT (company_id, key) DO NOTHING
  RETURNING id, company_id, kind, at
)
INSERT INTO webhook_deliveries (company_id, webhook_id, event_id, state, next_at)
SELECT m.company_id, w.id, m.id, CASE WHEN w.disabled_at IS NULL THEN 'waiting' ELSE 'held' END, @now
FROM made m JOIN webhooks w ON w.company_id = m.company_id AND m.kind = ANY(w.kinds) AND m.at >= w.created_at;

-- name: WebhookMarksHold :many
-- How far the events of companies with webhooks were looked for, for whoever looks now; none that another one is just looking for.
SELECT company_id, at, id FROM webhook_marks ORDER BY company_id FOR UPDATE SKIP LOCKED;

-- name: WebhookMarksMove :exec
UPDATE webhook_marks SET at = @now::timestamptz, id = @id WHERE company_id = ANY(@companies::text[]);

-- name: WebhookFound :many
-- What happened since the marks that somebody wants to know and that is no event yet. Times and ids begin a while before the marks: what
-- was committed late is found then, and the key says that it is an event already.
WITH sought AS (
  SELECT unnest(@companies::text[]) AS company_id, unnest(@sinces::timestamptz[]) AS since, unnest(@lows::text[]) AS low
), wanted AS (
  SELECT s.company_id, s.since, s.low, k.kind FROM sought s
  CROSS JOIN LATERAL (SELECT DISTINCT unnest(w.kinds) AS kind FROM webhooks w WHERE w.company_id = s.company_id) k
), moved AS (
  SELECT t.cause_type, t.cause_id, t.kind, t.at FROM transactions t
  WHERE t.at >= (SELECT min(since) FROM sought) AND t.cause_type IN ('order', 'amendment')
), found AS (
  SELECT o.company_id, 'order.placed' AS kind, 'order.placed:' || o.id AS key, v.at,
    jsonb_build_object('order_id', o.id, 'member_id', o.profile_id, 'week', o.week) AS data
  FROM moved v JOIN orders o ON o.id = v.cause_id JOIN sought s ON s.company_id = o.company_id AND v.at >= s.since
  WHERE v.cause_type = 'order' AND v.kind = 'order'
  UNION
  SELECT o.company_id, CASE WHEN o.status IN ('Cancelled', 'Refunded') THEN 'order.cancelled' ELSE 'order.changed' END,
    'amendment:' || a.id, a.settled_at, jsonb_build_object('order_id', o.id, 'member_id', o.profile_id, 'week', o.week,
      'reason', CASE WHEN a.withdrawn THEN 'withdrawn' ELSE 'changed' END)
  FROM (SELECT m.id FROM amendments m WHERE m.id >= (SELECT min(low) FROM sought)
    UNION SELECT v.cause_id FROM moved v WHERE v.cause_type = 'amendment') c
  JOIN amendments a ON a.id = c.id JOIN sought s ON s.company_id = a.company_id
  JOIN orders o ON o.id = a.order_id AND o.company_id = a.company_id
  WHERE a.status = 'Confirmed' AND a.settled_at >= s.since
  UNION
  SELECT d.company_id, 'delivery.handed_over', 'handed_over:' || h.id, h.received_at,
    jsonb_build_object('delivery_id', d.id, 'order_id', d.order_id, 'member_id', d.profile_id, 'date', d.delivery_date)
  FROM sought s JOIN deliveries d ON d.company_id = s.company_id AND d.live AND d.delivery_date BETWEEN @week_ago::date AND @today::date
  JOIN handovers h ON h.delivery_id = d.id AND h.received_at >= s.since
  UNION
  SELECT d.company_id, 'delivery.missing', 'missing:' || f.id, f.at,
    jsonb_build_object('delivery_id', d.id, 'order_id', d.order_id, 'member_id', d.profile_id, 'date', d.delivery_date, 'portions', f.qty)
  FROM sought s JOIN deliveries d ON d.company_id = s.company_id AND d.live AND d.delivery_date BETWEEN @week_ago::date AND @today::date
  JOIN shortfalls f ON f.delivery_id = d.id AND f.at >= s.since
  UNION
  SELECT i.company_id, CASE i.kind WHEN 'invoice' THEN 'invoice.issued' ELSE 'invoice.credited' END, 'issued:' || i.id, i.created_at,
    jsonb_build_object('invoice_id', i.id, 'number', i.number, 'month', i.month, 'due_on', i.due_on, 'amount', i.total_amount,
      'credits_id', i.credits_id)
  FROM sought s JOIN invoices i ON i.company_id = s.company_id AND i.created_at >= s.since
  UNION
  -- One that was open again is paid once more.
  SELECT i.company_id, 'invoice.paid', 'paid:' || i.id || coalesce(':' || nullif(k.n, 0), ''), y.at,
    jsonb_build_object('invoice_id', i.id, 'number', i.number, 'month', i.month, 'amount', i.total_amount)
  FROM sought s JOIN invoice_dues u ON u.company_id = s.company_id AND u.due <= 0
  JOIN invoices i ON i.id = u.invoice_id AND i.company_id = u.company_id
  CROSS JOIN LATERAL (SELECT (SELECT count(*) FROM invoice_payments p
      WHERE p.company_id = i.company_id AND p.invoice_id = i.id AND p.way = 'undone')
    + (SELECT count(*) FROM invoice_setoffs o WHERE o.company_id = i.company_id AND o.from_id = i.id AND o.back) AS n) k
  CROSS JOIN LATERAL (SELECT max(x.at) AS at FROM (
    SELECT p.at FROM invoice_payments p WHERE p.company_id = i.company_id AND p.invoice_id = i.id
    UNION ALL SELECT o.at FROM invoice_setoffs o WHERE o.company_id = i.company_id AND o.to_id = i.id
    UNION ALL SELECT n.created_at FROM invoices n WHERE n.company_id = i.company_id AND n.credits_id = i.id) x) y
  WHERE y.at >= s.since
  UNION
  SELECT i.company_id, 'invoice.reopened', 'reopened:' || b.id, b.at,
    jsonb_build_object('invoice_id', i.id, 'number', i.number, 'month', i.month, 'due_on', i.due_on, 'amount', u.due)
  FROM sought s CROSS JOIN LATERAL (
    SELECT p.invoice_id, p.id, p.at FROM invoice_payments p WHERE p.company_id = s.company_id AND p.at >= s.since AND p.way = 'undone'
    UNION ALL SELECT o.from_id, 'set-off ' || o.id, o.at FROM invoice_setoffs o
    WHERE o.company_id = s.company_id AND o.set_on >= @week_ago::date AND o.at >= s.since AND o.back) b
  JOIN invoice_dues u ON u.company_id = s.company_id AND u.invoice_id = b.invoice_id AND u.due > 0
  JOIN invoices i ON i.company_id = u.company_id AND i.id = u.invoice_id
  UNION
  SELECT i.company_id, 'invoice.overdue', 'overdue:' || i.id, @midnight::timestamptz,
    jsonb_build_object('invoice_id', i.id, 'number', i.number, 'month', i.month, 'due_on', i.due_on, 'amount', u.due)
  FROM sought s JOIN invoice_dues u ON u.company_id = s.company_id AND u.due > 0 AND u.due_on BETWEEN @week_ago::date AND @yesterday::date
  JOIN invoices i ON i.id = u.invoice_id AND i.company_id = u.company_id
  UNION
  SELECT a.company_id,
    CASE WHEN a.kind IN ('member.remove', 'member.suspend', 'member.leave') THEN 'member.removed' ELSE 'member.added' END,
    'act:' || a.id, a.at, jsonb_build_object('member_id', p.id, 'status', p.status)
  FROM sought s JOIN acts a ON a.company_id = s.company_id AND a.id >= s.low AND a.at >= s.since AND a.kind IN ('member.invite',
    'member.approve', 'member.reactivate', 'member.return', 'member.sign_on', 'member.remove', 'member.suspend', 'member.leave')
  JOIN profiles p ON p.id = a.subject AND p.company_id = a.company_id
  UNION
  SELECT p.company_id, 'member.added', 'joined:' || p.id, p.created_at, jsonb_build_object('member_id', p.id, 'status', p.status)
  FROM sought s JOIN profiles p ON p.company_id = s.company_id AND p.id >= s.low AND p.created_at >= s.since AND p.status = 'Active'
  WHERE NOT EXISTS (SELECT FROM acts a WHERE a.subject = p.id AND a.company_id = p.company_id)
)
SELECT f.company_id, f.kind, f.key::text AS key, f.at::timestamptz AS at, f.data::text AS data FROM found f
JOIN wanted k ON k.company_id = f.company_id AND k.kind = f.kind
WHERE NOT EXISTS (SELECT FROM webhook_events e WHERE e.company_id = f.company_id AND e.key = f.key)
-- One event of each company, then the next of each: what happened to one in great numbers keeps no other waiting.
ORDER BY row_number() OVER (PARTITION BY f.company_id ORDER BY f.at, f.key), f.at, f.key LIMIT @most::int;

-- name: WebhookWantedBy :many
-- Companies that want to know of a kind, and have no event of a key yet.
SELECT DISTINCT w.company_id FROM webhooks w WHERE @kind::text = ANY(w.kinds) AND w.disabled_at IS NULL
  AND NOT EXISTS (SELECT FROM webhook_events e WHERE e.company_id = w.company_id AND e.key = @key::text)
ORDER BY w.company_id;

-- name: WebhookWithoutLunch :many
-- How many people of companies may order and have no lunch on each of some days, and how many there are.
SELECT p.company_id::text AS company_id, x.day::date AS day, count(*) AS people, count(*) FILTER (WHERE NOT EXISTS (SELECT FROM deliveries d
  WHERE d.company_id = p.company_id AND d.profile_id = p.id AND d.delivery_date = x.day AND d.live)) AS without
FROM unnest(@days::date[]) AS x (day) CROSS JOIN profiles p
WHERE p.company_id = ANY(@companies::text[]) AND p.status = 'Active' AND p.client_type IN ('Employee', 'Admin')
GROUP BY p.company_id, x.day ORDER BY p.company_id, x.day;

-- name: WebhookDue :many
-- Companies of which something is to be sent now.
SELECT DISTINCT d.company_id FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id AND w.company_id = d.company_id
WHERE d.state = 'waiting' AND d.next_at <= @now::timestamptz AND w.disabled_at IS NULL;

-- name: WebhookTurn :many
-- What a company's webhooks are sent next: of each that is on, the oldest few that are due.
SELECT w.id, w.style, w.url, w.language, w.secret, w.before, w.before_until, w.failing_at, d.event_id, d.tries, d.attempts, e.kind, e.at,
  e.data, c.name AS company
FROM webhooks w JOIN companies c ON c.id = w.company_id
CROSS JOIN LATERAL (SELECT x.event_id, x.tries, x.attempts FROM webhook_deliveries x
  WHERE x.company_id = w.company_id AND x.webhook_id = w.id AND x.state = 'waiting' AND x.next_at <= @now::timestamptz
  ORDER BY x.event_id LIMIT @most::int) d
JOIN webhook_events e ON e.id = d.event_id AND e.company_id = w.company_id
WHERE w.company_id = @company_id AND w.disabled_at IS NULL ORDER BY w.id, d.event_id;

-- name: WebhookTold :exec
-- How deliveries of a company went.
UPDATE webhook_deliveries d SET state = x.state, tries = x.tries, next_at = x.next_at, attempts = x.attempts::jsonb
FROM (SELECT unnest(@webhooks::text[]) AS webhook_id, unnest(@events::text[]) AS event_id, unnest(@states::text[]) AS state,
  unnest(@tries::int[]) AS tries, unnest(@nexts::timestamptz[]) AS next_at, unnest(@attempts::text[]) AS attempts) x
WHERE d.company_id = @company_id AND d.webhook_id = x.webhook_id AND d.event_id = x.event_id;

-- name: WebhookWent :many
-- How webhooks of a company stand after their turn: since when they fail (the epoch for not), and why they are off. Answers them.
UPDATE webhooks w SET failing_at = nullif(x.failing_at, 'epoch'), disabled_at = CASE WHEN x.why = '' THEN NULL ELSE @now::timestamptz END,
  disabled_for = nullif(x.why, '')
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@failing::timestamptz[]) AS failing_at, unnest(@whys::text[]) AS why) x
WHERE w.company_id = @company_id AND w.id = x.id AND w.disabled_at IS NULL RETURNING w.id, w.disabled_for;

-- name: WebhookLook :one
SELECT w.url, w.disabled_for, c.name AS company FROM webhooks w JOIN companies c ON c.id = w.company_id
WHERE w.id = @id AND w.company_id = @company_id AND w.disabled_for IN ('failing', 'gone');

-- name: WebhookForget :exec
-- With their deliveries.
DELETE FROM webhook_events WHERE made_at < @before::timestamptz;

-- name: WebhooksSealed :many
SELECT id, company_id, secret, before FROM webhooks ORDER BY id;

-- name: WebhooksReseal :exec
-- A webhook may have two secrets that are sealed anew.
UPDATE webhooks w SET
  secret = coalesce((SELECT x.fresh
    FROM (SELECT unnest(@ids::text[]) AS id, unnest(@olds::bytea[]) AS was, unnest(@anew::bytea[]) AS fresh) x
    WHERE x.id = w.id AND x.was = w.secret), w.secret),
  before = coalesce((SELECT x.fresh
    FROM (SELECT unnest(@ids::text[]) AS id, unnest(@olds::bytea[]) AS was, unnest(@anew::bytea[]) AS fresh) x
    WHERE x.id = w.id AND x.was = w.before), w.before)
WHERE w.id = ANY(@ids::text[]);
