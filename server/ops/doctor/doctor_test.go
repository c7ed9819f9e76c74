package doctor_test

import (
	"context"
	"log/slog"
	"net/url"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/amendment"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/menu/published"
	"sahn/server/ops/doctor"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/payment/attempt"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
	"sahn/server/sync"
)

func TestMain(m *testing.M) { servertest.Main(m) }

// planted breaks each invariant in one way, on sound data, with the constraints that would prevent it out of the way.
var planted = map[string]string{
	"a transaction's entries sum to zero": `
		UPDATE entries SET amount = amount + 1 WHERE id = (SELECT min(id) FROM entries)`,
	"the whole book sums to zero": `UPDATE entries SET amount = amount + 1`,
	"a transaction has entries": `
		INSERT INTO transactions VALUES (repeat('A', 26), 'topup', 'x', 'x', '', now())`,
	"no wallet was ever below zero": `
		UPDATE entries e SET amount = -e.amount FROM accounts a WHERE a.id = e.account_id AND a.kind IN ('wallet', 'operator')`,
	"no wallet holds more than it has": `UPDATE holds SET amount = 1000000 WHERE state = 'held'`,
	"a transaction has a cause":        `UPDATE transactions SET cause_id = 'x' WHERE cause_type = 'order'`,
	"a cause is posted once": `
		INSERT INTO transactions
		SELECT repeat('A', 26), kind, cause_type, cause_id, note, at FROM transactions
		WHERE cause_type = 'order'
		LIMIT 1`,
	"a confirmed order is posted as it was paid":              `UPDATE entries SET amount = 2 * amount`,
	"an order is the sum of its lines":                        `UPDATE order_lines SET price = price + 1 WHERE position = 0`,
	"a delivery is the sum of its lines":                      `UPDATE deliveries SET net_amount = net_amount + 1`,
	"an order's share is the sum of its days'":                `UPDATE orders SET company_vat_amount = company_vat_amount + 1`,
	"a line's total is its portions":                          `UPDATE order_lines SET total = total + 1`,
	"a line has the VAT of its total, at its delivery's rate": `UPDATE order_lines SET vat = vat + 1`,
	"a rate is the usual one, or one that operators have set": `UPDATE deliveries SET vat_rate = 7`,
	"a price follows the agreed discount":                     `UPDATE order_lines SET discounted = discounted - 1`,
	"who pays what adds up":                                   `UPDATE orders SET payable_amount = payable_amount + 1`,
	"nothing is due on a paid order":                          `UPDATE orders SET amount_due = 1 WHERE status = 'Confirmed'`,
	"an order is what was quoted":                             `UPDATE orders SET quote_hash = 'x'`,
	"a day's share is what was agreed":                        `UPDATE orders SET terms = terms || '{"share_value": 1}'`,
	"a day's share can be counted again":                      `UPDATE deliveries SET share_before = 4000`,
	"no period grants more than its cap":                      `UPDATE share_periods SET granted = 4001`,
	"a period grants what deliveries use":                     `UPDATE share_periods SET granted = granted + 1 WHERE granted > 0`,
	"a delivery's share is kept as its order stands":          `UPDATE share_uses SET state = 'released' WHERE state = 'used'`,
	"a share is in the period of its day":                     `UPDATE deliveries SET delivery_date = delivery_date + 40`,
	"wallet money is held as its order stands":                `UPDATE holds SET state = 'held' WHERE state = 'used'`,
	"portions taken are those of lines":                       `UPDATE portions SET taken = taken + 1`,
	"an order that was given up holds no portion": `
		UPDATE order_lines l SET reserved = qty
		FROM deliveries d JOIN orders o ON o.id = d.order_id
		WHERE d.id = l.delivery_id AND o.status = 'Payment Failed'`,
	"a delivery is live as its order stands": `UPDATE deliveries SET live = NOT live`,
	"one live delivery a profile and date": `
		UPDATE deliveries SET live = true, delivery_date = '2026-11-23', profile_id = (SELECT min(profile_id) FROM orders)`,
	"an order has deliveries of its one week":    `UPDATE orders SET week = week + 7`,
	"the stored cut-off is that of the day":      `UPDATE deliveries SET cutoff = cutoff + interval '1 second'`,
	"nothing was ordered after its cut-off":      `UPDATE orders SET created_at = created_at + interval '10 days'`,
	"only the moves that there are":              `UPDATE order_moves SET became = 'Completed' WHERE became = 'Payment Pending'`,
	"every move begins where the last one ended": `DELETE FROM order_moves WHERE became = 'Payment Pending'`,
	"an order stands where its last move led":    `UPDATE orders SET status = 'Completed' WHERE status = 'Confirmed'`,
	"one order a key": `
		UPDATE orders SET handoff_key = 'x', profile_id = (SELECT min(profile_id) FROM orders)`,
	"an order that waits for money has one open attempt": `UPDATE attempts SET status = 'failed' WHERE status = 'open'`,
	"an attempt asks for what its order has to pay":      `UPDATE attempts SET amount = amount + 1`,
	"what was paid has a proved word of the provider":    `DELETE FROM payment_events`,
	"a paid attempt has a capture and no other has":      `UPDATE attempts SET fort_id = NULL`,
	"every capture paid for one thing or goes back":      `DELETE FROM refunds`,
	"a confirmed order is paid for, once":                `UPDATE attempts SET status = 'failed' WHERE status = 'paid'`,
	"no reference and no capture twice":                  `UPDATE attempts SET reference = 'x'`,
	"no more goes back than was captured":                `UPDATE refunds SET amount = amount + 1`,
	"a refund is done or still asked for":                `UPDATE refunds SET done_at = NULL, status = 'done'`,
	"a refunded order's money went back":                 `UPDATE orders SET status = 'Refunded' WHERE status = 'Payment Failed'`,
	"what belongs to a company belongs to one":           `UPDATE deliveries SET address_id = '` + sample.QasrStudio.ID + `'`,
	"a device's numbers have no gap":                     `UPDATE devices SET last_n = last_n + 1`,
	"an operation is done once": `
		INSERT INTO operations SELECT device_id, n + 1, profile_id, id, again, hash, kind, code, detail, at FROM operations`,
	"an operation belongs to its device's profile": `
		UPDATE operations SET profile_id = (SELECT max(id) FROM profiles WHERE id <> profile_id)`,
	"nothing is newer than its profile's counter":            `UPDATE profile_revs SET rev = rev - 1`,
	"an amendment is posted as it was paid":                  `UPDATE amendments SET refund_wallet = refund_wallet + 1`,
	"paid minus refunded is the employee's share":            `UPDATE attempts SET amount = amount + 1`,
	"an amendment begins where the last one ended":           `UPDATE amendments SET quote = jsonb_set(quote, '{before,net_amount}', '1')`,
	"an order is what its last amendment left":               `UPDATE amendments SET quote = jsonb_set(quote, '{after,net_amount}', '1')`,
	"nothing was changed after its cut-off":                  `UPDATE amendments SET created_at = created_at + interval '10 days'`,
	"a change is of the order's own days":                    `UPDATE deliveries SET delivery_date = delivery_date + 40`,
	"one open amendment an order":                            `UPDATE amendments SET status = 'Payment Pending'`,
	"an amendment that waits for money has one open attempt": `UPDATE attempts SET status = 'failed' WHERE status = 'open'`,
	"an attempt asks for what its amendment costs":           `UPDATE attempts SET amount = amount + 1`,
	"an amendment is what was agreed":                        `UPDATE amendments SET quote_hash = 'x'`,
	"a card gets back what its amendment said":               `DELETE FROM refunds WHERE cause_id <> ''`,
	"only the moves of amendments that there are": `
		UPDATE amendment_moves SET became = 'Completed' WHERE became = 'Payment Pending'`,
	"an amendment stands where its last move led": `UPDATE amendments SET status = 'Cancelled' WHERE status = 'Payment Failed'`,
	"only an open amendment holds anything": `
		UPDATE amendments SET status = 'Payment Failed' WHERE status = 'Payment Pending'`,
	"a share is held as far as an amendment grows it":    `DELETE FROM amendment_shares`,
	"a day is held for the amendment that wants it back": `UPDATE deliveries SET held = false WHERE held`,
	"wallet money is held as its amendment stands":       `UPDATE holds SET state = 'released' WHERE state = 'held'`,
	"an order that stands has a delivery left":           `UPDATE deliveries SET live = false`,
	"an alternative is not newer than its day":           `UPDATE draft_alternatives SET rev = rev + 100`,
}

func TestEveryInvariantFindsItsPlantedViolation(t *testing.T) {
	t.Parallel()
	pool := servertest.DB(t)
	furnish(t, pool)
	sound, err := doctor.Examine(t.Context(), pool)
	require.NoError(t, err)
	require.Empty(t, doctor.Broken(sound))
	require.Len(t, planted, len(sound), "one for each")
	check := unguarded(t, pool)
	for _, invariant := range sound {
		name := invariant.Name
		require.Contains(t, planted, name)
		require.Contains(t, check(name, planted[name]), name)
	}
}

// unguarded is a database in which anything can be planted. What it returns plants something, tells which invariants are violated, and
// takes it out again.
func unguarded(t *testing.T, pool *pgxpool.Pool) func(name string, plants ...string) []string {
	t.Helper()
	open, err := pool.Begin(t.Context())
	require.NoError(t, err)
	t.Cleanup(func() {
		require.NoError(t, open.Rollback(context.Background()))
		servertest.Sound(t, pool)
	})
	_, err = open.Exec(t.Context(), unguard)
	require.NoError(t, err)
	return func(name string, plants ...string) []string {
		t.Helper()
		tx, err := open.Begin(t.Context())
		require.NoError(t, err)
		changed := int64(0)
		for _, plant := range plants {
			tag, err := tx.Exec(t.Context(), plant)
			require.NoError(t, err, name)
			changed += tag.RowsAffected()
		}
		require.Positive(t, changed, "%s: something was planted", name)
		found, err := doctor.ExamineIn(t.Context(), tx)
		require.NoError(t, err)
		require.NoError(t, tx.Rollback(t.Context()))
		return doctor.Broken(found)
	}
}

// unguard takes every constraint, unique index and trigger of ours away, inside a transaction that is rolled back.
const unguard = `SET LOCAL session_replication_role = replica;
DO $$ DECLARE r record; BEGIN
  FOR r IN SELECT conrelid::regclass AS tab, conname FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid
    WHERE c.connamespace = 'public'::regnamespace AND contype IN ('c', 'f', 'u', 'p')
      AND t.relname NOT LIKE 'river%' AND t.relname NOT LIKE 'goose%'
    ORDER BY contype = 'f' DESC, contype = 'c' DESC LOOP
    EXECUTE format('ALTER TABLE %s DROP CONSTRAINT %I CASCADE', r.tab, r.conname);
  END LOOP;
  FOR r IN SELECT indexname FROM pg_indexes
    WHERE schemaname = 'public' AND indexdef LIKE 'CREATE UNIQUE%'
      AND tablename NOT LIKE 'river%' AND tablename NOT LIKE 'goose%' LOOP
    EXECUTE format('DROP INDEX %I', r.indexname);
  END LOOP;
END $$`

// furnish puts orders in every state, drafts, devices and refunds into the database, by the product's own means.
func furnish(t *testing.T, pool *pgxpool.Pool) {
	t.Helper()
	servertest.Town(t, pool)
	plan(t, pool)
	bank, now := servertest.NewBank(t), servertest.ClockAt(servertest.Now)
	orders, payments := shop(t, pool, bank, now)
	company := servertest.NewCompany(t, pool, func(c *sample.Company) {
		c.DiscountAmount, c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = 25, "Flat", 500, new(money.Fils(4000)), "Monthly"
	})
	sellAtCounters(t, pool, company)
	topUp(t, pool, company)
	bill(t, pool)
	notify := func(intent string, amount int64) {
		notifyWith(t, payments, bank.Fields(intent, money.Fils(amount), nil))
	}
	pays := func(intent string, amount int64) {
		bank.Pay(intent, money.Fils(amount))
		notify(intent, amount)
	}
	declines := func(intent string, amount int64) {
		bank.Decline(intent)
		notify(intent, amount)
	}
	buys := func(wallet bool) (intent string, amount int64) {
		g := visits(t, pool, orders, company)
		servertest.Credit(t, pool, g.who, 300)
		h := g.buys(wallet, 0, 2, servertest.Week)
		return h.Intent, h.Amount
	}
	require.NoError(t, db.New(pool).PortionsInsert(t.Context(), servertest.Week, servertest.Meal(servertest.Week, 0), 8))
	buys(true) // waits for money
	pays(buys(true))
	declines(buys(true))
	late, amount := buys(false)
	declines(late, amount)
	servertest.Do(t, pool, "UPDATE portions SET cooked = taken") // the rest is eaten by others
	pays(late, amount)

	change(t, pool, orders, pays, declines)
	withdraw(t, pool)
	cook(t, pool)
	documents(t, pool)
	g := visits(t, pool, orders, company)
	h := g.buys(false, 1, 1, servertest.Week) // paid, and its tax invoice is not written yet
	pays(h.Intent, h.Amount)

	who := servertest.Eater(t, pool, company)
	syncs := &sync.Syncs{Conn: pool, Clock: now.Now, App: "2026.11.1", Log: slog.New(slog.DiscardHandler)}
	for range 2 { // two devices that want different things
		op := sync.Operation{
			N: 1, ID: ulid.Make().String(), K: "day.set/1",
			A: []byte(`{"date":"2026-11-24","items":[{"meal":"` + ulid.Make().String() + `","qty":1}],"seen":0}`),
		}
		_, err := syncs.HandleSync(t.Context(), who, sync.Request{V: 3, App: "2026.11.1", Dev: ulid.Make().String(), Ops: []sync.Operation{op}})
		require.NoError(t, err)
	}
}

// change makes amendments of an order in every state: some took effect, one was declined, one is being paid.
func change(t *testing.T, pool *pgxpool.Pool, orders *order.Orders, pays, declines func(intent string, amount int64)) {
	t.Helper()
	g := visits(t, pool, orders, servertest.NewCompany(t, pool, func(c *sample.Company) {
		c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = "Percentage", 50, new(money.Fils(6000)), "Weekly"
	}))
	days := []clock.Date{servertest.Week + 1, servertest.Week + 2, servertest.Week + 3}
	require.NoError(t, db.New(pool).PortionsInsert(t.Context(), days[0], servertest.Meal(days[0], 0), 9))
	h := g.buys(false, 0, 1, days...)
	pays(h.Intent, h.Amount)
	amends := func(refund string, wallet bool, day clock.Date, items ...quote.Item) (intent string, amount int64) {
		change := []quote.AmendDay{{Date: day, Items: append([]quote.Item{}, items...)}}
		saved := g.amends(amendment.AmendQuoteRequest{Order: h.Order, Days: change, Wallet: wallet, Refund: refund})
		return saved.Intent, saved.Amount
	}
	two := quote.Item{Meal: servertest.Meal(days[0], 0), Qty: 2}
	amends("wallet", false, days[1])
	amends("card", false, days[2])
	declines(amends("wallet", false, days[0], two))
	pays(amends("wallet", false, days[0], two))
	intent, _ := amends("wallet", true, days[2], quote.Item{Meal: servertest.Meal(days[2], 0), Qty: 6})
	require.NotEmpty(t, intent)
}

// shop takes orders, and payments with a bank.
func shop(t *testing.T, pool *pgxpool.Pool, bank *servertest.Bank, now *servertest.Clock) (*order.Orders, *payment.Payments) {
	t.Helper()
	log := slog.New(slog.DiscardHandler)
	queue, err := job.NewQueue(log)
	require.NoError(t, err)
	p := &payment.Payments{
		Conn: pool, Queue: queue, Provider: bank.Client(), Public: &url.URL{Scheme: "https", Host: "lunch.example"}, Clock: now.Now, Log: log,
		SentBack: ledger.SentBack, Keys: servertest.Secrets,
	}
	orders := &order.Orders{Conn: pool, Clock: now.Now, Menus: published.NewStore(), Queue: queue, Payments: p}
	p.Subjects = map[attempt.Purpose]attempt.Subject{attempt.ForOrder: orders, attempt.ForAmendment: &amendment.Amendments{Orders: orders}}
	return orders, p
}

// guest is somebody who orders on a device.
type guest struct {
	t      *testing.T
	pool   *pgxpool.Pool
	orders *order.Orders
	who    web.Caller
	dev    string
}

func visits(t *testing.T, pool *pgxpool.Pool, orders *order.Orders, company sample.Company) guest {
	t.Helper()
	who := servertest.Eater(t, pool, company)
	return guest{t, pool, orders, who, servertest.Device(t, pool, who)}
}

// buys orders so many portions of each day's n-th meal.
func (g guest) buys(wallet bool, n, qty int, days ...clock.Date) order.Handoff {
	g.t.Helper()
	for _, d := range days {
		servertest.DraftDay(g.t, g.pool, g.who, g.dev, d, quote.Item{Meal: servertest.Meal(d, n), Qty: qty})
	}
	q, err := g.orders.HandleQuote(g.t.Context(), g.who, order.QuoteRequest{Dates: days, Wallet: wallet})
	require.NoError(g.t, err)
	h, err := g.orders.HandleHandoff(g.t.Context(), g.who, order.HandoffRequest{
		Device: g.dev, Revs: q.Revs, Quote: q.Quote.Hash, Wallet: wallet, Key: ulid.Make().String(),
	})
	require.NoError(g.t, err)
	return h
}

func (g guest) amends(r amendment.AmendQuoteRequest) amendment.Amended {
	g.t.Helper()
	changes := &amendment.Amendments{Orders: g.orders}
	seen, err := changes.HandleAmendQuote(g.t.Context(), g.who, r)
	require.NoError(g.t, err)
	saved, err := changes.HandleAmend(g.t.Context(), g.who, amendment.AmendRequest{
		Device: g.dev, Order: r.Order, Days: r.Days, Wallet: r.Wallet, Refund: r.Refund, Quote: seen.Hash, Key: ulid.Make().String(),
	})
	require.NoError(g.t, err)
	return saved
}
