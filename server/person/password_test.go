package person_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/platform/db"
)

const badCredentials = `{"message":"Bad Credentials"}`

// Whatever is wrong with an e-mail and password, the answer is the same.
func TestEveryWrongPairHasOneAnswer(t *testing.T) {
	t.Parallel()
	p := settle(t)
	for name, pair := range map[string][2]string{
		"a wrong password":    {sample.Mariam.Email, "lunch-is-eaten"},
		"an unknown address":  {"nobody@nowhere.example", sample.Password},
		"no password set":     {sample.Joel.Email, sample.Password},
		"a suspended profile": {sample.Grace.Email, sample.Password},
		"a pending profile":   {sample.Yusuf.Email, sample.Password},
	} {
		got := p.browser().login(pair[0], pair[1])
		require.Equal(t, 401, got.status, name)
		require.Equal(t, badCredentials, got.body, name)
	}
	require.Zero(t, p.count("sessions"))
	require.Equal(t, 201, p.browser().login(" MARIAM@harbourline.example", sample.Password).status)
}

func TestPasswordGuessingIsSlowedAndLeavesTheCodeOpen(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	for range 10 {
		require.Equal(t, 401, b.login(sample.Mariam.Email, "wrong").status)
	}
	for _, b := range []*browser{b, p.browser(), p.browserOn(p.newServer(p.newPeople(p.redis.Addr())))} {
		got := b.login(sample.Mariam.Email, sample.Password)
		require.Equal(t, 429, got.status)
		require.Equal(t, "{\n    \"message\": \"Too Many Attempts.\"\n}", got.body)
		require.NotEmpty(t, got.header.Get("Retry-After"))
	}
	p.redis.FlushAll()
	require.Equal(t, 429, b.login(sample.Mariam.Email, sample.Password).status, "what Redis forgot, Postgres knows")
	require.Equal(t, 201, b.login(sample.Omar.Email, sample.Password).status, "somebody else in the same office")

	other := p.browser()
	require.Equal(t, 201, other.verify(sample.Mariam.Email, other.ask(sample.Mariam.Email)).status)

	p.clock.Move(15 * time.Minute)
	p.redis.FlushAll()
	require.Equal(t, 201, p.browser().login(sample.Mariam.Email, sample.Password).status)
}

func TestAPersonComesBackToTheProfileUsedLast(t *testing.T) {
	t.Parallel()
	p := settle(t)
	got := p.browser().login(sample.Lina.Email, sample.Password)
	require.Contains(t, got.body, sample.LinaQasr.ID, "Corporate first")
	require.Contains(t, got.body, `"switchable":1`)
	require.Contains(t, got.body, `"share_cap":7500`)

	_, err := db.New(p.pool).ProfileUse(t.Context(), p.clock.Now().Add(time.Minute), sample.LinaCash.ID)
	require.NoError(t, err)
	got = p.browser().login(sample.Lina.Email, sample.Password)
	require.Contains(t, got.body, sample.LinaCash.ID)
	require.Contains(t, got.body, `"discount_amount":0`)

	require.NoError(t, db.New(p.pool).ProfileStatusSet(t.Context(), sample.LinaCash.ID, "Suspended"))
	got = p.browser().login(sample.Lina.Email, sample.Password)
	require.Contains(t, got.body, sample.LinaQasr.ID)
	require.Contains(t, got.body, `"switchable":0`)
}

func TestTheOldestFlawsOfRequestsAreRefused(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	for _, email := range []string{"nobody", "a@b.example,c@d.example", "a@b.example\r\nBcc: c@d.example"} {
		for _, c := range []struct {
			method, path string
			body         fields
		}{{"POST", "/api/profile-login", fields{"password": "x"}}, {"POST", "/api/login-otp", fields{}},
			{"POST", "/api/verify-otp", fields{"otp": "123456"}}, {"PUT", "/api/search-by-email", fields{}}} {
			c.body["email"] = email
			got := b.call(c.method, c.path, c.body)
			require.Equal(t, 422, got.status, "%q %s: %s", email, c.path, got.body)
		}
	}
	require.Zero(t, b.place.count("attempts_made"))
}
