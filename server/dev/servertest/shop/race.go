package shop

import (
	"slices"
	"strings"
	"sync"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/order"
)

// AtOnce runs n things together and answers their errors.
func AtOnce(n int, do func(i int) error) []error {
	errs := make([]error, n)
	begin := make(chan struct{})
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() { <-begin; errs[i] = do(i) })
	}
	close(begin)
	all.Wait()
	return errs
}

// AllAtOnce runs n things together, and each must be done.
func (k *Kitchen) AllAtOnce(n int, do func(i int) error) {
	k.Helper()
	for _, err := range AtOnce(n, do) {
		require.NoError(k, err)
	}
}

// Unlocked is a server that locks no person, order, share, wallet or portion. It says something instead of the statement with that name.
func (k *Kitchen) Unlocked(statement string, instead func(sql string) string) *order.Orders {
	orders, _ := k.Server(&servertest.Conn{Pool: k.Pool, Rewrite: func(sql string) string {
		switch {
		case strings.Contains(sql, "-- name: ProfileRevLock "):
			return "SELECT rev FROM profile_revs WHERE profile_id = $1"
		case strings.Contains(sql, "-- name: ProfileRevNext "):
			return "SELECT rev + 1 FROM profile_revs WHERE profile_id = $1"
		case locks(sql):
			return strings.Replace(strings.Replace(sql, "FOR UPDATE OF s", "", 1), "FOR UPDATE", "", 1)
		case strings.Contains(sql, "-- name: "+statement+" "):
			return instead(sql)
		}
		return sql
	}})
	return orders
}

func locks(sql string) bool {
	return slices.ContainsFunc([]string{"OrderLock", "OrderOwnLock", "SharePeriodsLock", "HandoffPeriods", "ChangePeriodsLock",
		"WalletAccountLock", "ChangePortionsLock"}, func(name string) bool { return strings.Contains(sql, "-- name: "+name+" ") })
}
