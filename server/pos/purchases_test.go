package pos_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/ledger"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

// bought is a page of what somebody bought at counters.
func (p *place) bought(who web.Caller, before string) pos.PurchasesReply {
	p.t.Helper()
	page, err := p.pos.HandlePurchases(p.t.Context(), who, pos.PurchasesRequest{Before: before})
	require.NoError(p.t, err)
	return page
}

func TestASaleAtACounterIsAmongItsBuyersOrdersWithTillPlaceAndHowItWasPaid(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	mariam, omar := p.eater(500), p.eater(0)
	sold := s.sells(fields{"c": price(0) - 500, "e": 500, "p": p.proof(mariam)})
	require.Equal(t, []string{"0 late_shift", "0 late_shift"}, short(s.says(sold, s.sells(nil))...))
	p.clock.Move(-time.Minute)
	undone := s.sells(fields{"p": p.proof(mariam)})
	p.clock.Move(time.Minute)
	require.Equal(t, []string{"0 late_shift", "0"}, short(s.says(undone, s.undoes(undone))...))

	page := p.bought(mariam, "")
	require.Len(t, page.Data, 2)
	require.Equal(t, "Refunded", page.Data[1].Status)
	require.NotNil(t, page.Data[1].VoidedAt)
	one := page.Data[0]
	require.Equal(t, sold["id"], one.ID)
	require.Equal(t, []string{"pos", "Completed", "Pantry", p.company.Name}, []string{one.Source, one.Status, one.Till, one.Company})
	require.NotEmpty(t, one.Place)
	require.Regexp(t, `^P\d+-1-[0-9A-Z]{4}$`, one.Receipt)
	require.Equal(t, []pos.PurchaseItem{{meal(0), lunch()[0].Name, 1, price(0), price(0)}}, one.Items)
	require.Equal(t, []money.Fils{price(0), price(0).VAT(5), 500, price(0) - 500, 0}, []money.Fils{one.Net, one.VAT, one.Wallet, one.Cash,
		one.Owed})

	moves, err := ledger.Entries(t.Context(), db.New(p.pool), mariam.ProfileID, 0, 1)
	require.NoError(t, err)
	require.Equal(t, []string{one.ID, one.Till, one.Place}, []string{moves[0].SaleID, moves[0].Till, moves[0].Place})

	require.Empty(t, p.bought(omar, "").Data)
	require.Empty(t, p.bought(omar, one.ID).Data, "another person's purchase starts no page")
}

func TestPagesOfPurchasesAreExactAlsoWhileMoreIsBought(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	mariam := p.eater(0)
	var ids []string
	for range 25 {
		p.clock.Move(time.Minute)
		sold := s.sells(fields{"p": p.proof(mariam)})
		s.says(sold)
		ids = append([]string{sold["id"].(string)}, ids...)
	}
	first := p.bought(mariam, "")
	s.says(s.sells(fields{"p": p.proof(mariam)}))
	var got []string
	for _, one := range append(first.Data, p.bought(mariam, first.Next).Data...) {
		got = append(got, one.ID)
	}
	require.Equal(t, ids, got)
	require.Empty(t, p.bought(mariam, first.Next).Next)
}
