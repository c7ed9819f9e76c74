package order

import (
	"reflect"
	"slices"

	"sahn/server/platform/db"
)

// stands splits the failed orders of a hand-off: the one that it continues, nil without one, and the others, which are cancelled. That is
// safe because the provider has said that it took nothing. The payments of one order all ask for the same amount: whichever of them is paid
// first, and however late, pays for what its order says.
func (h *handing) stands(p placing) (again *db.HandoffOrdersRow, replaced []string, err error) {
	for i, old := range p.failed {
		same, err := h.continues(old, p)
		if err != nil {
			return nil, nil, err
		}
		if same && again == nil {
			again = &p.failed[i]
		} else {
			replaced = append(replaced, old.Order.ID)
		}
	}
	return again, replaced, nil
}

// continues reports whether a hand-off asks for exactly what a failed order holds: its days, meals, places, prices and terms.
func (h *handing) continues(old db.HandoffOrdersRow, p placing) (bool, error) {
	if old.Order.QuoteHash != p.priced.Hash || len(old.Dates) != len(p.days) {
		return false, nil
	}
	terms, err := TermsOf(old.Order)
	if err != nil || !reflect.DeepEqual(terms, Terms(h.eater)) {
		return false, err
	}
	return !slices.ContainsFunc(p.days, func(d day) bool {
		i := slices.Index(old.Dates, d.date)
		return i < 0 || old.Addresses[i] != d.address
	}), nil
}
