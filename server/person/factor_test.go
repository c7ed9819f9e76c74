package person_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/pquerna/otp/totp"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/keys"
)

// app is the one on an operator's phone.
type app struct {
	place  *place
	secret string
	paper  []string
}

// code is what it shows some time from now.
func (a app) code(from time.Duration) string {
	a.place.t.Helper()
	code, err := totp.GenerateCode(a.secret, a.place.clock.Now().Add(from))
	require.NoError(a.place.t, err)
	return code
}

// enrol sets up an app with the first code. One that the operator has already is proved by its code.
func (b *browser) enrol(had string) app {
	b.place.t.Helper()
	got := b.call("POST", "/api/kitchen/second-step", fields{"current_password": sample.Password, "code": had})
	require.Equal(b.place.t, 200, got.status, got.body)
	var asked person.EnrolAnswer
	require.NoError(b.place.t, json.Unmarshal([]byte(got.body), &asked))
	require.Contains(b.place.t, asked.Data.URI, "otpauth://totp/Sahn%20Kitchen:sara@sahn.example?")
	mine := app{b.place, asked.Data.Secret, nil}
	require.Equal(b.place.t, 422, b.call("POST", "/api/kitchen/second-step/confirm", fields{"code": wrong(mine.code(0))}).status)
	got = b.call("POST", "/api/kitchen/second-step/confirm", fields{"code": mine.code(0)})
	require.Equal(b.place.t, 200, got.status, got.body)
	var done person.Enrolled
	require.NoError(b.place.t, json.Unmarshal([]byte(got.body), &done))
	mine.paper = done.Data.Codes
	require.Len(b.place.t, mine.paper, 10)
	return mine
}

// asked proves the password, and says what is asked for then.
func (b *browser) asked(password string) string {
	b.place.t.Helper()
	got := b.call("POST", "/api/kitchen/login", fields{"email": sample.Sara.Email, "password": password})
	require.Equal(b.place.t, 200, got.status, got.body)
	var next person.OperatorAsked
	require.NoError(b.place.t, json.Unmarshal([]byte(got.body), &next))
	return next.Data.By
}

func TestAMailboxIsNotEnoughForWhoHasAnApp(t *testing.T) {
	t.Parallel()
	p := settle(t)
	before := p.browser()
	mailed := before.askAsOperator(sample.Sara) // before there is an app
	b := p.browser().signIn(sample.Sara)
	other := p.browser().signIn(sample.Sara)
	mine := b.enrol("")
	require.Equal(t, 401, other.profile().status, "whoever else is in is out")
	require.Equal(t, 1, p.count("acts WHERE kind = 'staff.factor_set' AND profile_id = $1", sample.SaraOperator.ID))
	require.Contains(t, b.profile().body, `"second_step":"on"`)
	got := before.verifyOperator(sample.Sara, mailed)
	require.Equal(t, 422, got.status)
	require.Contains(t, got.body, "A mailed code is not enough for you any more")

	thief := p.browser() // who reads the mail
	require.Equal(t, 200, thief.reset(sample.Sara.Email, thief.askReset(sample.Sara.Email), fresh).status)
	letters := len(p.deliver())
	require.Equal(t, "app", thief.asked(fresh))
	require.Len(t, p.deliver(), letters, "no code is mailed")
	for range 4 {
		require.Contains(t, thief.verifyOperator(sample.Sara, wrong(mine.code(time.Minute))).body, "That code is not right.")
	}
	require.Contains(t, thief.verifyOperator(sample.Sara, wrong(mine.code(time.Minute))).body, "this code is closed")
	require.Equal(t, 422, thief.verifyOperator(sample.Sara, mine.code(time.Minute)).status, "nor with the right one after five wrong ones")
	require.Zero(t, p.count("sessions"))
	require.Zero(t, p.count("second_factors WHERE position($1::bytea IN secret) > 0", []byte(mine.secret)), "it is sealed")
}

func TestACodeOfTheAppIsGoodOnceAndForClocksThatDiffer(t *testing.T) {
	t.Parallel()
	p := settle(t)
	mine := p.browser().signIn(sample.Sara).enrol("")
	const half = 30 * time.Second
	for _, c := range []struct {
		what        string
		later, from time.Duration
		want        int
	}{
		{"of a clock that is a minute ahead", time.Hour, 2 * half, 422},
		{"of a clock that is half a minute ahead", 0, half, 201},
		{"now, older than the one that was used", 0, 0, 422},
		{"of a clock that is half a minute behind", time.Hour, -half, 201},
		{"that was used", 0, -half, 422},
		{"now", 0, 0, 201},
		{"of a clock that is a minute behind", time.Hour, -2 * half, 422},
	} {
		p.clock.Move(c.later)
		b := p.browser()
		require.Equal(t, "app", b.asked(sample.Password))
		got := b.verifyOperator(sample.Sara, mine.code(c.from))
		require.Equal(t, c.want, got.status, c.what+": "+got.body)
	}
}

func TestAFirstCodeDoesNotSignInAndTwoSignInsWithOneCodeAreOne(t *testing.T) {
	t.Parallel()
	p := settle(t)
	mine := p.browser().signIn(sample.Sara).enrol("")
	b := p.browser()
	b.asked(sample.Password)
	got := b.verifyOperator(sample.Sara, mine.code(0))
	require.Equal(t, 422, got.status)
	require.Contains(t, got.body, "Wait until your app shows the next one.")

	p.clock.Move(time.Minute)
	code := mine.code(0)
	both := []*browser{p.browser(), p.browser()}
	for _, b := range both {
		b.asked(sample.Password)
	}
	require.Equal(t, map[int]int{201: 1, 422: 1}, p.replies(2, 2, func(i int) (reply, error) {
		return both[i].try("POST", "/api/kitchen/verify", fields{"email": sample.Sara.Email, "otp": code})
	}))
}

func TestACodeOnPaperSignsInOnceAndIsToldOf(t *testing.T) {
	t.Parallel()
	p := settle(t)
	first := p.browser().signIn(sample.Sara).enrol("")
	p.clock.Move(time.Minute)
	b := p.browser()
	b.asked(sample.Password)
	typed := strings.ToUpper(strings.ReplaceAll(first.paper[3], "-", " "))
	require.Equal(t, 201, b.verifyOperator(sample.Sara, typed).status)
	require.Contains(t, b.call("GET", "/api/kitchen/second-step", nil).body, `"state":"on","since":"2026-11-23T06:00:00Z","recovery_left":9`)
	subjects := []string{}
	for _, m := range p.letters(sample.Sara.Email) {
		subjects = append(subjects, m.Subject)
	}
	require.Contains(t, subjects, "An app makes your codes now")
	require.Contains(t, subjects, "A recovery code was used")
	again := p.browser()
	again.asked(sample.Password)
	require.Equal(t, 422, again.verifyOperator(sample.Sara, typed).status)

	// A new app is set up by who proves the one before, and ends the codes on paper of that one.
	got := b.call("POST", "/api/kitchen/second-step", fields{"current_password": sample.Password, "code": wrong(first.code(0))})
	require.Equal(t, 422, got.status)
	second := b.enrol(first.paper[4])
	p.clock.Move(time.Minute)
	for code, want := range map[string]int{first.paper[5]: 422, first.code(0): 422} {
		b := p.browser()
		b.asked(sample.Password)
		require.Equal(t, want, b.verifyOperator(sample.Sara, code).status)
	}
	c := p.browser()
	c.asked(sample.Password)
	require.Equal(t, 201, c.verifyOperator(sample.Sara, second.code(0)).status)
}

// enrolCall takes a code on the way to an app, before there is a session.
func (b *browser) enrolCall(path, otp string) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/kitchen/enrol"+path, fields{"email": sample.Sara.Email, "otp": otp})
}

// begin takes a mailed code and a start code.
func (b *browser) begin(mailed, start string) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/kitchen/enrol", fields{"email": sample.Sara.Email, "otp": mailed, "start": start})
}

// startCode is the one that Sara is handed.
func (p *place) startCode() string {
	p.t.Helper()
	code, err := person.StartCode(p.t.Context(), db.New(p.pool), person.RequiredOfManagers, "manager", sample.Sara.ID, p.clock.Now())
	require.NoError(p.t, err)
	return code
}

// proposed is the app for which a browser gets the secret by a mailed code and a start code.
func (b *browser) proposed(mailed, start string) app {
	b.place.t.Helper()
	got := b.begin(mailed, start)
	require.Equal(b.place.t, 200, got.status, got.body)
	var asked person.EnrolAnswer
	require.NoError(b.place.t, json.Unmarshal([]byte(got.body), &asked))
	return app{b.place, asked.Data.Secret, nil}
}

func TestAManagerSetsUpTheAppBeforeTheFirstSessionWhereItIsRequired(t *testing.T) {
	t.Parallel()
	p := settle(t)
	before := p.browser().signIn(sample.Sara) // while it was not required
	p.required = person.RequiredOfManagers
	p.redis.FlushAll()
	p.app = p.newServer(p.newPeople(p.redis.Addr()))
	require.Equal(t, 401, before.on(p.app).profile().status, "a session without the app is nobody's")
	p.exec("DELETE FROM sessions")

	b, start := p.browser(), p.startCode()
	code := b.askAsOperator(sample.Sara)
	got := b.verifyOperator(sample.Sara, code)
	require.Equal(t, 403, got.status, "the mailed code signs nobody in: "+got.body)
	require.Contains(t, got.body, `"reason": "factor_first"`)
	require.Equal(t, 422, b.enrolCall("/confirm", code).status, "nor does it without an app")
	mine := b.proposed(code, start)
	require.Equal(t, 422, b.verifyOperator(sample.Sara, mine.code(0)).status, "an app that did not show its first code is none")
	require.Equal(t, 422, p.browser().enrolCall("/confirm", mine.code(0)).status, "it is of the browser that was given the secret")
	require.Equal(t, 422, b.enrolCall("/confirm", wrong(mine.code(0))).status)
	require.Zero(t, p.count("sessions"))
	got = b.enrolCall("/confirm", mine.code(0))
	require.Equal(t, 201, got.status, got.body)
	var in struct{ Data person.Arrived }
	require.NoError(t, json.Unmarshal([]byte(got.body), &in))
	require.Len(t, in.Data.Codes, 10)
	require.Equal(t, sample.SaraOperator.ID, in.Data.Profile.ID)
	require.Contains(t, b.profile().body, `"second_step":"on"`)
	require.Equal(t, 200, b.call("GET", "/api/kitchen/probe", nil).status)
	require.Equal(t, 1, p.count("acts WHERE kind = 'staff.factor_set' AND profile_id = $1", sample.SaraOperator.ID))
	require.Equal(t, 422, b.enrolCall("/confirm", mine.code(30*time.Second)).status, "once")
}

func TestWhoHasAnAppOrTypedFiveWrongCodesSetsUpNone(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.required = person.RequiredOfManagers
	p.app = p.newServer(p.newPeople(p.redis.Addr()))
	guesser, late := p.browser(), p.browser()
	start := p.startCode()
	mine := guesser.proposed(guesser.askAsOperator(sample.Sara), start)
	for range 4 {
		require.Contains(t, guesser.enrolCall("/confirm", wrong(mine.code(0))).body, "That code is not right.")
	}
	require.Contains(t, guesser.enrolCall("/confirm", wrong(mine.code(0))).body, "this code is closed")
	require.Equal(t, 422, guesser.enrolCall("/confirm", mine.code(0)).status)

	p.clock.Move(12 * time.Hour)
	mailed := late.askAsOperator(sample.Sara)
	p.clock.Move(5 * time.Minute)
	b := p.browser()
	mine = b.proposed(b.askAsOperator(sample.Sara), start)
	require.Equal(t, 201, b.enrolCall("/confirm", mine.code(0)).status)
	thief := p.browser() // with the password, and the mail
	require.Equal(t, "app", thief.asked(sample.Password))
	p.exec("UPDATE second_factors SET pending = secret")
	require.Contains(t, thief.enrolCall("/confirm", mine.code(30*time.Second)).body, "A mailed code is not enough for you any more")
	require.Contains(t, late.begin(mailed, start).body, "A mailed code is not enough for you any more")
	require.Equal(t, 1, p.count("sessions"))
}

func TestACookGoesOnWithoutAnAppWhereManagersNeedOne(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.exec("UPDATE profiles SET operator_role = 'kitchen' WHERE id = $1", sample.SaraOperator.ID)
	p.required = person.RequiredOfManagers
	p.app = p.newServer(p.newPeople(p.redis.Addr()))
	b := p.browser().signIn(sample.Sara)
	require.Contains(t, b.profile().body, `"second_step":"offered"`)
	require.Equal(t, 200, b.call("GET", "/api/kitchen/probe", nil).status)
}

func TestWhoReadsAnInvitedManagersMailSetsUpNoAppWithoutTheStartCode(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.required = person.RequiredOfManagers
	p.app = p.newServer(p.newPeople(p.redis.Addr()))
	old, start := p.startCode(), p.startCode()
	require.NotEqual(t, old, start)
	require.Zero(t, p.count("start_codes WHERE position($1::bytea IN hash) > 0", []byte(start)))

	thief := p.browser() // who set the password by mail, and reads the code
	mailed := thief.askAsOperator(sample.Sara)
	for i, guess := range []string{"", old, "0000-0000-0000-0000"} {
		got := thief.begin(mailed, guess)
		require.Equal(t, 422, got.status, i)
		require.Contains(t, got.body, `"reason":"start_code"`)
		require.Contains(t, got.body, `"errors":{"start":["That start code is not right.`)
	}
	require.Contains(t, thief.begin(wrong(mailed), start).body, `"reason":"code_wrong"`)
	require.Contains(t, thief.begin(mailed, old).body, `"reason":"start_code"`)
	require.Contains(t, thief.begin(mailed, start).body, `"reason":"code_locked"`, "a start code is guessed five times for each mailed code")
	require.Zero(t, p.count("second_factors"))
	require.Zero(t, p.count("sessions"))

	p.clock.Move(12 * time.Hour)
	b := p.browser()
	typed := strings.ToUpper(strings.ReplaceAll(start, "-", " "))
	mine := b.proposed(b.askAsOperator(sample.Sara), typed)
	require.Equal(t, 1, p.count("start_codes"), "whoever stops half way begins again with it")
	require.Equal(t, 201, b.enrolCall("/confirm", mine.code(0)).status)
	require.Zero(t, p.count("start_codes"), "it is good for one app")
	require.Empty(t, p.startCode(), "who has an app needs none")
}

func TestANewStartCodeEndsWhatWasBegunWithTheOneBefore(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.required = person.RequiredOfManagers
	p.app = p.newServer(p.newPeople(p.redis.Addr()))
	thief, old := p.browser(), p.startCode()
	begun := thief.proposed(thief.askAsOperator(sample.Sara), old)
	start := p.startCode()
	require.Zero(t, p.count("second_factors"))
	require.Equal(t, 422, thief.enrolCall("/confirm", begun.code(0)).status)

	p.clock.Move(12 * time.Hour)
	mailed, over := thief.askAsOperator(sample.Sara), make(chan reply)
	newest := ""
	require.NoError(t, pgx.BeginFunc(t.Context(), p.pool, func(tx pgx.Tx) (err error) {
		_, err = tx.Exec(t.Context(), "SELECT FROM persons WHERE id = $1 FOR NO KEY UPDATE", sample.Sara.ID)
		require.NoError(t, err)
		go func() { over <- thief.begin(mailed, start) }()
		p.awaitLock()
		newest, err = person.StartCode(t.Context(), db.New(tx), person.RequiredOfManagers, "manager", sample.Sara.ID, p.clock.Now())
		return err
	}))
	require.Contains(t, (<-over).body, `"reason":"start_code"`, "it was replaced in the same moment")
	require.Zero(t, p.count("second_factors"))

	p.clock.Move(12 * time.Hour)
	b := p.browser()
	require.Equal(t, 201, b.enrolCall("/confirm", b.proposed(b.askAsOperator(sample.Sara), newest).code(0)).status)
}

func TestAnAppStaysGoodWhileTheSecretIsReplacedAndSealedAnewAfterIt(t *testing.T) {
	t.Parallel()
	p := settle(t)
	in := p.browser().signIn(sample.Sara)
	mine := in.enrol("")
	next := []byte("the next secret of as many letters")
	reseal := func(secrets keys.Keys) keys.Resealed {
		t.Helper()
		done, err := person.Reseal(t.Context(), db.New(p.pool), secrets)
		require.NoError(t, err)
		return done
	}
	require.Equal(t, keys.Resealed{All: 1, Closed: 1}, reseal(keys.Keys{next}))
	require.Equal(t, keys.Resealed{All: 1, Anew: 1}, reseal(keys.Keys{next, servertest.Secrets[0]}))
	require.Equal(t, keys.Resealed{All: 1}, reseal(keys.Keys{next}))
	require.Equal(t, 1, p.count("second_factors WHERE pending IS NULL"))

	p.clock.Move(time.Hour)
	p.keys = keys.Keys{next}
	p.app = p.newServer(p.newPeople(p.redis.Addr()))
	require.Equal(t, 200, in.profile().status, "nobody was signed out")
	b := p.browser()
	require.Equal(t, "app", b.asked(sample.Password))
	require.Equal(t, 201, b.verifyOperator(sample.Sara, mine.code(0)).status)
}
