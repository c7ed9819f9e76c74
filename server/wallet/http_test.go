package wallet_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/ledger"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/wallet"
)

func TestMain(m *testing.M) { servertest.Main(m) }

func TestAWalletTellsWhatWentInAndOutNewestFirst(t *testing.T) {
	t.Parallel()
	pool, who := servertest.Purse(t)
	order := servertest.BareOrders(t, pool, who, 1)[0]
	require.NoError(t, db.InTx(t.Context(), pool, func(ctx context.Context, tx db.Tx) error {
		for i := range 3 {
			if err := ledger.Credit(ctx, tx.Queries,
				ledger.WalletCredit{ID: fmt.Sprint("gift ", i), Profile: who.ProfileID, Amount: money.Fils(100 * (i + 1)), Reason: "sorry"},
				servertest.Now.Add(time.Duration(i)*time.Hour)); err != nil {
				return err
			}
		}
		if err := ledger.Hold(ctx, tx.Queries, who.ProfileID, order, 250); err != nil {
			return err
		}
		return servertest.Sold(ctx, tx.Queries, ledger.Sale{Order: order, Profile: who.ProfileID, Company: who.CompanyID, Wallet: 250},
			servertest.Now.Add(4*time.Hour))
	}))
	w := &wallet.Wallets{Conn: pool}
	all, err := w.ClientTransactionList(t.Context(), who, wallet.TransactionsRequest{ID: who.ProfileID})
	require.NoError(t, err)
	require.Equal(t, []int{1, 20, 4}, []int{all.Page, all.PerPage, all.Total})
	require.Len(t, all.Data, 4)
	newest := all.Data[0]
	require.Len(t, newest.ID, 26)
	require.Equal(t,
		ledger.Entry{ID: newest.ID, Type: "order", Amount: -250, Balance: 350, Date: servertest.Now.Add(4 * time.Hour), OrderID: &order}, newest)
	require.Equal(t, []money.Fils{350, 600, 300, 100}, balances(all.Data))
	require.Equal(t, "sorry", all.Data[1].Note)
	require.Nil(t, all.Data[1].OrderID)

	second, err := w.ClientTransactionList(t.Context(), who, wallet.TransactionsRequest{ID: who.ProfileID, Page: "2", PerPage: "3"})
	require.NoError(t, err)
	require.Equal(t, []money.Fils{100}, balances(second.Data))
	require.Equal(t, 4, second.Total)
	beyond, err := w.ClientTransactionList(t.Context(), who, wallet.TransactionsRequest{ID: who.ProfileID, Page: "1000000", PerPage: "100"})
	require.NoError(t, err)
	require.Equal(t, []ledger.Entry{}, beyond.Data)
}

func balances(entries []ledger.Entry) []money.Fils {
	all := []money.Fils{}
	for _, e := range entries {
		all = append(all, e.Balance)
	}
	return all
}

func TestAWalletIsShownToItsOwnerAloneAndPageByPage(t *testing.T) {
	t.Parallel()
	pool, who := servertest.Purse(t)
	w := &wallet.Wallets{Conn: pool}
	colleague := servertest.Eater(t, pool, servertest.NewCompany(t, pool, nil))
	for _, id := range []string{colleague.ProfileID, "nobody", "", "-1", who.CompanyID, who.ProfileID + " "} {
		_, err := w.ClientTransactionList(t.Context(), who, wallet.TransactionsRequest{ID: id})
		require.ErrorIs(t, err, fault.ErrNotFound, "%q", id)
	}
	_, err := w.ClientTransactionList(t.Context(), web.Caller{}, wallet.TransactionsRequest{})
	require.ErrorIs(t, err, fault.ErrNotFound)
	for _, page := range []string{"0", "-1", "1.5", "9223372036854775808", "1000001", "x", "١"} {
		for _, req := range []wallet.TransactionsRequest{{ID: who.ProfileID, Page: page}, {ID: who.ProfileID, PerPage: page}} {
			_, err := w.ClientTransactionList(t.Context(), who, req)
			require.NotNil(t, fault.As(err), "%q", page)
			require.Equal(t, fault.Invalid, fault.As(err).Kind)
		}
	}
}
