package ledger

import (
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Missing is what was missing of a lunch, by the id of the shortfall: Amount goes into the eater's wallet, and the company does not pay
// Share. The lunch company bears both. Paid is what of Amount pays a debt, as Squared counts it.
type Missing struct {
	ID, Profile, Company string
	Amount, Share, Paid  money.Fils
	Reason               string
}

// GivenBack adds to a batch that what was missing is posted, each once and in this order. The caller holds the eaters' wallets and has
// counted from them what pays a debt.
func GivenBack(b *db.Batch, all []Missing, now time.Time) {
	w := &writing{known: map[part]bool{}}
	w.posted.At = now
	for _, m := range all {
		w.post(posting{kind: "credit", causeType: "shortfall", cause: m.ID},
			[]part{{"company", "", m.Company, m.Share}, {"operator", "", "", -m.Share}})
		w.post(posting{kind: "credit", causeType: "operator", cause: m.ID, note: m.Reason},
			[]part{{"wallet", m.Profile, "", m.Amount}, {"operator", "", "", -m.Amount}})
		w.post(posting{kind: "debt", causeType: "debt", cause: m.ID},
			[]part{{"wallet", m.Profile, "", -m.Paid}, {"receivable", m.Profile, "", m.Paid}})
	}
	w.write(b)
}
