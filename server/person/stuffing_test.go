package person_test

import (
	"fmt"
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
		{sample.Mariam.Email, sample.Password + "\u200b"}, {sample.Mariam.Email, "ｌｕｎｃｈ-is-served"}, {sample.Omar.Email, sample.Mariam.Email},
		{sample.Joel.Email, sample.Password}, {sample.Yusuf.Email, sample.Password}, {sample.Grace.Email, sample.Password},
		{"nobody@nowhere.example", sample.Password}, {sample.Omar.Email, "argon2id"}, {sample.Omar.Email, "null"},
	}
	const networks, each, allowed = 12, 160, 20 // what one browser may, wherever it is
	together(networks, networks, func(n int) {
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
		}
	})
	require.Equal(t, len(theirs), p.count("sessions"))
	require.Equal(t, len(theirs), p.count("(SELECT DISTINCT person_id FROM sessions) s"))
}

// Guesses at one account from everywhere, and guesses at all accounts from everywhere, each end exactly at their own limit. The second one
// refuses only networks from which nobody signs in.
func TestGuessesAtOneAccountAndAtAllOfThemEndExactly(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.behind("")
	guesses := func(n int, email func(i int) string) map[int]int {
		return p.replies(n, 32, func(i int) (reply, error) {
			return p.browserOn(app).try("POST", "/api/profile-login", fields{"email": email(i), "password": fmt.Sprintf("hunter-%d", i)},
				"X-Forwarded-For", at(211*i))
		})
	}
	omar := guesses(90, func(int) string { return sample.Omar.Email })
	require.Equal(t, map[int]int{401: 40, 429: 50}, omar, "of one account at once")
	other := p.browser()
	require.Equal(t, 201, other.verify(sample.Omar.Email, other.ask(sample.Omar.Email)).status, "whose owner comes in by code")

	p.exec("UPDATE attempts_made SET n = 19990 WHERE key = 'password:all'")
	everybody := guesses(40, func(i int) string { return fmt.Sprintf("somebody%d@mail.example", i) })
	require.Equal(t, map[int]int{401: 10, 429: 30}, everybody, "of all accounts in a quarter of an hour")
	p.exec("UPDATE known_devices SET network = '198.18.9.0/24'")
	office := p.replies(3, 1, func(int) (reply, error) {
		return p.browserOn(app).try("POST", "/api/profile-login", fields{"email": "new@mail.example", "password": "hunter"},
			"X-Forwarded-For", "198.18.9.7")
	})
	require.Equal(t, map[int]int{401: 3}, office, "but not where somebody signed in before")
}
