package person_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

const fresh = "soup-of-the-day-42"

// askReset asks for a code to set a password, and reads it in the mailbox.
func (b *browser) askReset(email string) string {
	b.place.t.Helper()
	return b.mailed(email, func() {
		require.Equal(b.place.t, 200, b.call("POST", "/api/client/forgot-password/send-otp", fields{"email": email}).status)
	})
}

func (b *browser) reset(email, code, password string) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/client/forgot-password/reset", fields{"email": email, "otp": code, "password": password})
}

func TestACodeSetsANewPasswordAndEndsEverySession(t *testing.T) {
	t.Parallel()
	p := settle(t)
	other := p.newServer(p.newPeople(p.redis.Addr()))
	phone, tablet := p.browser().signIn(sample.Mariam), p.browserOn(other).signIn(sample.Mariam)
	require.Equal(t, 200, phone.profile().status)
	require.Equal(t, 200, tablet.profile().status)
	b := p.browser()
	got := b.reset(sample.Mariam.Email, b.askReset(sample.Mariam.Email), fresh)
	require.Equal(t, 200, got.status, got.body)
	require.Equal(t, 401, b.profile().status, "nobody is signed in by it")
	require.Equal(t, 401, phone.profile().status)
	require.Equal(t, 401, tablet.profile().status)
	require.Equal(t, 401, p.browser().login(sample.Mariam.Email, sample.Password).status)
	require.Equal(t, 201, p.browser().login(sample.Mariam.Email, fresh).status)
}

func TestAResetLetsInWhomWasInvitedAndNobodyElse(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	require.Equal(t, 200, b.reset(sample.Joel.Email, b.askReset(sample.Joel.Email), fresh).status)
	in := p.browser().login(sample.Joel.Email, fresh)
	require.Equal(t, 201, in.status)
	require.Contains(t, in.body, sample.JoelHarbour.ID)

	known := p.browser().call("POST", "/api/client/forgot-password/send-otp", fields{"email": sample.Omar.Email})
	for _, email := range []string{sample.Yusuf.Email, sample.Grace.Email, "nobody@nowhere.example"} {
		b := p.browser()
		got := b.call("POST", "/api/client/forgot-password/send-otp", fields{"email": email})
		require.Equal(t, 200, got.status)
		require.Equal(t, known.body, got.body, email)
		require.Equal(t, notRight, b.reset(email, "123456", fresh).body, email)
	}
	for _, m := range p.deliver() {
		require.True(t, slices.Contains([]string{sample.Joel.Email, sample.Omar.Email}, m.To[0]), m.To)
	}
	require.Equal(t, 1, p.count("profiles WHERE status = 'Pending'"))
	require.Equal(t, 1, p.count("profiles WHERE status = 'Suspended'"))
}

func TestACodeIsGoodForWhatItWasAskedForOnly(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	code := b.askReset(sample.Mariam.Email)
	require.Equal(t, 422, b.verify(sample.Mariam.Email, code).status, "a reset code does not sign in")
	require.Equal(t, 422, p.browser().reset(sample.Mariam.Email, code, fresh).status, "another browser")
	require.Equal(t, 422, b.reset(sample.Omar.Email, code, fresh).status, "another person")
	require.Equal(t, 200, b.reset(sample.Mariam.Email, code, fresh).status)
	require.Equal(t, 422, b.reset(sample.Mariam.Email, code, fresh).status, "twice")

	p.clock.Move(31 * time.Second)
	require.Equal(t, 422, b.reset(sample.Mariam.Email, b.ask(sample.Mariam.Email), fresh).status, "a sign-in code resets nothing")
	p.clock.Move(31 * time.Second)
	late := b.askReset(sample.Mariam.Email)
	p.clock.Move(10 * time.Minute)
	require.Equal(t, 422, b.reset(sample.Mariam.Email, late, fresh).status)
}

func TestFiveGuessesAtAResetAreAllThereAreAndAWeakPasswordCostsNone(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	code := b.askReset(sample.Mariam.Email)
	for range 7 {
		got := b.reset(sample.Mariam.Email, wrong(code), "password123")
		require.Equal(t, 422, got.status)
		require.Contains(t, got.body, `"errors":{"password":[`)
	}
	for range 4 {
		require.Equal(t, notRight, b.reset(sample.Mariam.Email, wrong(code), fresh).body)
	}
	require.Contains(t, b.reset(sample.Mariam.Email, wrong(code), fresh).body, `"code_locked"`)
	require.Contains(t, b.reset(sample.Mariam.Email, code, fresh).body, `"code_locked"`)
	require.Equal(t, 201, b.place.browser().login(sample.Mariam.Email, sample.Password).status)
}

// A host that a request claims appears in no mail; a mail with a code has no link at all.
func TestAForgedHostReachesNoLetter(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	for _, headers := range [][]string{
		{"Host", "evil.example"}, {"X-Forwarded-Host", "evil.example"}, {"Forwarded", "host=evil.example"},
		{"X-Original-URL", "https://evil.example/"}, {"Referer", own + "/?evil.example"},
	} {
		b.place.clock.Move(31 * time.Second)
		got := b.call("POST", "/api/client/forgot-password/send-otp", fields{"email": sample.Mariam.Email}, headers...)
		require.Equal(t, 200, got.status, headers)
	}
	mails := b.place.deliver()
	require.NotEmpty(t, mails)
	for _, m := range mails {
		require.NotContains(t, m.Text+m.HTML, "evil.example")
		require.NotContains(t, m.Text+m.HTML, "href=")
	}
}
