package doctor_test

import (
	"log/slog"
	"net/url"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
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
	"a confirmed order is posted as it was paid":     `UPDATE entries SET amount = 2 * amount`,
	"an order is the sum of its lines":               `UPDATE order_lines SET price = price + 1 WHERE position = 0`,
	"a delivery is the sum of its lines":             `UPDATE deliveries SET net_amount = net_amount + 1`,
	"an order's share is the sum of its days'":       `UPDATE orders SET company_vat_amount = company_vat_amount + 1`,
	"a line's total is its portions":                 `UPDATE order_lines SET total = total + 1`,
	"a line's VAT is five in a hundred and five":     `UPDATE order_lines SET vat = vat + 1`,
	"a price follows the agreed discount":            `UPDATE order_lines SET discounted = discounted - 1`,
	"who pays what adds up":                          `UPDATE orders SET payable_amount = payable_amount + 1`,
	"nothing is due on a paid order":                 `UPDATE orders SET amount_due = 1 WHERE status = 'Confirmed'`,
	"an order is what was quoted":                    `UPDATE orders SET quote_hash = 'x'`,
	"a day's share is what was agreed":               `UPDATE orders SET terms = terms || '{"share_value": 1}'`,
	"a day's share can be counted again":             `UPDATE deliveries SET share_before = 4000`,
	"no period grants more than its cap":             `UPDATE share_periods SET granted = 4001`,
	"a period grants what deliveries use":            `UPDATE share_periods SET granted = granted + 1 WHERE granted > 0`,
	"a delivery's share is kept as its order stands": `UPDATE share_uses SET state = 'released' WHERE state = 'used'`,
	"a share is in the period of its day":            `UPDATE deliveries SET delivery_date = delivery_date + 40`,
	"wallet money is held as its order stands":       `UPDATE holds SET state = 'held' WHERE state = 'used'`,
	"portions taken are those of lines":              `UPDATE portions SET taken = taken + 1`,
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
	unguarded, err := pool.Begin(t.Context())
	require.NoError(t, err)
	_, err = unguarded.Exec(t.Context(), unguard)
	require.NoError(t, err)
	for _, invariant := range sound {
		name := invariant.Name
		require.Contains(t, planted, name)
		tx, err := unguarded.Begin(t.Context())
		require.NoError(t, err)
		tag, err := tx.Exec(t.Context(), planted[name])
		require.NoError(t, err, name)
		require.Positive(t, tag.RowsAffected(), "%s: something was planted", name)
		found, err := doctor.ExamineIn(t.Context(), tx)
		require.NoError(t, err)
		require.Contains(t, doctor.Broken(found), name)
		require.NoError(t, tx.Rollback(t.Context()))
	}
	require.NoError(t, unguarded.Rollback(t.Context()))
	servertest.Sound(t, pool)
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
	bank, log, now := servertest.NewBank(t), slog.New(slog.DiscardHandler), servertest.ClockAt(servertest.Now)
	queue, err := job.NewQueue(log)
	require.NoError(t, err)
	payments := &payment.Payments{
		Conn: pool, Queue: queue, Provider: bank.Client(), Public: &url.URL{Scheme: "https", Host: "lunch.example"}, Clock: now.Now, Log: log,
	}
	orders := &order.Orders{Conn: pool, Clock: now.Now, Menus: published.NewStore(), Queue: queue, Payments: payments}
	payments.Subjects = map[attempt.Purpose]attempt.Subject{attempt.ForOrder: orders, attempt.ForAmendment: orders}
	company := servertest.NewCompany(t, pool, func(c *sample.Company) {
		c.DiscountAmount, c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = 25, "Flat", 500, new(money.Fils(4000)), "Monthly"
	})
	sellAtCounters(t, pool, company)
	topUp(t, pool, company)
	bill(t, pool)
	notify := func(h order.Handoff) {
		_, err := payments.HandleNotify(t.Context(), web.Caller{}, bank.Notice(h.Intent, money.Fils(h.Amount)))
		require.NoError(t, err)
	}
	buys := func(wallet bool) (web.Caller, order.Handoff) {
		who := servertest.Eater(t, pool, company)
		dev := servertest.Device(t, pool, who)
		servertest.Credit(t, pool, who, 300)
		servertest.Wish(t, pool, who, dev, servertest.Week, quote.Item{Meal: servertest.Meal(servertest.Week, 0), Qty: 2})
		q, err := orders.HandleQuote(t.Context(), who, order.QuoteRequest{Dates: []clock.Date{servertest.Week}, Wallet: wallet})
		require.NoError(t, err)
		h, err := orders.HandleHandoff(t.Context(), who, order.HandoffRequest{
			Device: dev, Revs: q.Revs, Quote: q.Quote.Hash, Wallet: wallet, Key: ulid.Make().String(),
		})
		require.NoError(t, err)
		return who, h
	}
	require.NoError(t, db.New(pool).PortionsInsert(t.Context(), servertest.Week, servertest.Meal(servertest.Week, 0), 8))
	buys(true) // waits for money
	_, paid := buys(true)
	bank.Pay(paid.Intent, money.Fils(paid.Amount))
	notify(paid)
	_, failed := buys(true)
	bank.Decline(failed.Intent)
	notify(failed)
	_, late := buys(false)
	bank.Decline(late.Intent)
	notify(late)
	servertest.Do(t, pool, "UPDATE portions SET cooked = taken") // the rest is eaten by others
	bank.Pay(late.Intent, money.Fils(late.Amount))
	notify(late)

	change(t, pool, orders, bank, notify)
	withdraw(t, pool)
	cook(t, pool)

	who := servertest.Eater(t, pool, company)
	syncs := &sync.Syncs{Conn: pool, Clock: now.Now, App: "2026.11.1", Log: log}
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
func change(t *testing.T, pool *pgxpool.Pool, orders *order.Orders, bank *servertest.Bank, notify func(h order.Handoff)) {
	t.Helper()
	who := servertest.Eater(t, pool, servertest.NewCompany(t, pool, func(c *sample.Company) {
		c.ShareType, c.ShareValue, c.ShareCap, c.ShareDuration = "Percentage", 50, new(money.Fils(6000)), "Weekly"
	}))
	dev, days := servertest.Device(t, pool, who), []clock.Date{servertest.Week + 1, servertest.Week + 2, servertest.Week + 3}
	for _, d := range days {
		servertest.Wish(t, pool, who, dev, d, quote.Item{Meal: servertest.Meal(d, 0), Qty: 1})
	}
	require.NoError(t, db.New(pool).PortionsInsert(t.Context(), days[0], servertest.Meal(days[0], 0), 9))
	q, err := orders.HandleQuote(t.Context(), who, order.QuoteRequest{Dates: days})
	require.NoError(t, err)
	h, err := orders.HandleHandoff(t.Context(), who, order.HandoffRequest{
		Device: dev, Revs: q.Revs, Quote: q.Quote.Hash, Key: ulid.Make().String(),
	})
	require.NoError(t, err)
	bank.Pay(h.Intent, money.Fils(h.Amount))
	notify(h)
	amends := func(refund string, wallet bool, day clock.Date, qty int) order.Handoff {
		change := quote.AmendDay{Date: day, Items: []quote.Item{}}
		if qty > 0 {
			change.Items = []quote.Item{{Meal: servertest.Meal(day, 0), Qty: qty}}
		}
		r := order.AmendQuoteRequest{Order: h.Order, Days: []quote.AmendDay{change}, Wallet: wallet, Refund: refund}
		seen, err := orders.HandleAmendQuote(t.Context(), who, r)
		require.NoError(t, err)
		saved, err := orders.HandleAmend(t.Context(), who, order.AmendRequest{
			Device: dev, Order: r.Order, Days: r.Days, Wallet: r.Wallet, Refund: r.Refund, Quote: seen.Hash, Key: ulid.Make().String(),
		})
		require.NoError(t, err)
		return order.Handoff{Intent: saved.Intent, Amount: saved.Amount}
	}
	amends("wallet", false, days[1], 0)
	amends("card", false, days[2], 0)
	declined := amends("wallet", false, days[0], 2)
	bank.Decline(declined.Intent)
	notify(declined)
	paid := amends("wallet", false, days[0], 2)
	bank.Pay(paid.Intent, money.Fils(paid.Amount))
	notify(paid)
	require.NotEmpty(t, amends("wallet", true, days[2], 6).Intent)
}
