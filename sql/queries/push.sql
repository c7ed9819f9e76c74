-- name: PushDevicePut :exec
-- Keeps where a session's browser takes notifications. Another session of that browser has it no longer, and of a person's the oldest ones
-- beyond the limit are forgotten. The caller holds the person.
WITH moved AS (
  DELETE FROM push_devices o WHERE o.endpoint = @endpoint AND o.session_id <> @session_id
), oldest AS (
  DELETE FROM push_devices o WHERE o.person_id = @person_id AND o.session_id IN (SELECT v.session_id FROM push_devices v
    WHERE v.person_id = @person_id AND v.session_id <> @session_id AND v.endpoint <> @endpoint
    ORDER BY v.made_at DESC, v.session_id OFFSET @others::int)
)
INSERT INTO push_devices (person_id, session_id, endpoint, p256dh, auth, stop, made_at, way, wording)
VALUES (@person_id, @session_id, @endpoint, @p256dh, @auth, @stop, @now, @way, @wording)
ON CONFLICT (person_id, session_id) DO UPDATE SET endpoint = excluded.endpoint, p256dh = excluded.p256dh, auth = excluded.auth,
  made_at = excluded.made_at;

-- name: PushDevicesEnding :exec
-- Says by which way browsers of a person are about to be forgotten, for the history: that of a session, and those at addresses. Run it
-- before PushDevicesEnd, in the same transaction.
UPDATE push_devices SET ended_by = @way::text, ended_at = @now::timestamptz
WHERE person_id = @person_id AND (session_id = @session_id::bytea OR endpoint = ANY(@endpoints::text[]));

-- name: PushDevicesEnd :exec
-- Forgets the browsers that PushDevicesEnding named.
DELETE FROM push_devices WHERE person_id = @person_id AND ended_by IS NOT NULL;

-- name: PushDeviceMoved :execrows
-- A browser's push service has given it another address. Whoever knows the one before may say so: only that browser and the service do.
UPDATE push_devices SET endpoint = @endpoint, p256dh = @p256dh, auth = @auth WHERE endpoint = @before;

-- name: PushDevicesOf :many
-- The browsers of a person that take notifications, in sessions that live and of profiles that are Active.
SELECT v.endpoint, v.p256dh, v.auth, v.stop FROM push_devices v
JOIN sessions s ON s.id = v.session_id AND s.person_id = v.person_id JOIN profiles pr ON pr.id = s.profile_id
WHERE v.person_id = @person_id AND pr.status = 'Active' AND pr.client_type <> 'Operator' AND s.ends_at > @now::timestamptz
  AND s.seen_at + s.idle_seconds * interval '1 second' > @now
ORDER BY v.made_at DESC, v.session_id LIMIT @most::int;

-- name: PushSetting :one
-- What a person chose, or what holds while they chose nothing, and their language. here: whether this session's browser takes
-- notifications. by_phone: what they want to be told by a message to their phone.
SELECT p.language, coalesce(c.off, '{}')::text[] AS off, coalesce(c.detail, false)::boolean AS detail,
  c.quiet_from, c.quiet_until, (c.person_id IS NOT NULL)::boolean AS chosen,
  (SELECT count(*) FROM push_devices v WHERE v.person_id = p.id)::int AS devices,
  EXISTS (SELECT FROM push_devices v WHERE v.person_id = p.id AND v.session_id = @session_id::bytea) AS here,
  coalesce((SELECT n.kinds FROM phones n WHERE n.person_id = p.id), '{}')::text[] AS by_phone
FROM persons p LEFT JOIN push_choices c ON c.person_id = p.id WHERE p.id = @person_id AND p.erased_at IS NULL;

-- name: PushChoose :exec
-- The table writes its history (consents), also of the next one.
INSERT INTO push_choices (person_id, off, detail, quiet_from, quiet_until, changed_at, way, wording)
VALUES (@person_id, @off::text[], @detail, @quiet_from, @quiet_until, @now, 'page', @wording)
ON CONFLICT (person_id) DO UPDATE SET off = excluded.off, detail = excluded.detail, quiet_from = excluded.quiet_from,
  quiet_until = excluded.quiet_until, changed_at = excluded.changed_at, way = excluded.way, wording = excluded.wording;

-- name: PushStop :execrows
-- Switches off a kind for the person whose browser was shown a notification with this capability.
INSERT INTO push_choices (person_id, off, quiet_from, quiet_until, changed_at, way, wording)
SELECT v.person_id, ARRAY[@kind::text], @quiet_from::int, @quiet_until::int, @now, 'link', @wording FROM push_devices v WHERE v.stop = @stop
ON CONFLICT (person_id) DO UPDATE SET off = ARRAY(SELECT DISTINCT unnest(push_choices.off || excluded.off) ORDER BY 1),
  changed_at = excluded.changed_at, way = excluded.way, wording = excluded.wording;

-- name: PushHistory :many
-- What a person switched on and off, the newest first, before a number (0 for the newest ones). device is the browser of a session that
-- lives.
SELECT h.n, h.channel, h.kind, h.given, h.way, h.wording, h.at, coalesce(s.device, '')::text AS device
FROM consents h LEFT JOIN sessions s ON s.id = h.session_id AND s.person_id = h.person_id
WHERE h.person_id = @person_id AND (@before::bigint = 0 OR h.n < @before)
ORDER BY h.n DESC LIMIT @most::int;

-- name: PushKey :one
SELECT secret, public FROM push_keys;

-- name: PushKeyMake :exec
-- The first key stays.
INSERT INTO push_keys (secret, public, made_at) VALUES ($1, $2, $3) ON CONFLICT (one) DO NOTHING;

-- name: PushKeyReseal :execrows
UPDATE push_keys SET secret = @fresh WHERE secret = @old;

-- name: PushDeskWho :many
-- Lunches of today that were handed over since an instant, of people who have a browser that takes notifications, or want to be told on
-- their phone where that is possible, want to know it, and were not told yet.
SELECT d.id FROM (SELECT v.person_id FROM push_devices v
  UNION SELECT n.person_id FROM phones n WHERE @phones::boolean AND 'desk' = ANY(n.kinds)) v
JOIN profiles pr ON pr.person_id = v.person_id
JOIN deliveries d ON d.profile_id = pr.id AND d.company_id = pr.company_id AND d.delivery_date = @today AND d.live
JOIN handovers h ON h.delivery_id = d.id AND h.at > @since::timestamptz
WHERE NOT EXISTS (SELECT FROM push_choices c WHERE c.person_id = pr.person_id AND 'desk' = ANY(c.off))
  AND NOT EXISTS (SELECT FROM mails m WHERE m.id = 'push-desk-' || d.id)
ORDER BY d.id;

-- name: PushDesk :one
-- A lunch of today that is handed over, and where.
SELECT pr.person_id, a.label AS place, d.order_id FROM deliveries d
JOIN profiles pr ON pr.id = d.profile_id AND pr.company_id = d.company_id
JOIN addresses a ON a.id = d.address_id AND a.company_id = d.company_id
WHERE d.id = @delivery AND d.live AND d.delivery_date = @today AND EXISTS (SELECT FROM handovers h WHERE h.delivery_id = d.id);

-- name: PushCorrected :one
-- A meal of a lunch of which the allergens were corrected, while it is in that lunch.
SELECT pr.person_id, c.name AS meal, d.delivery_date, d.order_id FROM allergen_notices n
JOIN allergen_corrections c ON c.id = n.correction_id JOIN deliveries d ON d.id = n.delivery_id
JOIN profiles pr ON pr.id = d.profile_id AND pr.company_id = d.company_id
WHERE n.correction_id = @correction AND n.delivery_id = @delivery AND n.told_at IS NOT NULL AND d.live
  AND EXISTS (SELECT FROM order_lines l WHERE l.delivery_id = d.id AND l.meal = c.meal);

-- name: PushAsk :one
-- What a till waits for a buyer to confirm.
SELECT pr.person_id, c.amount, c.expires_at, a.label AS place FROM counter_confirms c JOIN profiles pr ON pr.id = c.profile_id
JOIN tills t ON t.id = c.till_id JOIN addresses a ON a.id = t.address_id AND a.company_id = t.company_id
WHERE c.sale_id = @sale AND c.state = 'waiting' AND c.expires_at > @now;

-- name: PushUnpaid :one
-- An order whose payment failed, while its week has drafts that nothing was ordered of since and a day of it can still be ordered; until
-- when the first such day can.
SELECT pr.person_id, o.week, o.payable_amount, (SELECT min(d.cutoff) FROM deliveries d
    WHERE d.order_id = o.id AND d.company_id = o.company_id AND d.cutoff > @now::timestamptz)::timestamptz AS until
FROM orders o JOIN profiles pr ON pr.id = o.profile_id AND pr.company_id = o.company_id
WHERE o.id = @id AND o.status = 'Payment Failed' AND pr.status = 'Active'
  AND EXISTS (SELECT FROM deliveries d WHERE d.order_id = o.id AND d.company_id = o.company_id AND d.cutoff > @now)
  AND EXISTS (SELECT FROM draft_days w WHERE w.profile_id = o.profile_id AND w.date BETWEEN o.week AND o.week + 4 AND w.items <> '[]')
  AND NOT EXISTS (SELECT FROM orders n WHERE n.profile_id = o.profile_id AND n.company_id = o.company_id AND n.week = o.week
    AND n.id > o.id AND n.status <> 'Cancelled');
