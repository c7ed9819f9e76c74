-- name: EraseHold :exec
-- Nobody writes for any profile of a person any more: writers hold their profile until they end. (Still)
UPDATE profiles SET status = 'Suspended' WHERE person_id = $1;

-- name: EraseOperates :one
-- Whether a person is one of the lunch company's own staff: a manager has to shut them out first.
SELECT EXISTS (SELECT FROM profiles WHERE person_id = $1 AND client_type = 'Operator' AND status <> 'Suspended');

-- name: EraseHinders :one
-- Why a person cannot be erased yet: lunches or payments on their way, an admin without whom a company's people have none, what is
-- in the wallets, and what is owed for lunches at a counter. The caller holds the counters of the person's profiles.
SELECT
  coalesce(EXISTS (SELECT FROM attempts a JOIN profiles pr ON pr.id = a.profile_id WHERE pr.person_id = @person_id AND a.status = 'open')
  OR EXISTS (SELECT FROM orders o JOIN profiles pr ON pr.id = o.profile_id WHERE pr.person_id = @person_id AND (o.status IN ('Initiated', 'Payment Pending')
    OR o.status = 'Confirmed' AND EXISTS (SELECT FROM deliveries d WHERE d.order_id = o.id AND d.live AND d.delivery_date >= @today::date)
    OR EXISTS (SELECT FROM amendments m WHERE m.order_id = o.id AND m.status = 'Payment Pending'))), false)::boolean AS orders,
  EXISTS (SELECT FROM profiles pr WHERE pr.person_id = @person_id AND pr.client_type = 'Admin' AND pr.company_id = ANY(@admin_of::text[])
    AND EXISTS (SELECT FROM profiles o WHERE o.company_id = pr.company_id AND o.person_id <> pr.person_id AND o.status = 'Active')
    AND NOT EXISTS (SELECT FROM profiles o WHERE o.company_id = pr.company_id AND o.person_id <> pr.person_id AND o.status = 'Active' AND o.client_type = 'Admin')) AS last_admin,
  coalesce((SELECT sum(e.amount) FROM entries e JOIN accounts a ON a.id = e.account_id JOIN profiles pr ON pr.id = a.profile_id WHERE pr.person_id = @person_id AND a.kind = 'wallet'), 0)::bigint AS balance,
  coalesce((SELECT -sum(x.owed) FROM (SELECT least(sum(e.amount), 0) AS owed FROM entries e JOIN accounts a ON a.id = e.account_id JOIN profiles pr ON pr.id = a.profile_id
    WHERE pr.person_id = @person_id AND a.kind = 'receivable' GROUP BY a.id) x), 0)::bigint AS owed;

-- name: EraseCount :exec
-- Holds the counters of all profiles of a person: money for one of them was taken before this, or finds them erased.
INSERT INTO profile_revs (profile_id, rev) SELECT id, 0 FROM profiles WHERE person_id = $1 ORDER BY id
ON CONFLICT (profile_id) DO UPDATE SET rev = profile_revs.rev;

-- name: ErasedProfile :one
-- Whether the person of a profile was erased: nothing is taken for them any more.
SELECT EXISTS (SELECT FROM profiles pr JOIN persons p ON p.id = pr.person_id WHERE pr.id = $1 AND p.erased_at IS NOT NULL);

-- name: EraseAdminOf :many
-- The companies of which a person is an Active admin, held so that two admins do not leave one at once.
SELECT c.id FROM companies c WHERE c.id IN (SELECT pr.company_id FROM profiles pr WHERE pr.person_id = $1 AND pr.client_type = 'Admin' AND pr.status = 'Active')
ORDER BY c.id FOR NO KEY UPDATE;

-- name: ErasePerson :exec
UPDATE persons SET email = lower(id) || '@erased.invalid', name = '', mobile = '', password_hash = NULL, picture = '', diets = '{}', avoids = '{}', label_avoids = false, erased_at = @now::timestamptz WHERE id = @id;

-- name: EraseProfiles :exec
UPDATE profiles SET address_id = NULL, proved_at = NULL WHERE person_id = $1;

-- name: EraseAddresses :exec
-- Deliveries of the past point at places: those of one's own stay without saying where.
UPDATE addresses SET label = '', line = '' WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: EraseRunFacts :exec
-- What papers of days that are not over yet say of the person's lunches and of places of their own.
DELETE FROM run_facts f WHERE f.kind = 'lunch' AND (f.date, f.id) IN (SELECT d.delivery_date, d.id FROM deliveries d JOIN profiles p ON p.id = d.profile_id WHERE p.person_id = @person_id)
  OR f.kind = 'place' AND f.id IN (SELECT a.id FROM addresses a JOIN profiles p ON p.id = a.profile_id WHERE p.person_id = @person_id);

-- name: EraseDrafts :exec
DELETE FROM draft_days WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: EraseOperations :exec
DELETE FROM operations WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: EraseQuarantine :exec
DELETE FROM quarantine WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: EraseDevices :exec
DELETE FROM devices WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: EraseChallenges :exec
DELETE FROM challenges WHERE person_id = $1;

-- name: EraseAttempts :exec
-- What the card provider was told of the person. Attempts, orders and the ledger stay: they are the books.
UPDATE attempts SET email = lower(id) || '@erased.invalid' WHERE profile_id IN (SELECT id FROM profiles WHERE person_id = $1);

-- name: PersonData :one
-- Everything that is kept about a person, in words that they can read. (the right to a copy)
SELECT jsonb_build_object(
  'person', (SELECT jsonb_build_object('name', p.name, 'email', p.email, 'mobile', p.mobile, 'picture', p.picture, 'diets', p.diets, 'avoids', p.avoids, 'label_avoids', p.label_avoids, 'has_password', p.password_hash IS NOT NULL,
    'created_at', p.created_at) FROM persons p WHERE p.id = @person_id),
  'profiles', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', pr.id, 'company', c.name, 'department', d.name, 'client_type', pr.client_type, 'status', pr.status, 'address_id', pr.address_id,
    'created_at', pr.created_at, 'email_proved_at', pr.proved_at, 'last_used_at', pr.used_at) ORDER BY pr.id), '[]')
    FROM profiles pr LEFT JOIN companies c ON c.id = pr.company_id LEFT JOIN departments d ON d.id = pr.department_id WHERE pr.person_id = @person_id),
  'addresses', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'label', a.label, 'line', a.line, 'area', t.area) ORDER BY a.id), '[]')
    FROM addresses a JOIN area_timings t ON t.id = a.area_timing_id
    WHERE a.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id) OR a.id IN (SELECT pr.address_id FROM profiles pr WHERE pr.person_id = @person_id)),
  'orders', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'profile_id', o.profile_id, 'status', o.status, 'source', o.source, 'week', o.week, 'order_date', o.created_at,
    'payment_date', o.paid_at, 'gross_amount', o.gross_amount, 'discount', o.discount, 'net_amount', o.net_amount, 'company_share', o.company_share, 'employee_share', o.employee_share,
    'wallet_amount', o.wallet_amount, 'payable_amount', o.payable_amount, 'vat_amount', o.vat_amount,
    'deliveries', (SELECT coalesce(jsonb_agg(jsonb_build_object('delivery_date', d.delivery_date, 'address_id', d.address_id, 'net_amount', d.net_amount, 'company_share', d.company_share,
      'items', (SELECT coalesce(jsonb_agg(jsonb_build_object('meal', l.meal, 'name', l.name, 'qty', l.qty, 'price', l.price, 'total', l.total) ORDER BY l.position), '[]')
        FROM order_lines l WHERE l.delivery_id = d.id)) ORDER BY d.delivery_date), '[]') FROM deliveries d WHERE d.order_id = o.id),
    'changes', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'status', m.status, 'date', m.created_at, 'days', m.quote->'days', 'difference', m.difference,
      'wallet_amount', m.wallet_amount, 'payable_amount', m.payable_amount, 'refund_wallet', m.refund_wallet, 'refund_card', m.refund_card) ORDER BY m.created_at, m.id), '[]')
      FROM amendments m WHERE m.order_id = o.id)) ORDER BY o.id), '[]')
    FROM orders o WHERE o.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'labels', (SELECT coalesce(jsonb_agg(jsonb_build_object('delivery_date', f.date, 'says', f.facts) ORDER BY f.date, f.id, f.n), '[]')
    FROM run_facts f JOIN deliveries d ON d.delivery_date = f.date AND d.id = f.id JOIN profiles pr ON pr.id = d.profile_id WHERE f.kind = 'lunch' AND pr.person_id = @person_id),
  'payments', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'order_id', CASE a.purpose WHEN 'order' THEN a.subject_id
      WHEN 'amendment' THEN (SELECT m.order_id FROM amendments m WHERE m.id = a.subject_id) END, 'purpose', a.purpose, 'amount', a.amount, 'status', a.status, 'card', a.card,
    'email', a.email, 'date', a.created_at) ORDER BY a.id), '[]') FROM attempts a WHERE a.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'cards', (SELECT coalesce(jsonb_agg(jsonb_build_object('profile_id', k.profile_id, 'brand', k.brand, 'last4', k.last4, 'expiry', k.expiry, 'since', k.created_at) ORDER BY k.id), '[]')
    FROM cards k WHERE k.removed_at IS NULL AND k.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'wallet', (SELECT coalesce(jsonb_agg(jsonb_build_object('profile_id', acc.profile_id, 'type', t.kind, 'amount', e.amount, 'note', t.note, 'date', t.at) ORDER BY e.id), '[]')
    FROM entries e JOIN accounts acc ON acc.id = e.account_id JOIN transactions t ON t.id = e.transaction_id
    WHERE acc.kind = 'wallet' AND acc.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'owed', (SELECT coalesce(jsonb_agg(jsonb_build_object('profile_id', acc.profile_id, 'type', t.kind, 'amount', e.amount, 'note', t.note, 'date', t.at) ORDER BY e.id), '[]')
    FROM entries e JOIN accounts acc ON acc.id = e.account_id JOIN transactions t ON t.id = e.transaction_id
    WHERE acc.kind = 'receivable' AND acc.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'counter_sales', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'profile_id', s.profile_id, 'date', s.sold_at, 'total_amount', s.total_amount, 'vat_amount', s.vat_amount,
    'company_share', s.company_share, 'wallet_amount', s.wallet_amount, 'owed_amount', s.owed_amount, 'cash_amount', s.cash_amount, 'terminal_amount', s.terminal_amount, 'voided_at', s.voided_at,
    'items', (SELECT coalesce(jsonb_agg(jsonb_build_object('meal', l.meal, 'name', l.name, 'qty', l.qty, 'price', l.price, 'total', l.total) ORDER BY l.position), '[]')
      FROM counter_lines l WHERE l.sale_id = s.id)) ORDER BY s.id), '[]')
    FROM counter_sales s WHERE s.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'drafts', (SELECT coalesce(jsonb_agg(jsonb_build_object('profile_id', w.profile_id, 'date', w.date, 'items', w.items, 'address_id', w.address_id) ORDER BY w.profile_id, w.date), '[]')
    FROM draft_days w WHERE w.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'devices', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'app', d.app, 'first_seen', d.created_at, 'last_seen', d.seen_at) ORDER BY d.id), '[]')
    FROM devices d WHERE d.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'sign_ins', (SELECT coalesce(jsonb_agg(jsonb_build_object('device', s.device, 'since', s.created_at, 'last_seen', s.seen_at, 'until', s.ends_at) ORDER BY s.created_at), '[]')
    FROM sessions s WHERE s.person_id = @person_id)
)::jsonb AS data;
