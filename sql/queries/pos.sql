-- name: TillCodeInsert :exec
INSERT INTO till_codes (hash, company_id, address_id, name, made_by, made_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6, $7);

-- name: TillCodeLock :one
SELECT * FROM till_codes WHERE hash = ANY(@hashes::bytea[]) FOR UPDATE;

-- name: TillCodeUse :exec
UPDATE till_codes SET till_id = @till_id::text WHERE hash = @hash;

-- name: TillCodesForget :exec
DELETE FROM till_codes WHERE till_id IS NULL AND expires_at < @before;

-- name: TillInsert :one
-- A till that the lunch company's own people paired serves everybody.
INSERT INTO tills (id, company_id, address_id, name, public_key, paired_by, paired_at, seen_at, everyone)
VALUES (@id, @company_id, @address_id, @name, @public_key, @paired_by, @now, @now,
  EXISTS (SELECT FROM profiles p WHERE p.id = @paired_by AND p.client_type = 'Operator'))
RETURNING *;

-- name: TillReturn :one
-- A tablet that was this till is it again, with another key: one that this copy of the database does not know, or knows of the same
-- company and not revoked.
INSERT INTO tills (id, number, company_id, address_id, name, public_key, paired_by, paired_at, seen_at, everyone)
OVERRIDING SYSTEM VALUE
VALUES (@id, till_number(@number::int), @company_id, @address_id, @name, @public_key, @paired_by, @now, @now,
  EXISTS (SELECT FROM profiles p WHERE p.id = @paired_by AND p.client_type = 'Operator'))
ON CONFLICT ON CONSTRAINT tills_pkey DO UPDATE
SET address_id = excluded.address_id, name = excluded.name, public_key = excluded.public_key, paired_by = excluded.paired_by,
  paired_at = excluded.paired_at
WHERE tills.revoked_at IS NULL AND tills.company_id = excluded.company_id
RETURNING *;

-- name: TillNumbersSkip :exec
-- Whoever puts back an older copy does not know which numbers were given since.
SELECT setval(pg_get_serial_sequence('tills', 'number'), nextval(pg_get_serial_sequence('tills', 'number')) + @more::bigint);

-- name: TillOne :one
SELECT * FROM tills WHERE id = $1;

-- name: TillKey :one
-- A till with what decides whether its requests are taken.
SELECT t.id, t.company_id, t.public_key, t.revoked_at, c.status AS company_status FROM tills t JOIN companies c ON c.id = t.company_id
WHERE t.id = $1;

-- name: TillCompanyActive :one
-- Whether a company may have tills: one that waits for approval, or was rejected or suspended, may not.
SELECT EXISTS (SELECT FROM companies WHERE id = @company_id AND status = 'Active');

-- name: TillLock :one
-- A till with what it may still say, held so that two of its connections wait for each other.
SELECT * FROM tills WHERE id = $1 FOR NO KEY UPDATE;

-- name: TillSite :one
-- A till's site with the terms of its company, as far as they apply now.
SELECT t.*, c.name AS company_name, a.label, a.line, (c.status = 'Active' AND c.company_type = 'Corporate')::boolean AS priced,
  c.discount_type, c.discount_amount, counter_limits_all()::jsonb AS charge_limits
FROM tills t JOIN companies c ON c.id = t.company_id JOIN addresses a ON a.id = t.address_id
WHERE t.id = $1;

-- name: TillAsks :one
-- Whom a till may charge, and how much.
SELECT company_id, everyone, counter_limits_all()::jsonb AS charge_limits FROM tills WHERE id = $1;

-- name: CounterRules :one
-- What counts by a sale's day: rates of VAT and limits of charges to accounts, as operators have set them.
SELECT (SELECT coalesce(jsonb_agg(jsonb_build_object('from', y.since, 'percent', y.percent) ORDER BY y.since), '[]')
    FROM vat_rates_set y)::jsonb AS vat_rates,
  counter_limits_all()::jsonb AS charge_limits;

-- name: TillHeard :exec
-- With what it had said until then; caught says that it sent everything that happened until now, which counts for one that may charge
-- accounts without asking.
UPDATE tills
SET seen_at = greatest(seen_at, @seen::timestamptz), last_receipt = greatest(last_receipt, @receipt::bigint),
  whole_receipt = receipts_whole(id, whole_receipt), had = had + @new::bigint,
  caught_up_at = CASE WHEN @caught::boolean AND offline_limit > 0 THEN @now::timestamptz ELSE caught_up_at END
WHERE id = @id;

-- name: TillChange :one
-- A till that the office is about to change, held.
SELECT * FROM tills WHERE id = @id AND (@all_companies::boolean OR company_id = @company_id) FOR NO KEY UPDATE;

-- name: TillRevoke :exec
-- From here on nothing that it sends is taken.
UPDATE tills SET revoked_at = @now::timestamptz, revoked_by = @by::text WHERE id = @id;

-- name: TillLimit :exec
-- How much a person may owe for one sale at a till that could not ask.
UPDATE tills SET offline_limit = @most::bigint, limited_by = @by::text, limited_at = @now::timestamptz WHERE id = @id;

-- name: TillEveryone :exec
-- Whether a till serves people of every company, or of its own alone.
UPDATE tills SET everyone = @everyone::boolean WHERE id = @id;

-- name: TillCaughtUp :exec
-- A till that may charge accounts without asking has sent everything that happened until now.
UPDATE tills SET caught_up_at = @now::timestamptz WHERE id = @id AND offline_limit > 0;

-- name: TillsOf :many
-- A company's tills, or everybody's, with what is known of them. The first missing receipt is the lowest number that nobody has sent
-- yet, below one that was: it is looked for from where all were there the last time, so that the tills of a year are read as fast as
-- those of a day.
SELECT t.id, t.number, t.name, t.company_id, c.name AS company_name, t.address_id, a.label, t.offline_limit, t.everyone,
  t.last_receipt,  t.paired_at, t.seen_at, t.revoked_at, last.sold_at,
  (CASE WHEN (SELECT max(f.receipt) FROM till_facts f WHERE f.till_id = t.id) > w.receipt THEN w.receipt + 1
    ELSE 0 END)::bigint AS first_missing,
  (SELECT count(*) FROM till_quarantine q WHERE q.till_id = t.id AND q.resolution IS NULL)::int AS quarantined
FROM tills t JOIN companies c ON c.id = t.company_id JOIN addresses a ON a.id = t.address_id
CROSS JOIN LATERAL receipts_whole(t.id, t.whole_receipt) AS w(receipt)
LEFT JOIN LATERAL (SELECT s.id FROM counter_sales s
  WHERE s.till_id = t.id AND s.receipt IS NOT NULL
  ORDER BY s.receipt DESC LIMIT 1) newest ON true LEFT JOIN counter_sales last ON last.id = newest.id
WHERE (@all_companies::boolean OR t.company_id = @company_id)
ORDER BY t.number;

-- name: TillPlaces :many
-- Where a company can have a till: its own places, not its people's.
SELECT id, label, line FROM addresses WHERE company_id = $1 AND profile_id IS NULL AND retired_at IS NULL ORDER BY label, id;

-- name: CounterDebts :one
-- How many people owe something for lunches at a counter, and how much in all. Never who.
SELECT count(*)::int AS people, coalesce(sum(x.owed), 0)::bigint AS amount
FROM (SELECT -sum(e.amount) AS owed FROM accounts a JOIN profiles pr ON pr.id = a.profile_id JOIN entries e ON e.account_id = a.id
  WHERE a.kind = 'receivable' AND (@all_companies::boolean OR pr.company_id = @company_id)
  GROUP BY a.id HAVING sum(e.amount) < 0) x;

-- name: FactsByID :many
SELECT id, till_id, hash, code, detail, coalesce(receipt, 0)::bigint AS receipt, said FROM till_facts WHERE id = ANY(@ids::text[]);

-- name: FactReceiptsUsed :many
-- Receipt numbers of a till that a fact has already.
SELECT receipt::bigint AS receipt FROM till_facts WHERE till_id = @till_id AND receipt = ANY(@receipts::bigint[]);

-- name: FactsInsert :exec
INSERT INTO till_facts (id, till_id, kind, hash, code, detail, receipt, sale_id, note, flags, happened_at, received_at, said)
SELECT unnest(@ids::text[]), @till_id, unnest(@kinds::text[]), unnest(@hashes::bytea[]), unnest(@codes::int[]),
  nullif(unnest(@details::text[]), '')::jsonb, nullif(unnest(@receipts::bigint[]), 0), nullif(unnest(@sales::text[]), ''),
  unnest(@notes::text[]), string_to_array(unnest(@flags::text[]), ','), unnest(@happened::timestamptz[]), @now, @said::boolean;

-- name: FactsSaid :exec
-- The till itself has now said what somebody had brought before it.
UPDATE till_facts SET said = true WHERE till_id = @till_id AND id = ANY(@ids::text[]);

-- name: QuarantinePut :exec
INSERT INTO till_quarantine (id, till_id, fact_id, hash, reason, payload, at)
SELECT unnest(@ids::text[]), @till_id, nullif(unnest(@facts::text[]), ''), unnest(@hashes::bytea[]), unnest(@reasons::text[]),
  unnest(@payloads::text[]), @at
ON CONFLICT ON CONSTRAINT till_quarantine_once DO NOTHING;

-- name: QuarantineOf :many
-- What waits for somebody of a company to look at it.
SELECT q.id, q.till_id, q.fact_id, q.reason, q.payload, q.at, t.number, t.name FROM till_quarantine q JOIN tills t ON t.id = q.till_id
WHERE (@all_companies::boolean OR t.company_id = @company_id) AND q.resolution IS NULL ORDER BY q.at, q.id LIMIT @most::int;

-- name: QuarantineOne :one
SELECT q.id, q.till_id, q.fact_id, q.hash, q.payload, q.reason, q.at, q.resolution, t.company_id
FROM till_quarantine q JOIN tills t ON t.id = q.till_id
WHERE q.id = @id AND (@all_companies::boolean OR t.company_id = @company_id);

-- name: QuarantineResolve :execrows
UPDATE till_quarantine SET resolution = @resolution::text, resolved_at = @now::timestamptz, resolved_by = @by::text, note = @note
WHERE id = @id AND resolution IS NULL;

-- name: StrikesOf :many
SELECT hash, n FROM till_strikes WHERE till_id = @till_id AND hash = ANY(@hashes::bytea[]);

-- name: StrikeCount :one
INSERT INTO till_strikes (till_id, hash, n) VALUES ($1, $2, 1)
ON CONFLICT ON CONSTRAINT till_strikes_pkey DO UPDATE SET n = till_strikes.n + 1 RETURNING n;

-- name: StrikeForget :exec
DELETE FROM till_strikes WHERE till_id = $1 AND hash = $2;

-- name: ShiftsByID :many
SELECT * FROM till_shifts WHERE till_id = @till_id AND (id = ANY(@ids::text[]) OR unassigned AND day = ANY(@days::date[]));

-- name: ShiftsInsert :exec
INSERT INTO till_shifts (id, till_id, unassigned, day, who, float_amount, opened_at)
SELECT unnest(@ids::text[]), @till_id, unnest(@unassigned::boolean[]), unnest(@days::date[]), unnest(@whos::text[]),
  unnest(@floats::bigint[]), unnest(@opened::timestamptz[]);

-- name: ShiftsClose :exec
-- A shift that the office has closed may still be counted.
UPDATE till_shifts s
SET closed_at = coalesce(s.closed_at, x.at), counted_amount = coalesce(s.counted_amount, x.counted)
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@ats::timestamptz[]) AS at, unnest(@counted::bigint[]) AS counted) x WHERE s.id = x.id;

-- name: ShiftChange :one
-- A shift that the office is about to close, held.
SELECT s.till_id, s.day, s.closed_at, t.company_id FROM till_shifts s JOIN tills t ON t.id = s.till_id
WHERE s.id = @id AND (@all_companies::boolean OR t.company_id = @company_id) FOR NO KEY UPDATE OF s;

-- name: ShiftCloseByOffice :exec
UPDATE till_shifts SET closed_at = @now::timestamptz, closed_by = @by::text WHERE id = @id;

-- name: CounterSalesByID :many
SELECT s.id, s.till_id, s.shift_id, s.day, coalesce(s.profile_id, '') AS profile_id, s.cash_amount, s.terminal_amount,
  s.company_share, s.wallet_amount, s.owed_amount, (s.voided_at IS NOT NULL)::boolean AS voided,
  (s.void_by IS NOT NULL)::boolean AS by_office, coalesce(p.company_id, '') AS buyer_company,
  coalesce(h.duration, '') AS duration, coalesce(h.period_start, s.day)::date AS period_start
FROM counter_sales s LEFT JOIN profiles p ON p.id = s.profile_id LEFT JOIN counter_shares h ON h.sale_id = s.id
WHERE s.id = ANY(@ids::text[]);

-- name: CounterProofsUsed :many
SELECT proof::bytea AS proof FROM counter_sales WHERE proof = ANY(@proofs::bytea[]);

-- name: CounterSalesInsert :exec
INSERT INTO counter_sales (id, till_id, company_id, shift_id, receipt, day, sold_at, profile_id, proof, terms, total_amount,
  difference_amount, vat_amount, cash_amount, change_amount, terminal_amount, terminal_reference, company_share, wallet_amount,
  owed_amount, flags, vat_rate)
SELECT unnest(@ids::text[]), @till_id, @company_id, unnest(@shifts::text[]), nullif(unnest(@receipts::bigint[]), 0),
  unnest(@days::date[]), unnest(@sold::timestamptz[]), nullif(unnest(@profiles::text[]), ''),
  nullif(unnest(@proofs::bytea[]), ''::bytea), nullif(unnest(@terms::text[]), '')::jsonb, unnest(@totals::bigint[]),
  unnest(@differences::bigint[]), unnest(@vats::bigint[]), unnest(@cash::bigint[]), unnest(@change::bigint[]),
  unnest(@terminal::bigint[]), unnest(@refs::text[]), unnest(@shares::bigint[]), unnest(@wallets::bigint[]),
  unnest(@owed::bigint[]), string_to_array(unnest(@flags::text[]), ','), unnest(@rates::int[]);

-- name: CounterLinesInsert :exec
INSERT INTO counter_lines (sale_id, position, meal, name, qty, price, total, vat)
SELECT unnest(@sales::text[]), unnest(@positions::int[]), unnest(@meals::text[]), unnest(@names::text[]), unnest(@qtys::int[]),
  unnest(@prices::bigint[]), unnest(@totals::bigint[]), unnest(@vats::bigint[]);

-- name: CounterSharesInsert :exec
INSERT INTO counter_shares (sale_id, company_id, profile_id, duration, period_start, amount, state)
SELECT unnest(@sales::text[]), unnest(@companies::text[]), unnest(@profiles::text[]), unnest(@durations::text[]), unnest(@starts::date[]),
  unnest(@amounts::bigint[]), 'used';

-- name: CounterSharesRelease :exec
UPDATE counter_shares SET state = 'released' WHERE sale_id = ANY(@sales::text[]);

-- name: CounterPeriodsMake :exec
-- Makes periods of companies' shares, unless they are there.
INSERT INTO share_periods (profile_id, company_id, duration, period_start)
SELECT unnest(@profiles::text[]), unnest(@companies::text[]), unnest(@durations::text[]), unnest(@starts::date[]) ON CONFLICT DO NOTHING;

-- name: CounterPeriodsLock :many
-- Locks what was granted in periods, in the one order in which rows are locked.
SELECT s.* FROM share_periods s
JOIN (SELECT unnest(@profiles::text[]) AS profile, unnest(@durations::text[]) AS duration, unnest(@starts::date[]) AS start) x
  ON s.profile_id = x.profile AND s.duration = x.duration AND s.period_start = x.start
ORDER BY s.profile_id COLLATE "C", s.duration COLLATE "C", s.period_start FOR UPDATE OF s;

-- name: CounterPeriodsGrant :exec
-- Adds up what was granted, or given back, in each period.
UPDATE share_periods s SET granted = s.granted + x.amount
FROM (SELECT g.profile, g.duration, g.start, sum(g.amount)::bigint AS amount
  FROM (SELECT unnest(@profiles::text[]) AS profile, unnest(@durations::text[]) AS duration, unnest(@starts::date[]) AS start,
    unnest(@amounts::bigint[]) AS amount) g GROUP BY 1, 2, 3) x
WHERE s.profile_id = x.profile AND s.duration = x.duration AND s.period_start = x.start;

-- name: CounterDaysOf :many
-- What companies have granted people on days, of deliveries and at counters, and what went on their accounts at counters, less what was
-- undone.
SELECT x.profile::text AS profile, x.day::date AS day,
  (coalesce((SELECT sum(u.amount) FROM share_uses u JOIN deliveries d ON d.id = u.delivery_id
      WHERE d.profile_id = x.profile AND d.delivery_date = x.day AND u.state <> 'released'), 0)
    + coalesce((SELECT sum(h.amount) FROM counter_shares h JOIN counter_sales s ON s.id = h.sale_id
      WHERE h.profile_id = x.profile AND s.day = x.day AND h.state <> 'released'), 0))::bigint AS granted,
  coalesce((SELECT sum(c.company_share + c.wallet_amount + c.owed_amount) FROM counter_sales c
    WHERE c.profile_id = x.profile AND c.day = x.day AND c.voided_at IS NULL), 0)::bigint AS charged
FROM (SELECT unnest(@profiles::text[]) AS profile, unnest(@days::date[]) AS day) x;

-- name: CounterBuyers :many
-- Whose codes buy, with the terms of their companies.
SELECT pr.id, pr.person_id, pr.company_id, pr.client_type, pr.status, pr.address_id, p.name, p.email, c.name AS company_name,
  c.company_type, c.status AS company_status, c.minimum_day, c.minimum_meal_count, c.discount_type, c.discount_amount, c.share_type,
  c.share_value, c.share_cap, c.share_duration
FROM profiles pr JOIN persons p ON p.id = pr.person_id JOIN companies c ON c.id = pr.company_id WHERE pr.id = ANY(@profiles::text[]);

-- name: TillActive :one
-- Whether the company of a till may have one.
SELECT EXISTS (SELECT FROM tills t JOIN companies c ON c.id = t.company_id WHERE t.id = @till_id AND c.status = 'Active');

-- name: CounterAsksOf :many
SELECT * FROM counter_asks WHERE proof = ANY(@proofs::bytea[]);

-- name: CounterAskPut :execrows
-- Keeps that a till asked about a code, if no other till did before, and forgets what it asked long ago.
WITH forgotten AS (DELETE FROM counter_asks old WHERE old.till_id = @till_id AND old.asked_at < @before::timestamptz)
INSERT INTO counter_asks AS a (proof, till_id, asked_at, amount) VALUES (@proof, @till_id, @now, @amount)
ON CONFLICT ON CONSTRAINT counter_asks_pkey DO UPDATE SET amount = greatest(a.amount, excluded.amount) WHERE a.till_id = excluded.till_id;

-- name: CounterVoids :exec
-- Each by its till, out of a drawer, or by the office.
UPDATE counter_sales s
SET voided_at = x.at, void_day = x.day, void_shift_id = nullif(x.shift, ''), void_by = nullif(x.by, '')
FROM (SELECT unnest(@ids::text[]) AS id, unnest(@ats::timestamptz[]) AS at, unnest(@days::date[]) AS day, unnest(@shifts::text[]) AS shift,
  unnest(@bys::text[]) AS by) x
WHERE s.id = x.id AND s.voided_at IS NULL;

-- name: CounterReceipt :one
-- A sale by its id, or by the number on its receipt with the last letters of its id: after an older copy was put back, two tills may
-- have printed one number. How it was paid is told; who bought what is not asked for.
SELECT s.id, t.name AS till_name, c.name AS company_name, s.day, s.sold_at, s.cash_amount, s.terminal_amount,
  (s.company_share + s.wallet_amount + s.owed_amount)::bigint AS account_amount, s.voided_at
FROM counter_sales s JOIN tills t ON t.id = s.till_id JOIN companies c ON c.id = s.company_id
WHERE s.id = coalesce(nullif(@id::text, ''),
    (SELECT f.id FROM counter_sales f JOIN tills x ON x.id = f.till_id
      WHERE x.number = @number AND f.receipt = @receipt::bigint AND right(f.id, 4) = @letters::text))
  AND (@all_companies::boolean OR s.company_id = @company_id);

-- name: CounterSaleTill :one
-- The till that made a sale, and the number on its receipt.
SELECT till_id, coalesce(receipt, 0)::bigint AS receipt FROM counter_sales
WHERE id = @id AND (@all_companies::boolean OR company_id = @company_id);

-- name: CounterDays :many
-- A company's sales by till and day: what was taken how, less what was undone, each on the day on which it happened: a day that is over
-- stays as it was counted. Nothing here tells who ate what.
SELECT m.till_id, m.on_day AS day, coalesce(sum(m.sign), 0)::int AS sales, count(*) FILTER (WHERE m.sign < 1)::int AS voids,
  coalesce(min(m.receipt) FILTER (WHERE m.sign >= 0), 0)::bigint AS first_receipt,
  coalesce(max(m.receipt) FILTER (WHERE m.sign >= 0), 0)::bigint AS last_receipt,
  coalesce(sum(m.sign * m.total_amount), 0)::bigint AS total,
  coalesce(sum(m.sign * m.difference_amount), 0)::bigint AS difference, coalesce(sum(m.sign * m.vat_amount), 0)::bigint AS vat,
  coalesce(sum(m.sign * m.cash_amount), 0)::bigint AS cash, coalesce(sum(m.sign * m.terminal_amount), 0)::bigint AS terminal,
  coalesce(sum(m.sign * m.company_share), 0)::bigint AS share, coalesce(sum(m.sign * m.wallet_amount), 0)::bigint AS wallet,
  coalesce(sum(m.sign * m.owed_amount), 0)::bigint AS owed,
  count(*) FILTER (WHERE m.sign >= 0 AND cardinality(m.flags) > 0)::int AS flagged
FROM (SELECT s.*, s.day AS on_day, CASE WHEN s.voided_at IS NULL OR s.void_day <> s.day THEN 1 ELSE 0 END AS sign
  FROM counter_sales s
  WHERE (@all_companies::boolean OR s.company_id = @company_id) AND s.day BETWEEN @from_day AND @until_day
  UNION ALL SELECT s.*, s.void_day AS on_day, -1 AS sign FROM counter_sales s
  WHERE (@all_companies OR s.company_id = @company_id) AND s.void_day <> s.day AND s.void_day BETWEEN @from_day AND @until_day) m
WHERE (@till_id::text = '' OR m.till_id = @till_id)
GROUP BY m.till_id, m.on_day ORDER BY m.on_day, m.till_id;

-- name: CounterShifts :many
-- Shifts with what must be in the drawer: what was there, plus cash taken, less cash that was given back out of it.
SELECT h.id, h.till_id, h.unassigned, h.day, h.who, h.float_amount, h.opened_at, h.closed_at,
  (h.closed_by IS NOT NULL)::boolean AS by_office, h.counted_amount,
  (h.float_amount + coalesce((SELECT sum(s.cash_amount) FROM counter_sales s
      WHERE s.shift_id = h.id AND (s.voided_at IS NULL OR num_nonnulls(s.void_shift_id, s.void_by) > 0)), 0)
    - coalesce((SELECT sum(s.cash_amount) FROM counter_sales s WHERE s.void_shift_id = h.id), 0))::bigint AS expected,
  (SELECT count(*) FROM counter_sales s WHERE s.shift_id = h.id)::int AS sales
FROM till_shifts h JOIN tills t ON t.id = h.till_id
WHERE (@all_companies::boolean OR t.company_id = @company_id) AND h.day BETWEEN @from_day AND @until_day
  AND (@till_id::text = '' OR h.till_id = @till_id)
ORDER BY h.day, h.opened_at, h.id;

-- name: CounterEater :one
-- Who shows a code, and what a till may know of them.
SELECT pr.id, pr.company_id, pr.status, p.name, c.name AS company_name
FROM profiles pr JOIN persons p ON p.id = pr.person_id JOIN companies c ON c.id = pr.company_id
WHERE pr.id = $1;

-- name: CounterEatersOf :many
-- Whose codes somebody at a company's till may type in.
SELECT id FROM profiles WHERE company_id = @company_id AND status = 'Active' ORDER BY id;

-- name: CounterPurchases :many
-- What a person bought at counters with their code, newest first, each with its till and place. Older than the sale that is named, if one
-- is.
SELECT s.id, s.day, s.sold_at, s.voided_at, t.number, coalesce(s.receipt, 0)::bigint AS receipt, t.name AS till, a.label AS place,
  c.name AS company, s.total_amount, s.difference_amount, s.vat_amount, s.vat_rate, s.cash_amount, s.terminal_amount,
  s.company_share, s.wallet_amount, s.owed_amount,
  (CASE WHEN d.id IS NULL THEN '' ELSE coalesce(d.outcome, 'open') END)::text AS dispute
FROM counter_sales s JOIN tills t ON t.id = s.till_id JOIN addresses a ON a.id = t.address_id JOIN companies c ON c.id = s.company_id
LEFT JOIN counter_disputes d ON d.sale_id = s.id
WHERE s.profile_id = @profile_id::text
  AND (@before::text = '' OR (s.sold_at, s.id) < (SELECT b.sold_at, b.id FROM counter_sales b
    WHERE b.id = @before AND b.profile_id = @profile_id))
ORDER BY s.sold_at DESC, s.id DESC LIMIT @most::int;

-- name: CounterLinesOf :many
SELECT * FROM counter_lines WHERE sale_id = ANY(@sales::text[]) ORDER BY sale_id, position;

-- name: CounterFreezesOf :many
-- Whose codes are blocked, or were, of these profiles.
SELECT * FROM counter_freezes WHERE profile_id = ANY(@profiles::text[]);

-- name: CounterFreezesSince :many
-- What a till must know of blocked codes: of its own company's people, or of everybody's.
SELECT f.profile_id, f.frozen_at, f.good_from FROM counter_freezes f JOIN profiles p ON p.id = f.profile_id
WHERE f.good_from > @since AND (@everyone::boolean OR p.company_id = @company_id::text) ORDER BY f.profile_id;

-- name: CounterFreeze :exec
INSERT INTO counter_freezes (profile_id, frozen_at, good_from) VALUES (@profile_id, @now::timestamptz, @now)
ON CONFLICT ON CONSTRAINT counter_freezes_pkey DO UPDATE
SET frozen_at = coalesce(counter_freezes.frozen_at, excluded.frozen_at),
  good_from = greatest(counter_freezes.good_from, excluded.good_from);

-- name: CounterUnfreeze :execrows
-- Codes are given out again; those of before stay blocked for ever. 0 rows when none was blocked.
UPDATE counter_freezes SET frozen_at = NULL, good_from = greatest(good_from, @from_second::timestamptz)
WHERE profile_id = @profile_id AND frozen_at IS NOT NULL;

-- name: CounterSaleSaid :one
-- A sale with what its buyer is told of it, and what they said of it.
SELECT s.id, s.sold_at, s.voided_at, t.number, coalesce(s.receipt, 0)::bigint AS receipt, t.name AS till, a.label AS place,
  s.total_amount, s.difference_amount, s.vat_amount, s.vat_rate, s.cash_amount, s.terminal_amount, s.company_share, s.wallet_amount,
  s.owed_amount, pr.id AS profile_id, p.id AS person_id, p.name, p.email, p.language,
  (p.erased_at IS NOT NULL)::boolean AS erased,
  coalesce(pr.company_id, '') AS buyer_company, c.name AS buyer_company_name, coalesce(d.id, '') AS dispute_id,
  (CASE WHEN d.id IS NULL THEN '' ELSE coalesce(d.outcome, 'open') END)::text AS dispute, coalesce(d.note, '') AS dispute_note
FROM counter_sales s JOIN tills t ON t.id = s.till_id JOIN addresses a ON a.id = t.address_id
JOIN profiles pr ON pr.id = s.profile_id JOIN persons p ON p.id = pr.person_id JOIN companies c ON c.id = pr.company_id
LEFT JOIN counter_disputes d ON d.sale_id = s.id
WHERE s.id = @id;

-- name: CounterDisputeOpen :execrows
-- 0 rows when the buyer had said so before.
INSERT INTO counter_disputes (id, sale_id, profile_id, opened_at) VALUES ($1, $2, $3, $4)
ON CONFLICT ON CONSTRAINT counter_disputes_one_per_sale DO NOTHING;

-- name: CounterDisputeLock :one
SELECT d.*, p.person_id, p.company_id FROM counter_disputes d JOIN profiles p ON p.id = d.profile_id
WHERE d.id = $1 FOR NO KEY UPDATE OF d;

-- name: CounterDisputeDecide :exec
UPDATE counter_disputes SET outcome = @outcome::text, decided_at = @now::timestamptz, decided_by = @by::text, note = @note WHERE id = @id;

-- name: CounterConfirmAsk :exec
-- Asks a buyer about a sale, unless that sale was asked about before. A newer question about a code takes the place of one that waits; what
-- the till asked long ago, and did not sell, is forgotten.
WITH forgotten AS (
  DELETE FROM counter_confirms old WHERE old.till_id = @till_id AND old.asked_at < @before::timestamptz AND old.used_at IS NULL
), replaced AS (
  UPDATE counter_confirms old SET state = 'cancelled' WHERE old.proof = @proof AND old.sale_id <> @sale_id AND old.state = 'waiting'
)
INSERT INTO counter_confirms (sale_id, till_id, profile_id, proof, amount, lines, asked_at, expires_at)
VALUES (@sale_id, @till_id, @profile_id, @proof, @amount, @lines, @now, @expires_at)
ON CONFLICT ON CONSTRAINT counter_confirms_pkey DO NOTHING;

-- name: CounterConfirmsOf :many
SELECT * FROM counter_confirms WHERE sale_id = ANY(@sales::text[]);

-- name: CounterConfirmsDeclined :many
-- The codes among these with which a buyer declined something, and when.
SELECT proof, answered_at FROM counter_confirms WHERE proof = ANY(@proofs::bytea[]) AND state = 'declined';

-- name: CounterConfirmWaiting :one
-- What a buyer is asked now, with till and place.
SELECT c.sale_id, c.amount, c.expires_at, t.name AS till, a.label AS place
FROM counter_confirms c JOIN tills t ON t.id = c.till_id JOIN addresses a ON a.id = t.address_id
WHERE c.profile_id = @profile_id AND c.state = 'waiting' AND c.expires_at > @now ORDER BY c.asked_at DESC, c.sale_id DESC LIMIT 1;

-- name: CounterConfirmAnswer :execrows
-- 0 rows when it is over, was answered otherwise, or is about another amount.
UPDATE counter_confirms SET state = @state, answered_at = coalesce(answered_at, @now::timestamptz)
WHERE sale_id = @sale_id AND profile_id = @profile_id AND amount = @amount::bigint
  AND (state = 'waiting' AND expires_at > @now OR state = @state);

-- name: CounterConfirmCancel :exec
-- By its till, which holds its own row: a sale that was booked stays so.
UPDATE counter_confirms SET state = 'cancelled'
WHERE sale_id = @sale_id AND till_id = @till_id AND state IN ('waiting', 'confirmed') AND used_at IS NULL;

-- name: CounterConfirmsUse :exec
UPDATE counter_confirms SET used_at = @now::timestamptz WHERE sale_id = ANY(@sales::text[]) AND used_at IS NULL;

-- name: SharePeriodsOf :many
-- What was granted in periods, as it stands.
SELECT * FROM share_periods WHERE profile_id = $1 AND duration = $2 AND period_start = ANY(@starts::date[]) ORDER BY period_start;
