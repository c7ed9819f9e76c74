package ledger

import (
	"context"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Counter is how a sale at a counter was paid. Profile and Company are the buyer's, empty for a walk-in. What the buyer owes is the
// balance, below zero, of their receivable. Void says that the sale is reversed: each payer gets back what they gave, in the way they gave
// it; Paid is what of it pays a debt then, as Squared counts it.
type Counter struct {
	Sale, Profile, Company              string
	Cash, Terminal, Share, Wallet, Owed money.Fils
	Void                                bool
	Paid                                money.Fils
}

// Counters adds to a batch that sales at counters are posted, or reversed, each once and in this order: a sale may spend what the void
// before it gave back. The caller holds the wallets of all buyers and has checked their balances.
func Counters(b *db.Batch, all []Counter, now time.Time) {
	w := &writing{known: map[part]bool{}}
	w.posted.At = now
	for _, s := range all {
		kind, sign := "order", money.Fils(1)
		if s.Void {
			kind, sign = "refund", -1
		}
		w.post(posting{kind: kind, causeType: "counter", cause: s.Sale}, []part{{"cash", "", "", -sign * s.Cash},
			{"terminal", "", "", -sign * s.Terminal}, {"company", "", s.Company, -sign * s.Share}, {"wallet", s.Profile, "", -sign * s.Wallet},
			{"receivable", s.Profile, "", -sign * s.Owed}, {"sales", "", "", sign * (s.Cash + s.Terminal + s.Share + s.Wallet + s.Owed)}})
		w.post(posting{kind: "debt", causeType: "debt", cause: s.Sale}, []part{{"wallet", s.Profile, "", -s.Paid},
			{"receivable", s.Profile, "", s.Paid}})
	}
	w.write(b)
}

// part is an entry by its account: a kind's of a profile, of a company, or the lunch company's own.
type part struct {
	kind, profile, company string
	amount                 money.Fils
}

// writing are postings that are written together, with the accounts that they need.
type writing struct {
	known                           map[part]bool
	ids, kinds, profiles, companies []string
	posted                          db.WalletTransactionsInsertParams
	entries                         db.WalletEntriesInsertParams
}

// post adds a posting without its parts that are zero; none when all are, since what is free moves no money.
func (w *writing) post(of posting, parts []part) {
	id, e := ulid.Make().String(), &w.entries
	for _, p := range parts {
		if p.amount == 0 {
			continue
		}
		e.Transactions, e.Kinds, e.Amounts = append(e.Transactions, id), append(e.Kinds, p.kind), append(e.Amounts, int64(p.amount))
		e.Profiles, e.Companies = append(e.Profiles, p.profile), append(e.Companies, p.company)
		if p.amount = 0; !w.known[p] {
			w.known[p] = true
			w.ids, w.kinds = append(w.ids, ulid.Make().String()), append(w.kinds, p.kind)
			w.profiles, w.companies = append(w.profiles, p.profile), append(w.companies, p.company)
		}
	}
	if n := len(e.Transactions); n > 0 && e.Transactions[n-1] == id {
		t := &w.posted
		t.Ids, t.Kinds, t.Notes = append(t.Ids, id), append(t.Kinds, of.kind), append(t.Notes, of.note)
		t.CauseTypes, t.Causes = append(t.CauseTypes, of.causeType), append(t.Causes, of.cause)
	}
}

func (w *writing) write(b *db.Batch) {
	if len(w.posted.Ids) == 0 {
		return
	}
	say := func(do func(ctx context.Context, q *db.Queries) error) {
		b.Step("post", func(ctx context.Context, q *db.Queries) error { return do(ctx, q) })
	}
	say(func(ctx context.Context, q *db.Queries) error {
		return q.WalletAccountsMake(ctx, w.ids, w.kinds, w.profiles, w.companies)
	})
	say(func(ctx context.Context, q *db.Queries) error { return q.WalletTransactionsInsert(ctx, w.posted) })
	say(func(ctx context.Context, q *db.Queries) error { return q.WalletEntriesInsert(ctx, w.entries) })
}

// Wallet is what may be spent of a wallet, and what its person owes: below zero when a debt was paid of which the sale has gone since.
type Wallet struct{ Left, Owed money.Fils }

// Wallets adds to a batch that wallets are made, locked in the one order of locks, and read. The result, by profile, is filled when the
// batch has run.
func Wallets(b *db.Batch, profiles []string) map[string]*Wallet {
	all := map[string]*Wallet{}
	ids, kinds := make([]string, len(profiles)), make([]string, len(profiles))
	for i := range profiles {
		ids[i], kinds[i] = ulid.Make().String(), "wallet"
	}
	b.Step("make wallets", func(ctx context.Context, q *db.Queries) error {
		return q.WalletAccountsMake(ctx, ids, kinds, profiles, make([]string, len(profiles)))
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		if _, err := q.WalletsLock(ctx, profiles); err != nil {
			return fmt.Errorf("lock wallets: %w", err)
		}
		return nil
	})
	b.Add(func(ctx context.Context, q *db.Queries) error {
		rows, err := q.WalletsOf(ctx, profiles)
		if err != nil {
			return fmt.Errorf("read wallets: %w", err)
		}
		for _, r := range rows {
			all[r.ProfileID] = &Wallet{money.Fils(r.Balance), -money.Fils(r.ReceivableBalance)}
		}
		return nil
	})
	return all
}
