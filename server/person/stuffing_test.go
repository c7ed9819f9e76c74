package person_test

import (
	"fmt"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

// leaked is a pair of somebody's list.
type leaked struct{ email, password string }

// Credential stuffing: a list of pairs that leaked elsewhere is tried from twelve networks at once. Only pairs that are really
// used here sign in, as far as the rate limit allows. Each check takes 19 MiB and two passes, so the list has two thousand.
func TestAListOfLeakedPairsLetsInWhoseTheyAreAndNobodyElse(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.behind(p.redis.Addr())
	theirs := []sample.Person{sample.Mariam, sample.Omar, sample.Priya, sample.Ahmed, sample.Lina, sample.Fatima, sample.Wei, sample.Daniel}
	nearly := []leaked{
		{sample.Mariam.Email, "Lunch-Is-Served"}, {sample.Mariam.Email, sample.Password + " "}, {sample.Mariam.Email, " " + sample.Password},
		{sample.Mariam.Email, sample.Password + "\x00"}, {sample.Mariam.Email, "ｌｕｎｃｈ-is-served"}, {sample.Omar.Email, sample.Mariam.Email},
		{sample.Joel.Email, sample.Password}, {sample.Yusuf.Email, sample.Password}, {sample.Grace.Email, sample.Password},
		{"nobody@nowhere.example", sample.Password}, {sample.Omar.Email, "argon2id"}, {sample.Omar.Email, "null"},
	}
	const networks, each, allowed = 12, 160, 20 // what one browser may, wherever it is
	var in, wrong, slowed atomic.Int64
	together(networks, func(n int) {
		b := p.browserOn(app)
		for i := range each {
			pair := leaked{fmt.Sprintf("somebody%d@mail%d.example", i, n), fmt.Sprintf("hunter%d-%d", n, i)}
			expect := 401
			switch {
			case i == 5 && n < len(theirs):
				pair, expect = leaked{theirs[n].Email, sample.Password}, 201
			case i == 7 && n < len(nearly):
				pair = nearly[n]
			case i == 60 && n >= len(theirs) && n < 2*len(theirs):
				pair = leaked{theirs[n-len(theirs)].Email, sample.Password} // theirs too, but this network has asked enough
			}
			if i >= allowed {
				expect = 429
			}
			got, err := b.try("POST", "/api/profile-login", fields{"email": pair.email, "password": pair.password}, "X-Forwarded-For", at(1000*n))
			if err != nil || got.status != expect {
				t.Errorf("%v from %d: %v %d, not %d: %s", pair, n, err, got.status, expect, got.body)
			}
			switch got.status {
			case 201:
				in.Add(1)
			case 401:
				wrong.Add(1)
			case 429:
				slowed.Add(1)
			}
		}
	})
	require.EqualValues(t, len(theirs), in.Load())
	require.EqualValues(t, networks*allowed-len(theirs), wrong.Load())
	require.EqualValues(t, networks*(each-allowed), slowed.Load())
	require.Equal(t, len(theirs), p.count("sessions"))
	require.Equal(t, len(theirs), p.count("(SELECT DISTINCT person_id FROM sessions) s"))
}

// Guesses at one account from everywhere, and guesses at all accounts from everywhere, each end exactly at their own limit.
func TestGuessesAtOneAccountAndAtAllOfThemEndExactly(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.behind("")
	guess := func(email string, i int) int {
		b := p.browserOn(app)
		got, err := b.try("POST", "/api/profile-login", fields{"email": email, "password": fmt.Sprintf("hunter-%d", i)},
			"X-Forwarded-For", at(211*i))
		if err != nil {
			t.Error(err)
		}
		return got.status
	}
	count := func(n int, email func(i int) string) (wrong, slowed int64) {
		var w, s atomic.Int64
		together(n, func(i int) {
			switch status := guess(email(i), i); status {
			case 401:
				w.Add(1)
			case 429:
				s.Add(1)
			default:
				t.Error(status)
			}
		})
		return w.Load(), s.Load()
	}
	wrong, slowed := count(90, func(int) string { return sample.Omar.Email })
	require.EqualValues(t, []int64{60, 30}, []int64{wrong, slowed}, "of one account in an hour")
	other := p.browser()
	require.Equal(t, 201, other.verify(sample.Omar.Email, other.ask(sample.Omar.Email)).status, "whose owner comes in by code")

	p.exec("UPDATE attempts_made SET n = 19990 WHERE key = 'password:all'")
	wrong, slowed = count(40, func(i int) string { return fmt.Sprintf("somebody%d@mail.example", i) })
	require.EqualValues(t, []int64{10, 30}, []int64{wrong, slowed}, "of all accounts in a quarter of an hour")
}
