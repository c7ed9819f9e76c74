package person_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
)

var passwordProof = fields{"password": sample.Password}

func TestAPasskeySignsInWithoutAnAddressTyped(t *testing.T) {
	t.Parallel()
	p := settle(t)
	a := phone(t)
	p.browser().signIn(sample.Lina).adds(a, passwordProof)
	b := p.browser()
	got := b.passkey(a.sign(b.challenge()))
	require.Equal(t, 201, got.status, got.body)
	require.Contains(t, b.profile().body, sample.Lina.Email)
	require.Equal(t, 200, b.switchTo(fields{"client_id": sample.LinaCash.ID}).status, "and goes on between profiles")
	require.Contains(t, b.call("GET", "/api/passkeys", nil).body, `"used":"2026-11-23T`)

	there := p.browser() // on the page of one of their companies
	got = there.call("POST", "/api/passkey-login", fields{"passkey": a.sign(there.challenge()), "company_id": sample.Qasr.ID})
	require.Equal(t, 201, got.status, got.body)
	require.Contains(t, got.body, sample.LinaQasr.ID)

	subjects := []string{}
	for _, m := range p.deliver() {
		subjects = append(subjects, m.Subject)
	}
	require.Contains(t, subjects, "A passkey was added")
	require.Contains(t, subjects, "A sign-in in a new browser", "as with the other ways in")
}

func TestAPasskeyIsAddedByWhoProvesThemselvesAgain(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Priya)
	for _, no := range []fields{{}, {"password": "not-my-password"}, {"otp": "123456"}} {
		require.Equal(t, 422, b.call("POST", "/api/passkeys/add", no).status, no)
	}
	require.Zero(t, p.count("challenges WHERE purpose = 'passkey-add'"))
	require.Equal(t, 401, p.browser().call("POST", "/api/passkeys/add", passwordProof).status)

	p.exec("UPDATE persons SET password_hash = NULL WHERE id = $1", sample.Priya.ID)
	code := b.ask(sample.Priya.Email)
	a := phone(t)
	b.adds(a, fields{"otp": code}) // who has no password proves the mailbox
	require.Equal(t, 422, b.call("POST", "/api/passkeys/add", fields{"otp": code}).status, "once")
	again := p.browser()
	require.Equal(t, 201, again.passkey(a.sign(again.challenge())).status)
}

func TestAPasskeyIsRenamedAndTheLastOneRemovedWithALetter(t *testing.T) {
	t.Parallel()
	p := settle(t)
	a, b := phone(t), p.browser().signIn(sample.Mariam)
	id := b.adds(a, passwordProof)
	require.Equal(t, 409, b.call("POST", "/api/passkeys", fields{"passkey": a.make(b.offered(passwordProof))}).status, "it is there already")
	require.Equal(t, 422, b.call("PUT", "/api/passkeys/"+id, fields{"name": " "}).status)
	require.Equal(t, 200, b.call("PUT", "/api/passkeys/"+id, fields{"name": "Blue phone"}).status)
	require.Contains(t, b.call("GET", "/api/passkeys", nil).body, `"name":"Blue phone"`)
	other := p.browser().signIn(sample.Priya)
	require.Equal(t, 404, other.call("DELETE", "/api/passkeys/"+id, nil).status)
	require.Contains(t, other.call("GET", "/api/passkeys", nil).body, `"data":[]`)
	p.deliver()
	require.Equal(t, 200, b.call("DELETE", "/api/passkeys/"+id, nil).status)
	require.Equal(t, 404, b.call("DELETE", "/api/passkeys/"+id, nil).status)
	letter := p.deliver()[0]
	require.Equal(t, "A passkey was removed", letter.Subject)
	require.Contains(t, letter.Text, "Blue phone")
	again := p.browser()
	require.Contains(t, again.passkey(a.sign(again.challenge())).body, `"reason":"passkey_wrong"`)
	require.Equal(t, 201, again.login(sample.Mariam.Email, sample.Password).status)
}

func TestAPasskeySignsForThisAddressThisBrowserAndThisChallengeOnly(t *testing.T) {
	t.Parallel()
	p := settle(t)
	a, theirs := phone(t), phone(t)
	p.browser().signIn(sample.Mariam).adds(a, passwordProof)
	p.browser().signIn(sample.Priya).adds(theirs, passwordProof)
	b := p.browser()
	refused := func(what string, reason string, signed fields) {
		t.Helper()
		got := b.passkey(signed)
		require.Equal(t, 422, got.status, what+": "+got.body)
		require.Contains(t, got.body, reason, what)
	}
	const no = `"reason":"passkey_wrong"`
	with := func(change func(*authenticator)) *authenticator { c := a.copied(); change(c); return c }
	refused("another page", no, with(func(a *authenticator) { a.origin = "https://app.example.evil.example" }).sign(b.challenge()))
	refused("another port", no, with(func(a *authenticator) { a.origin = own + ":8443" }).sign(b.challenge()))
	refused("without encryption", no, with(func(a *authenticator) { a.origin = "http://app.example" }).sign(b.challenge()))
	refused("another site", no, with(func(a *authenticator) { a.rpID = "evil.example" }).sign(b.challenge()))
	refused("nobody showed a finger", no, with(func(a *authenticator) { a.unverified = true }).sign(b.challenge()))
	refused("another key", no, with(func(a *authenticator) { a.key = phone(t).key }).sign(b.challenge()))
	refused("the id of another person's", no, with(func(a *authenticator) { a.id = theirs.id }).sign(b.challenge()))
	refused("another person's handle", no, with(func(a *authenticator) { a.handle = theirs.handle }).sign(b.challenge()))
	refused("no handle", no, with(func(a *authenticator) { a.handle = nil }).sign(b.challenge()))
	refused("one that nobody has", no, phone(t).sign(b.challenge()))
	refused("a challenge that nobody made", no, a.sign(b64(make([]byte, 58))))
	refused("a challenge of another browser", `"reason":"passkey_over"`, a.sign(p.browser().challenge()))
	changed := a.sign(b.challenge())
	changed["authenticator_data"] = with(func(a *authenticator) { a.signs = 9 }).sign("")["authenticator_data"]
	refused("changed after it was signed", no, changed)
	for _, field := range []string{"id", "client_data", "authenticator_data", "signature"} {
		broken := a.sign(b.challenge())
		broken[field] = "!"
		refused(field, no, broken)
	}
	mine := p.browser().signIn(sample.Mariam)
	refused("a challenge for adding one", `"reason":"passkey_over"`, a.sign(mine.offered(passwordProof).Challenge))
	require.Equal(t, 401, b.profile().status)

	late := b.challenge()
	p.clock.Move(5 * time.Minute)
	refused("five minutes later", `"reason":"passkey_over"`, a.sign(late))
	signed := a.sign(b.challenge())
	replayed := b.copy()
	require.Equal(t, 201, b.passkey(signed).status, "the control")
	require.Contains(t, replayed.passkey(signed).body, `"reason":"passkey_over"`, "a replay")
}

func TestOneChallengeAnsweredTwiceAtOnceIsOneSignIn(t *testing.T) {
	t.Parallel()
	p := settle(t)
	a := phone(t)
	p.browser().signIn(sample.Mariam).adds(a, passwordProof)
	sessions := p.count("sessions")
	b := p.browser()
	signed := a.sign(b.challenge())
	require.Equal(t, map[int]int{201: 1, 422: 7}, p.replies(8, 8, func(int) (reply, error) {
		return b.try("POST", "/api/passkey-login", fields{"passkey": signed})
	}))
	require.Equal(t, sessions+1, p.count("sessions"))
}

func TestAPasskeyIsMadeOnlyInAnswerToItsOwnOffer(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b, other := p.browser().signIn(sample.Mariam), p.browser().signIn(sample.Priya)
	made := phone(t).make(b.offered(passwordProof))
	require.Contains(t, other.call("POST", "/api/passkeys", fields{"passkey": made}).body, `"reason":"passkey_over"`, "another session")
	evil := phone(t)
	evil.origin = "https://evil.example"
	refused := b.call("POST", "/api/passkeys", fields{"passkey": evil.make(b.offered(passwordProof))})
	require.Contains(t, refused.body, `"reason":"passkey_wrong"`)
	lazy := phone(t)
	lazy.unverified = true
	require.Equal(t, 422, b.call("POST", "/api/passkeys", fields{"passkey": lazy.make(b.offered(passwordProof))}).status)
	offer := b.offered(passwordProof)
	offer.Challenge = b.challenge()
	require.Equal(t, 422, b.call("POST", "/api/passkeys", fields{"passkey": phone(t).make(offer)}).status, "a challenge of a sign-in")
	offer = b.offered(passwordProof)
	p.clock.Move(5 * time.Minute)
	require.Equal(t, 422, b.call("POST", "/api/passkeys", fields{"passkey": phone(t).make(offer)}).status, "five minutes later")
	require.Zero(t, p.count("passkeys"))

	taken := phone(t)
	other.adds(taken, passwordProof)
	thief := phone(t)
	thief.id = taken.id // registers another person's credential with a key of their own
	require.Equal(t, 409, b.call("POST", "/api/passkeys", fields{"passkey": thief.make(b.offered(passwordProof))}).status)
	p.exec(`INSERT INTO passkeys (person_id, id, operator, credential, public_key, signs, synced, transports, name, made_at)
		SELECT $1, lpad(n::text, 26, '0'), false, convert_to('credential ' || n, 'UTF8'), 'k', 0, false, '{}', 'Phone', $2
		FROM generate_series(1, 10) n`, sample.Mariam.ID, monday)
	require.Contains(t, b.call("POST", "/api/passkeys/add", passwordProof).body, `"reason":"passkey_most"`)
}

func TestACopiedPasskeyIsStoppedAndItsOwnerToldOnce(t *testing.T) {
	t.Parallel()
	p := settle(t)
	a := phone(t)
	owner := p.browser().signIn(sample.Mariam)
	owner.adds(a, passwordProof)
	in := func(signed func(challenge string) fields) reply {
		b := p.browser()
		return b.passkey(signed(b.challenge()))
	}
	require.Equal(t, 201, in(a.sign).status, "a device that does not count says 0 each time")
	require.Equal(t, 201, in(a.sign).status)
	require.Equal(t, 201, in(a.next).status)
	thief := a.copied()
	require.Equal(t, 201, in(a.next).status)
	letters := len(p.deliver())
	for range 2 { // both say that it is their second time
		got := in(thief.next)
		require.Equal(t, 403, got.status, got.body)
		require.Contains(t, got.body, "passkey_stopped")
	}
	require.Equal(t, 403, in(a.next).status, "nobody knows which of both is the copy")
	told := p.deliver()
	require.Len(t, told, letters+1)
	require.Equal(t, "One of your passkeys was stopped", told[0].Subject)
	require.Contains(t, told[0].To, sample.Mariam.Email)
	require.Contains(t, owner.call("GET", "/api/passkeys", nil).body, `"stopped":"2026-11-23T`)
	require.Equal(t, 201, p.browser().login(sample.Mariam.Email, sample.Password).status, "the other ways in go on")

	back := phone(t)
	back.signs = 7
	owner.adds(back, passwordProof)
	back.signs = 0
	require.Equal(t, 403, in(back.sign).status, "one that has counted does not forget how")
}

func TestWhoMayNotSignInByPasswordMayNotByPasskey(t *testing.T) {
	t.Parallel()
	p := settle(t)
	a := phone(t)
	p.browser().signIn(sample.Mariam).adds(a, passwordProof)
	boss := phone(t)
	p.browser().signIn(sample.Omar).adds(boss, passwordProof)
	p.exec(`UPDATE companies SET allowed_domains = '{harbourline.example}' WHERE id = $1`, sample.Harbour.ID)
	p.exec(`INSERT INTO sign_ons (company_id, issuer, client_id, secret, changed_at, tried_at, on_at, only_it)
		VALUES ($1, 'https://id.example', 'sahn', 's', $2, $2, $2, true)`, sample.Harbour.ID, monday)
	p.exec(`INSERT INTO sign_on_domains (domain, company_id, verified_at) VALUES ('harbourline.example', $1, $2)`, sample.Harbour.ID, monday)
	for _, one := range []*authenticator{a, boss} {
		b := p.browser()
		got := b.passkey(one.sign(b.challenge()))
		require.Equal(t, 403, got.status, got.body)
		require.Contains(t, got.body, "own_sign_on", "only through the company's provider")
	}
	p.exec("DELETE FROM sign_on_domains")
	p.exec("UPDATE profiles SET status = 'Suspended' WHERE id = $1", sample.MariamHarbour.ID)
	b := p.browser()
	require.Contains(t, b.passkey(a.sign(b.challenge())).body, `"reason":"passkey_wrong"`)
}

func TestWrongPasskeysAreCountedWhereTheyComeFromAndHoldNobodyUp(t *testing.T) {
	t.Parallel()
	p := settle(t)
	a := phone(t)
	owner := p.browser().signIn(sample.Mariam)
	owner.adds(a, passwordProof)
	stranger := p.browser()
	thief := a.copied()
	thief.key = phone(t).key
	statuses := map[int]int{}
	for range 61 {
		statuses[stranger.passkey(thief.sign(b64(make([]byte, 58)))).status]++
	}
	require.Equal(t, map[int]int{422: 60, 429: 1}, statuses)
	b := p.browser()
	require.Equal(t, 201, b.passkey(a.sign(b.challenge())).status, "in another browser")
	require.Equal(t, 201, owner.passkey(a.sign(owner.challenge())).status)
	require.Equal(t, 201, p.browser().login(sample.Mariam.Email, sample.Password).status, "nor do they count as wrong passwords")
}

func TestPasskeysAreInTheCopyOfMyDataAndGoWithTheAccount(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Priya)
	b.adds(phone(t), passwordProof)
	require.Contains(t, b.call("GET", "/api/my-data", nil).body, `"name":"My phone"`)
	require.Equal(t, 200, b.delete(passwordProof).status)
	require.Zero(t, p.count("passkeys"))
}

// asksPasskey proves an operator's password and returns what their passkeys are asked to sign.
func (b *browser) asksPasskey() person.PasskeyAsk {
	b.place.t.Helper()
	b.place.clock.Move(time.Minute) // a password is asked for at a pace
	require.Equal(b.place.t, "app", b.asked(sample.Password))
	got := b.call("POST", "/api/kitchen/verify/passkey/ask", fields{"email": sample.Sara.Email})
	require.Equal(b.place.t, 200, got.status, got.body)
	var answer person.PasskeyAskAnswer
	require.NoError(b.place.t, json.Unmarshal([]byte(got.body), &answer))
	return answer.Data
}

func (b *browser) operatorPasskey(signed fields) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/kitchen/verify/passkey", fields{"email": sample.Sara.Email, "passkey": signed})
}

func TestAnOperatorsPasskeyStandsForTheCodeOfTheirAppAndNeverForThePassword(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Sara)
	require.Contains(t, b.call("POST", "/api/passkeys/add", passwordProof).body, `"reason":"passkey_app"`, "beside an app")
	mine := b.enrol("")
	require.Equal(t, 422, b.call("POST", "/api/passkeys/add", passwordProof).status, "the password is not enough")
	p.clock.Move(time.Minute)
	a := phone(t)
	id := b.adds(a, fields{"password": sample.Password, "code": mine.code(0)})
	require.Equal(t, 1, p.count("acts WHERE kind = 'staff.passkey_added' AND profile_id = $1", sample.SaraOperator.ID))

	in := p.browser()
	asked := in.call("POST", "/api/kitchen/verify/passkey/ask", fields{"email": sample.Sara.Email})
	require.Equal(t, 422, asked.status, "without the password")
	require.Equal(t, 422, in.passkey(a.sign(in.challenge())).status, "nor on the page of eaters")
	ask := in.asksPasskey()
	require.Equal(t, "required", ask.UserVerification)
	require.Equal(t, b64(a.id), ask.AllowCredentials[0].ID)
	require.Equal(t, []string{"internal"}, ask.AllowCredentials[0].Transports)
	lazy := a.copied()
	lazy.unverified = true
	require.Equal(t, 422, in.operatorPasskey(lazy.sign(ask.Challenge)).status, "nobody showed a finger")
	require.Equal(t, 422, p.browser().operatorPasskey(a.sign(in.asksPasskey().Challenge)).status, "another browser")
	got := in.operatorPasskey(a.sign(in.asksPasskey().Challenge))
	require.Equal(t, 201, got.status, got.body)
	require.Equal(t, 200, in.call("GET", "/api/kitchen/probe", nil).status)
	require.Equal(t, 422, in.operatorPasskey(a.sign(ask.Challenge)).status, "a replay")

	require.Equal(t, 200, b.call("DELETE", "/api/passkeys/"+id, nil).status)
	require.Equal(t, 1, p.count("acts WHERE kind = 'staff.passkey_removed'"))
	p.clock.Move(time.Minute)
	last := p.browser()
	last.asked(sample.Password)
	require.Equal(t, 201, last.verifyOperator(sample.Sara, mine.code(0)).status, "the app goes on")
}

func TestWrongPasskeysOfAnOperatorAreGuessesLikeWrongCodes(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Sara)
	mine := b.enrol("")
	p.clock.Move(time.Minute)
	a := phone(t)
	b.adds(a, fields{"password": sample.Password, "code": mine.code(0)})
	in := p.browser()
	ask := in.asksPasskey()
	for range 4 {
		require.Contains(t, in.operatorPasskey(phone(t).sign(ask.Challenge)).body, `"reason":"passkey_`)
	}
	require.Equal(t, 422, in.operatorPasskey(phone(t).sign(ask.Challenge)).status)
	require.Contains(t, in.call("POST", "/api/kitchen/verify/passkey/ask", fields{"email": sample.Sara.Email}).body, `"reason":"code_locked"`)
	p.clock.Move(time.Minute)
	require.Equal(t, 422, in.verifyOperator(sample.Sara, mine.code(0)).status, "nor with the right code after five wrong passkeys")
}

func TestAnOperatorsPasskeysGoWithTheAppThatIsTakenAway(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Sara)
	mine := b.enrol("")
	p.clock.Move(time.Minute)
	b.adds(phone(t), fields{"password": sample.Password, "code": mine.code(0)})
	queue, err := job.NewQueue(slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	require.NoError(t, db.InTx(t.Context(), p.pool, func(ctx context.Context, tx db.Tx) error {
		_, had, err := person.ResetFactor(ctx, tx, queue, sample.Sara.ID, sample.SaraOperator.ID, monday)
		require.True(t, had)
		return err
	}))
	require.Zero(t, p.count("passkeys"), "they may be on the phone that was lost")
}
