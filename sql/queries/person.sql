-- name: PersonInsert :exec
INSERT INTO persons (id, email, name, mobile, password_hash, picture, created_at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: ProfileInsert :exec
INSERT INTO profiles (id, person_id, company_id, client_type, status, address_id, created_at, operator_role)
VALUES ($1, $2, $3, $4, $5, $6, $7, $8);

-- name: ProfileAddressSet :exec
UPDATE profiles SET address_id = $2 WHERE id = $1;

-- name: ProfileStatusSet :exec
UPDATE profiles SET status = $2 WHERE id = $1;

-- name: PersonStatus :one
-- The best status that a person holds at any company, empty for nobody: one row and the same work for everybody. Who is of the
-- lunch company's own staff is not told. Through: the company with whose own sign-in people of the address's domain go on.
SELECT coalesce((SELECT pr.status FROM persons p JOIN profiles pr ON pr.person_id = p.id
    WHERE p.email = @email AND pr.client_type <> 'Operator'
    ORDER BY array_position(ARRAY['Active', 'Invited', 'Pending', 'Suspended'], pr.status) LIMIT 1), '')::text AS status,
  t.name AS through, coalesce(t.only_it, false) AS only_it
FROM (SELECT) one LEFT JOIN sign_ons_of_domains t ON t.domain = split_part(@email, '@', 2);

-- name: PersonPassword :one
-- Who has this e-mail, with the hash of the password when one was set.
SELECT id, password_hash FROM persons WHERE email = $1;

-- name: ProfileToSignIn :one
-- The profile that a person comes back to: the wanted one (by its id or its company's), else the one used last, else the first Corporate
-- one. An operator's is come to by the operators' own way, and no other one is. only_it: the person is in a company whose people come
-- in through its own provider alone (each of its admins by a mailed code too), and in no other company.
SELECT pr.id, pr.client_type,
  EXISTS (SELECT FROM persons p JOIN sign_ons_of_domains t ON t.domain = split_part(p.email, '@', 2) AND t.only_it
    JOIN profiles m ON m.person_id = p.id AND m.company_id = t.company_id AND m.status = 'Active'
    WHERE p.id = pr.person_id AND (m.client_type = 'Employee' OR NOT @by_code::boolean)
      AND NOT EXISTS (SELECT FROM profiles o JOIN companies oc ON oc.id = o.company_id AND oc.company_type = 'Corporate'
          AND oc.status = 'Active'
        WHERE o.person_id = p.id AND o.company_id <> t.company_id AND o.status = 'Active'))::boolean AS only_it
FROM profiles pr LEFT JOIN companies c ON c.id = pr.company_id
WHERE pr.person_id = @person_id AND pr.status = 'Active' AND (pr.client_type = 'Operator') = @operator::boolean
ORDER BY (pr.id = @wanted::text OR pr.company_id = @wanted) DESC NULLS LAST, pr.used_at DESC NULLS LAST,
  (c.company_type = 'Corporate') DESC NULLS LAST, pr.created_at, pr.id
LIMIT 1;

-- name: ProfileUse :execrows
UPDATE profiles SET used_at = @now::timestamptz WHERE id = @id AND status = 'Active';

-- name: ProfileOne :one
-- A profile with everything that its person may know about it.
SELECT pr.id, pr.person_id, pr.company_id, pr.client_type, pr.operator_role, pr.status, pr.address_id,
  p.name, p.email, p.mobile, p.language, p.diets, p.avoids, p.label_avoids,
  c.name AS company_name, c.logo, c.company_type, c.status AS company_status, c.minimum_day, c.minimum_meal_count,
  c.discount_type, c.discount_amount, c.share_type, c.share_value, c.share_cap, c.share_duration,
  t.from_time, t.until_time,
  EXISTS (SELECT FROM tills WHERE tills.company_id = pr.company_id AND tills.revoked_at IS NULL)::boolean AS counter,
  EXISTS (SELECT FROM second_factors f WHERE f.person_id = pr.person_id AND f.secret IS NOT NULL)::boolean AS factor,
  (pr.client_type = 'Operator' AND EXISTS (SELECT FROM pins n WHERE n.person_id = pr.person_id))::boolean AS has_pin,
  (pr.client_type <> 'Operator'
    AND EXISTS (SELECT FROM profiles o
      WHERE o.person_id = pr.person_id AND o.id <> pr.id AND o.status = 'Active'
        AND o.client_type <> 'Operator')
    AND NOT EXISTS (SELECT FROM sign_on_subjects u WHERE u.profile_id = pr.id AND u.company_id = pr.company_id))::boolean AS switchable
FROM profiles pr
JOIN persons p ON p.id = pr.person_id
LEFT JOIN companies c ON c.id = pr.company_id
LEFT JOIN addresses a ON a.id = pr.address_id
LEFT JOIN area_timings t ON t.id = a.area_timing_id
WHERE pr.id = $1;

-- name: SessionInsert :exec
-- created_at is when the person last proved who they are: a switch of profiles keeps it. A session of whoever has a PIN may be idle longer,
-- because it is locked meanwhile.
INSERT INTO sessions (id, profile_id, person_id, created_at, seen_at, idle_seconds, ends_at, device, known_device)
VALUES (@id, @profile_id, @person_id, @created_at, @now,
  CASE WHEN EXISTS (SELECT FROM pins WHERE pins.person_id = @person_id) THEN @idle_with_pin::int ELSE @idle_seconds::int END,
  @ends_at, @device, @known_device);

-- name: SessionFind :one
-- Whose session this is, while it lives and the profile is Active. has_pin is only looked for where operators are.
SELECT s.profile_id, s.person_id, s.seen_at, s.idle_seconds, s.ends_at, pr.client_type, pr.operator_role, pr.company_id,
  EXISTS (SELECT FROM second_factors f WHERE f.person_id = s.person_id AND f.secret IS NOT NULL)::boolean AS factor,
  (pr.client_type = 'Operator' AND EXISTS (SELECT FROM pins n WHERE n.person_id = s.person_id))::boolean AS has_pin,
  (s.locked_at IS NOT NULL)::boolean AS locked
FROM sessions s JOIN profiles pr ON pr.id = s.profile_id
WHERE s.id = @id AND pr.status = 'Active' AND s.ends_at > @now::timestamptz AND s.seen_at + s.idle_seconds * interval '1 second' > @now;

-- name: SessionSeen :exec
UPDATE sessions SET seen_at = @now WHERE id = @id AND seen_at < @now;

-- name: SessionStill :one
-- The session's row and its Active profile, held until the writing transaction ends. A session may be seen meanwhile, but not ended.
SELECT pr.client_type, (s.locked_at IS NOT NULL)::boolean AS locked FROM sessions s JOIN profiles pr ON pr.id = s.profile_id
WHERE s.id = @id AND s.profile_id = @profile_id AND pr.status = 'Active' FOR KEY SHARE OF s FOR SHARE OF pr;

-- name: SessionDelete :execrows
DELETE FROM sessions WHERE id = $1;

-- name: SessionsOf :many
-- Where a person is signed in, the last seen first.
SELECT s.id, s.device, s.created_at, s.seen_at, pr.client_type, coalesce(c.name, '')::text AS company_name
FROM sessions s JOIN profiles pr ON pr.id = s.profile_id LEFT JOIN companies c ON c.id = pr.company_id
WHERE s.person_id = @person_id AND pr.status = 'Active' AND s.ends_at > @now::timestamptz
  AND s.seen_at + s.idle_seconds * interval '1 second' > @now
ORDER BY s.seen_at DESC, s.id LIMIT 50;

-- name: SessionEndOf :execrows
-- Ends one session of a person; 0 rows when it is not theirs. An operator's is only ended by themselves.
WITH told AS (UPDATE push_devices v SET ended_by = 'operator', ended_at = @now::timestamptz
  WHERE v.session_id = @id AND v.person_id = @person_id AND NOT @own::boolean)
DELETE FROM sessions s USING profiles pr
WHERE s.id = @id AND s.person_id = @person_id AND pr.id = s.profile_id AND (pr.client_type <> 'Operator' OR @own::boolean);

-- name: DevicesRevoke :exec
-- What spoke with a session may not speak any more. The session is ended before: nobody makes a device for it meanwhile.
UPDATE devices SET revoked_at = @now::timestamptz WHERE session_id = @session_id::bytea AND revoked_at IS NULL;

-- name: SessionsDeleteOf :many
-- Ends every session of a person.
DELETE FROM sessions WHERE person_id = $1 RETURNING id;

-- name: PersonMake :one
-- The person with an e-mail, made when there is none, and held until the transaction ends. Who never proved the address is written to in
-- the language of the newest request for it.
INSERT INTO persons (id, email, name, language, created_at)
VALUES (@id, @email, @name, CASE WHEN @language::text = 'ar' THEN 'ar' ELSE 'en' END, @created_at)
ON CONFLICT (email) DO UPDATE SET language = CASE WHEN EXISTS (SELECT FROM profiles pr
    WHERE pr.person_id = persons.id AND (pr.proved_at IS NOT NULL OR pr.status IN ('Active', 'Suspended')))
  THEN persons.language ELSE excluded.language END
RETURNING id;

-- name: PersonHold :exec
SELECT FROM persons WHERE id = $1 FOR NO KEY UPDATE;

-- name: PersonPasswordOf :one
SELECT email, password_hash FROM persons WHERE id = $1;

-- name: PersonToWrite :one
-- Whom to write to about their account; nobody once they are erased.
SELECT name, email, language FROM persons WHERE id = $1 AND erased_at IS NULL;

-- name: PersonPasswordSet :exec
UPDATE persons SET password_hash = @password_hash::text WHERE id = @id;

-- name: PersonPicture :one
SELECT picture FROM persons WHERE id = $1;

-- name: PersonPictureSet :exec
UPDATE persons SET picture = $2 WHERE id = $1;

-- name: PersonChange :exec
UPDATE persons SET name = coalesce(sqlc.narg(name), name), mobile = coalesce(sqlc.narg(mobile), mobile) WHERE id = @id;

-- name: PersonDietSet :exec
UPDATE persons SET diets = @diets, avoids = @avoids, label_avoids = @label_avoids WHERE id = @id;

-- name: PersonProve :exec
-- Whoever was not known yet gets what was typed; whoever is known keeps what they have. Run it before ProfileProve.
UPDATE persons SET name = r.name, mobile = r.mobile, password_hash = r.password_hash,
  language = CASE WHEN @language::text = 'ar' THEN 'ar' ELSE 'en' END
FROM registrations r
WHERE persons.id = @id AND r.challenge_id = @challenge
  AND NOT EXISTS (SELECT FROM profiles pr
    WHERE pr.person_id = persons.id AND (pr.proved_at IS NOT NULL OR pr.status IN ('Active', 'Suspended')));

-- name: ProfileOf :one
-- What a person is in a company.
SELECT id, status FROM profiles
WHERE person_id = @person_id AND company_id = @company_id::text
ORDER BY array_position(ARRAY['Active', 'Invited', 'Pending', 'Suspended'], status) LIMIT 1;

-- name: MailboxHold :many
-- The company of a profile that is about to be proved, held so that two addresses of one mailbox do not get in at once. No row for one that
-- was proved before, or of cash clients, who have no company share. Waits: it is an employee's whom an admin has to let in.
SELECT c.id, pr.client_type, (pr.client_type = 'Employee' AND NOT (c.status = 'Active'
  AND split_part(p.email, '@', 2) = ANY(c.allowed_domains)))::boolean AS waits
FROM companies c JOIN profiles pr ON pr.company_id = c.id JOIN persons p ON p.id = pr.person_id
WHERE pr.id = @profile_id AND pr.status = 'Pending' AND pr.proved_at IS NULL AND c.company_type <> 'Cash' FOR NO KEY UPDATE OF c;

-- name: MailboxTaken :one
-- Whether somebody in a company reads the same mailbox as a person, under another address.
SELECT EXISTS (SELECT FROM persons me JOIN persons other ON other.mailbox = me.mailbox AND other.id <> me.id
  JOIN profiles pr ON pr.person_id = other.id AND pr.company_id = @company_id::text
  WHERE me.id = @person_id AND pr.removed_at IS NULL AND (pr.status <> 'Pending' OR pr.proved_at IS NOT NULL));

-- name: WaitingElsewhere :one
-- Whether a mailbox already waits for an operator with another company than this one.
SELECT EXISTS (SELECT FROM persons me JOIN persons other ON other.mailbox = me.mailbox
  JOIN profiles pr ON pr.person_id = other.id AND pr.client_type = 'Admin' AND pr.proved_at IS NOT NULL
  JOIN companies c ON c.id = pr.company_id AND c.status = 'Pending'
  WHERE me.id = @person_id AND c.id <> @company_id::text);

-- name: ProfileProve :one
-- Records that the e-mail was proved for a profile, and activates a profile that needs no further approval.
UPDATE profiles pr
SET proved_at = coalesce(pr.proved_at, @now::timestamptz),
  status = CASE
    WHEN pr.status = 'Invited'
      OR pr.status = 'Pending'
        AND (pr.client_type IN ('Cash', 'Admin')
          OR c.status = 'Active' AND split_part(p.email, '@', 2) = ANY(c.allowed_domains)) THEN 'Active'
    ELSE pr.status END
FROM persons p, companies c
WHERE pr.id = @id AND p.id = pr.person_id AND c.id = pr.company_id
RETURNING pr.status;

-- name: ProfilesInvited :exec
-- Lets in a person who was invited and has proved the e-mail.
UPDATE profiles SET status = 'Active', proved_at = coalesce(proved_at, @now::timestamptz)
WHERE person_id = @person_id AND status = 'Invited';

-- name: ProfileApprove :execrows
-- Lets in who waits for a company's admin, the e-mail being proved; 0 rows for everybody else.
UPDATE profiles SET status = 'Active' WHERE id = @id AND company_id = @company_id::text AND status = 'Pending' AND proved_at IS NOT NULL;

-- name: PersonHoldOf :one
-- The person of a company's profile, held until the transaction ends: no session of theirs begins meanwhile.
SELECT id FROM persons
WHERE id = (SELECT pr.person_id FROM profiles pr WHERE pr.id = @profile_id AND pr.company_id = @company_id::text)
FOR NO KEY UPDATE;

-- name: ProfileSuspend :execrows
-- From here on nobody can sign in to it. Its sessions are deleted before it: requests take the session first as well.
UPDATE profiles SET status = 'Suspended' WHERE id = @id AND company_id = @company_id::text;

-- name: ProfileProvedSet :exec
UPDATE profiles SET proved_at = @now::timestamptz WHERE id = @id;

-- name: ProfileToSwitchTo :one
-- Another Active profile of the same person: the named one, else the one used last. There is no way from one that is linked to a company's
-- provider: it may have begun the session, and it speaks for no other profile.
SELECT pr.id, pr.client_type FROM profiles pr
WHERE pr.person_id = @person_id AND pr.id <> @id AND pr.status = 'Active' AND pr.client_type <> 'Operator'
  AND (@wanted::text = '' OR pr.id = @wanted)
  AND NOT EXISTS (SELECT FROM sign_on_subjects u JOIN profiles f ON f.id = u.profile_id AND f.company_id = u.company_id WHERE f.id = @id)
ORDER BY pr.used_at DESC NULLS LAST, pr.created_at, pr.id LIMIT 1;

-- name: SessionTake :one
-- Ends a session that is about to be replaced, when it still is one of an Active profile; of many at once one finds it.
DELETE FROM sessions s USING profiles pr
WHERE s.id = @id AND s.profile_id = @profile_id AND pr.id = s.profile_id AND pr.status = 'Active' AND s.locked_at IS NULL
RETURNING s.created_at;

-- name: SessionsDeleteOfProfile :many
DELETE FROM sessions WHERE profile_id = $1 RETURNING id;

-- name: RegistrationInsert :exec
-- Keeps what was typed with its challenge; nothing when no challenge was made.
INSERT INTO registrations (challenge_id, profile_id, name, mobile, password_hash, address_label, address_line, area_timing_id)
SELECT c.id, @profile_id, @name, @mobile, sqlc.narg(password_hash), @address_label, @address_line, sqlc.narg(area_timing_id)
FROM challenges c
WHERE c.id = @challenge AND c.person_id IS NOT NULL;

-- name: RegistrationOne :one
SELECT r.profile_id, r.address_label, r.address_line, r.area_timing_id, pr.company_id, pr.address_id, pr.client_type
FROM registrations r JOIN profiles pr ON pr.id = r.profile_id WHERE r.challenge_id = $1;

-- name: OperatorActive :one
-- Whether somebody is of the lunch company's own staff.
SELECT EXISTS (SELECT FROM profiles WHERE person_id = $1 AND client_type = 'Operator' AND status = 'Active') AS active;

-- name: PersonData :one
-- Everything that is kept about a person, in words that they can read. (the right to a copy)
SELECT jsonb_build_object(
  'person', (SELECT jsonb_build_object('name', p.name, 'email', p.email, 'mobile', p.mobile,
      'language', p.language, 'picture', p.picture, 'diets', p.diets, 'avoids', p.avoids, 'label_avoids', p.label_avoids,
      'has_password', p.password_hash IS NOT NULL, 'created_at', p.created_at)
    FROM persons p
    WHERE p.id = @person_id),
  'passkeys', (SELECT coalesce(jsonb_agg(jsonb_build_object('name', k.name, 'for_the_kitchen', k.operator, 'made_at', k.made_at,
        'last_used_at', k.used_at, 'stopped_at', k.stopped_at) ORDER BY k.made_at, k.id), '[]')
    FROM passkeys k
    WHERE k.person_id = @person_id),
  'profiles', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', pr.id, 'company', c.name, 'department', d.name,
        'client_type', pr.client_type, 'status', pr.status, 'address_id', pr.address_id, 'created_at', pr.created_at,
        'email_proved_at', pr.proved_at, 'last_used_at', pr.used_at) ORDER BY pr.id), '[]')
    FROM profiles pr LEFT JOIN companies c ON c.id = pr.company_id LEFT JOIN departments d ON d.id = pr.department_id
    WHERE pr.person_id = @person_id),
  'addresses', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'label', a.label, 'line', a.line,
        'area', t.area) ORDER BY a.id), '[]')
    FROM addresses a JOIN area_timings t ON t.id = a.area_timing_id
    WHERE a.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)
      OR a.id IN (SELECT pr.address_id FROM profiles pr WHERE pr.person_id = @person_id)),
  'orders', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'profile_id', o.profile_id, 'status', o.status,
        'source', o.source, 'week', o.week, 'order_date', o.created_at, 'payment_date', o.paid_at, 'gross_amount', o.gross_amount,
        'discount', o.discount, 'net_amount', o.net_amount, 'company_share', o.company_share, 'employee_share', o.employee_share,
        'wallet_amount', o.wallet_amount, 'payable_amount', o.payable_amount, 'vat_amount', o.vat_amount,
        'deliveries', (SELECT coalesce(jsonb_agg(jsonb_build_object('delivery_date', d.delivery_date, 'address_id', d.address_id,
              'net_amount', d.net_amount, 'company_share', d.company_share,
              'items', (SELECT coalesce(jsonb_agg(jsonb_build_object('meal', l.meal, 'name', l.name, 'qty', l.qty,
                    'price', l.price, 'total', l.total) ORDER BY l.position), '[]')
                FROM order_lines l
                WHERE l.delivery_id = d.id)) ORDER BY d.delivery_date), '[]')
          FROM deliveries d
          WHERE d.order_id = o.id),
        'changes', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'status', m.status, 'date', m.created_at,
                'days', m.quote->'days', 'difference', m.difference, 'wallet_amount', m.wallet_amount,
                'payable_amount', m.payable_amount, 'refund_wallet', m.refund_wallet,
                'refund_card', m.refund_card) ORDER BY m.created_at, m.id), '[]')
          FROM amendments m
          WHERE m.order_id = o.id)) ORDER BY o.id), '[]')
    FROM orders o
    WHERE o.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'labels', (SELECT coalesce(jsonb_agg(jsonb_build_object('delivery_date', f.date, 'says', f.facts) ORDER BY f.date, f.id, f.n),
      '[]')
    FROM profiles pr JOIN orders o ON o.profile_id = pr.id JOIN deliveries d ON d.order_id = o.id
    CROSS JOIN LATERAL (SELECT y.date, y.id, y.n, y.facts FROM run_facts y
      WHERE y.date = d.delivery_date AND y.kind = 'lunch' AND y.id = d.id OFFSET 0) f
    WHERE pr.person_id = @person_id),
  'payments', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', a.id,
        'order_id', CASE a.purpose WHEN 'order' THEN a.subject_id
          WHEN 'amendment' THEN (SELECT m.order_id FROM amendments m WHERE m.id = a.subject_id) END,
        'purpose', a.purpose, 'amount', a.amount, 'status', a.status, 'card', a.card, 'email', a.email,
        'date', a.created_at) ORDER BY a.id), '[]')
    FROM attempts a
    WHERE a.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'cards', (SELECT coalesce(jsonb_agg(jsonb_build_object('profile_id', k.profile_id, 'brand', k.brand, 'last4', k.last4,
        'expiry', k.expiry, 'since', k.created_at) ORDER BY k.id), '[]')
    FROM cards k
    WHERE k.removed_at IS NULL AND k.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'wallet', (SELECT coalesce(jsonb_agg(jsonb_build_object('profile_id', acc.profile_id, 'type', t.kind, 'amount', e.amount,
        'note', t.note, 'date', t.at) ORDER BY e.id), '[]')
    FROM entries e JOIN accounts acc ON acc.id = e.account_id JOIN transactions t ON t.id = e.transaction_id
    WHERE acc.kind = 'wallet' AND acc.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'owed', (SELECT coalesce(jsonb_agg(jsonb_build_object('profile_id', acc.profile_id, 'type', t.kind, 'amount', e.amount,
        'note', t.note, 'date', t.at) ORDER BY e.id), '[]')
    FROM entries e JOIN accounts acc ON acc.id = e.account_id JOIN transactions t ON t.id = e.transaction_id
    WHERE acc.kind = 'receivable' AND acc.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'counter_sales', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'profile_id', s.profile_id, 'date', s.sold_at,
        'total_amount', s.total_amount, 'vat_amount', s.vat_amount, 'company_share', s.company_share,
        'wallet_amount', s.wallet_amount, 'owed_amount', s.owed_amount, 'cash_amount', s.cash_amount,
        'terminal_amount', s.terminal_amount, 'voided_at', s.voided_at,
        'dispute', (SELECT jsonb_build_object('since', d.opened_at, 'outcome', d.outcome, 'decided', d.decided_at)
          FROM counter_disputes d
          WHERE d.sale_id = s.id),
        'items', (SELECT coalesce(jsonb_agg(jsonb_build_object('meal', l.meal, 'name', l.name, 'qty', l.qty, 'price', l.price,
              'total', l.total) ORDER BY l.position), '[]')
          FROM counter_lines l
          WHERE l.sale_id = s.id)) ORDER BY s.id), '[]')
    FROM counter_sales s
    WHERE s.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'drafts', (SELECT coalesce(jsonb_agg(jsonb_build_object('profile_id', w.profile_id, 'date', w.date, 'items', w.items,
          'address_id', w.address_id) ORDER BY w.profile_id, w.date), '[]')
    FROM draft_days w
    WHERE w.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'devices', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'app', d.app, 'first_seen', d.created_at,
        'last_seen', d.seen_at) ORDER BY d.id), '[]')
    FROM devices d
    WHERE d.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'sign_ins', (SELECT coalesce(jsonb_agg(jsonb_build_object('device', s.device, 'since', s.created_at, 'last_seen', s.seen_at,
        'until', s.ends_at) ORDER BY s.created_at), '[]')
    FROM sessions s
    WHERE s.person_id = @person_id),
  'known_browsers', (SELECT coalesce(jsonb_agg(jsonb_build_object('browser', k.name, 'network', k.network, 'first_sign_in', k.first_at,
        'last_sign_in', k.seen_at) ORDER BY k.first_at), '[]')
    FROM known_devices k
    WHERE k.person_id = @person_id),
  'notifications', jsonb_build_object(
    'browsers', (SELECT coalesce(jsonb_agg(jsonb_build_object('push_service', split_part(v.endpoint, '/', 3), 'since', v.made_at)
          ORDER BY v.made_at), '[]')
      FROM push_devices v
      WHERE v.person_id = @person_id),
    'choices', (SELECT jsonb_build_object('switched_off', c.off, 'with_details', c.detail, 'quiet_from_minute', c.quiet_from,
          'quiet_until_minute', c.quiet_until, 'changed_at', c.changed_at)
      FROM push_choices c
      WHERE c.person_id = @person_id),
    'history', (SELECT coalesce(jsonb_agg(jsonb_build_object('channel', h.channel, 'kind', h.kind, 'given', h.given, 'way', h.way,
          'wording', h.wording, 'at', h.at) ORDER BY h.n), '[]')
      FROM consents h
      WHERE h.person_id = @person_id)),
  'phone', (SELECT jsonb_build_object('number', n.number, 'kinds', n.kinds, 'verified_at', n.verified_at,
      'not_proved_yet', (SELECT c.number FROM phone_codes c WHERE c.person_id = p.id),
      'messages', (SELECT coalesce(jsonb_agg(jsonb_build_object('at', m.made_at, 'kind', m.kind, 'state', m.state)
          ORDER BY m.made_at), '[]')
        FROM phone_messages m
        WHERE m.person_id = p.id))
    FROM persons p LEFT JOIN phones n ON n.person_id = p.id
    WHERE p.id = @person_id),
  'second_step', (SELECT jsonb_build_object('since', f.since, 'recovery_codes_left', (SELECT count(*) FROM recovery_codes r
        WHERE r.person_id = f.person_id AND r.used_at IS NULL))
    FROM second_factors f
    WHERE f.person_id = @person_id AND f.secret IS NOT NULL),
  'letters', (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'made_at', m.made_at, 'sent_at', m.sent_at)
        ORDER BY m.made_at, m.id), '[]')
    FROM mails m
    WHERE m.person_id = @person_id),
  'tax_documents', (SELECT coalesce(jsonb_agg(jsonb_build_object('number', d.number, 'profile_id', d.profile_id,
        'document', CASE d.kind WHEN 'credit' THEN 'credit_note' ELSE 'tax_invoice' END, 'issued_on', d.issued_on,
        'about_id', d.about_id, 'credits', nullif(d.credits, ''), 'net_amount', d.net_amount, 'vat_amount', d.vat_amount,
        'total_amount', d.total_amount) ORDER BY d.id), '[]')
    FROM eater_documents d
    WHERE d.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'calendar_links', (SELECT coalesce(jsonb_agg(jsonb_build_object('profile_id', k.profile_id, 'since', k.made_at)
        ORDER BY k.profile_id), '[]')
    FROM calendar_links k
    WHERE k.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id)),
  'company_directory', (SELECT coalesce(jsonb_agg(jsonb_build_object('profile_id', u.profile_id, 'user_name', u.user_name,
        'external_id', u.external_id, 'told', u.told,
        'groups', (SELECT coalesce(jsonb_agg(g.name ORDER BY g.name), '[]')
          FROM directory_members o JOIN directory_groups g ON g.company_id = o.company_id AND g.id = o.group_id
          WHERE o.company_id = u.company_id AND o.profile_id = u.profile_id),
        'made_at', u.made_at, 'changed_at', u.changed_at, 'left_at', u.left_at, 'gone_at', u.gone_at) ORDER BY u.profile_id), '[]')
    FROM directory_users u
    WHERE u.profile_id IN (SELECT pr.id FROM profiles pr WHERE pr.person_id = @person_id))
)::jsonb AS data;

-- name: CompanyCashMake :exec
-- Makes the built-in company of clients who pay for themselves, unless it is there.
INSERT INTO companies (id, name, company_type, status, created_at) VALUES ($1, 'Cash', 'Cash', 'Active', $2) ON CONFLICT DO NOTHING;

-- name: CompanyCash :one
SELECT id FROM companies WHERE company_type = 'Cash';

-- name: AddressOwn :one
-- The place that belongs to one profile alone.
SELECT id FROM addresses WHERE profile_id = @profile_id::text ORDER BY id LIMIT 1;

-- name: WindowRefuses :one
-- Whether a window does not take what is still to come to a place, on one of its days: it is full then, or does not deliver.
SELECT EXISTS (SELECT FROM deliveries d JOIN area_timings t ON t.id = @window_id::text
  CROSS JOIN LATERAL window_on(t.id, d.delivery_date) AS w (from_time, until_time, open)
  CROSS JOIN LATERAL window_room(t.id, t.capacity, d.delivery_date) AS r (capacity)
  WHERE (d.address_id = @address_id::text AND (d.live OR d.held) OR d.held_address_id = @address_id::text)
    AND d.delivery_date >= @today::date
    AND (NOT w.open
      OR CASE WHEN r.capacity IS NOT NULL THEN r.capacity <= window_taken(t.id, d.delivery_date, NULL, @address_id::text) END)
)::boolean AS refuses;

-- name: WindowHold :exec
SELECT id FROM area_timings WHERE id = $1 FOR NO KEY UPDATE;

-- name: CodeLetter :one
-- Whom an open challenge's code has to go to, and what it is for.
SELECT p.id AS person_id, p.email, p.language, c.purpose, c.expires_at FROM challenges c JOIN persons p ON p.id = c.person_id
WHERE c.id = @id AND c.used_at IS NULL AND c.voided_at IS NULL AND c.expires_at > @now;
