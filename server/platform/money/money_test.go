package money_test

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sahn/server/platform/money"
)

// exact rounds a rational half up with arithmetic that cannot overflow or lose anything.
func exact(r *big.Rat) int64 {
	r = new(big.Rat).Add(r, big.NewRat(1, 2))
	return new(big.Int).Div(r.Num(), r.Denom()).Int64()
}

func TestEveryPartIsTheExactOneRoundedHalfUp(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Int64Range(0, 1_000_000_000_000).Draw(t, "fils")
		num, den := rapid.Int64Range(0, 1000).Draw(t, "num"), rapid.Int64Range(1, 1000).Draw(t, "den")
		require.Equal(t, exact(new(big.Rat).Mul(big.NewRat(f, 1), big.NewRat(num, den))), int64(money.Fils(f).Part(num, den)))
		rate := rapid.Int64Range(1, int64(money.MaxRate)).Draw(t, "rate")
		require.Equal(t, exact(new(big.Rat).Mul(big.NewRat(f, 1), big.NewRat(rate, 100+rate))), int64(money.Fils(f).VAT(money.Rate(rate))))
	})
}

func TestHalvesGoUp(t *testing.T) {
	t.Parallel()
	require.Equal(t, money.Fils(3), money.Fils(5).Percent(50))
	require.Equal(t, money.Fils(2), money.Fils(4).Percent(50))
	require.Equal(t, money.Fils(0), money.Fils(10).VAT(5))
	require.Equal(t, money.Fils(1), money.Fils(11).VAT(5))
	require.Equal(t, money.Fils(5), money.Fils(105).VAT(5))
}

func TestAmountsAreWrittenInDirhams(t *testing.T) {
	t.Parallel()
	for fils, want := range map[money.Fils]string{
		0: "AED 0.00", 5: "AED 0.05", 3530: "AED 35.30", 103530: "AED 1035.30", -3530: "-AED 35.30",
	} {
		require.Equal(t, want, fils.String())
	}
}
