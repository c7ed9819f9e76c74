package person_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/platform/db"
)

const notRight = `{"message":"That code is not right.","reason":"code_wrong","errors":{"otp":["That code is not right."]}}`

func TestACodeByMailSignsIn(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	asked := b.call("POST", "/api/login-otp", fields{"email": " Mariam@HarbourLine.example "})
	require.Equal(t, 200, asked.status)
	mails := b.place.deliver()
	require.Len(t, mails, 1)
	require.Equal(t, []string{sample.Mariam.Email}, mails[0].To)
	require.Equal(t, "Your sign-in code", mails[0].Subject)

	visitor := b.jar["sahn_session"]
	in := b.verify("MARIAM@harbourline.example", mails[0].Code)
	require.Equal(t, 201, in.status, in.body)
	require.NotEqual(t, visitor, b.jar["sahn_session"])
	require.Equal(t, 90*24*3600, in.cookies["sahn_session"].MaxAge)

	got := b.profile()
	require.Equal(t, 200, got.status)
	require.JSONEq(t, in.body, got.body)
	var said struct{ Data map[string]any }
	require.NoError(t, json.Unmarshal([]byte(got.body), &said))
	require.Equal(t, map[string]any{
		"id": sample.MariamHarbour.ID, "name": "Mariam Al Suwaidi", "email": "mariam@harbourline.example", "mobile": "+971500000101",
		"language": "en", "address_id": sample.HarbourFloor14.ID, "company_id": sample.Harbour.ID, "company_name": "Harbour Line Logistics",
		"client_type": "Employee", "company_type": "Corporate", "company_status": "Active", "minimum_meal_count": 1.0, "minimum_day": 3.0,
		"discount_amount": 25.0, "discount_type": "Percentage", "share_value": 2000.0, "share_type": "Flat", "share_cap": nil,
		"share_duration": "Daily", "status": "Active", "wallet_balance": 2250., "switchable": 0.0, "logo": "", "profile_picture": "",
		"delivery_window": "12:15–12:45", "diet": map[string]any{"diets": []any{}, "avoid": []any{}, "label": false},
	}, said.Data)
}

// Every browser is tried with every address and every code; only those that belong together sign in.
func TestACodeIsGoodForItsBrowserAndItsPersonOnly(t *testing.T) {
	t.Parallel()
	p := settle(t)
	emails := []string{sample.Mariam.Email, sample.Omar.Email}
	browsers := []*browser{p.browser(), p.browser()}
	codes := []string{browsers[0].ask(emails[0]), browsers[1].ask(emails[1])}
	for i, b := range browsers {
		for j, email := range emails {
			for k, code := range codes {
				if i != j || j != k {
					got := b.verify(email, code)
					require.Equal(t, 422, got.status, "browser %d, email %d, code %d", i, j, k)
					require.Equal(t, notRight, got.body)
				}
			}
		}
	}
	require.Zero(t, p.count("sessions"))
	for i, b := range browsers {
		require.Equal(t, 201, b.verify(emails[i], codes[i]).status)
	}
}

func TestACodeLivesTenMinutes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		after  time.Duration
		status int
	}{{10*time.Minute - time.Microsecond, 201}, {10 * time.Minute, 422}} {
		t.Run(c.after.String(), func(t *testing.T) {
			t.Parallel()
			b := settle(t).browser()
			code := b.ask(sample.Mariam.Email)
			b.place.clock.Move(c.after)
			require.Equal(t, c.status, b.verify(sample.Mariam.Email, code).status)
		})
	}
}

func TestANewCodeEndsTheOldOne(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	old := b.ask(sample.Mariam.Email)
	b.place.clock.Move(31 * time.Second)
	fresh := b.ask(sample.Mariam.Email)
	require.NotEqual(t, old, fresh)
	require.Equal(t, 422, b.verify(sample.Mariam.Email, old).status)
	require.Equal(t, 201, b.verify(sample.Mariam.Email, fresh).status)
}

func TestSomebodyElsesRequestDoesNotEndMyCode(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b, stranger := p.browser(), p.browser()
	code := b.ask(sample.Mariam.Email)
	p.clock.Move(31 * time.Second)
	stranger.ask(sample.Mariam.Email)
	require.Equal(t, 201, b.verify(sample.Mariam.Email, code).status)
}

func TestFiveGuessesAreAllThereAre(t *testing.T) {
	t.Parallel()
	for wrongs, status := range map[int]int{4: 201, 5: 422} {
		t.Run(fmt.Sprintf("%d wrong ones first", wrongs), func(t *testing.T) {
			t.Parallel()
			b := settle(t).browser()
			code := b.ask(sample.Mariam.Email)
			for range wrongs {
				require.Equal(t, 422, b.verify(sample.Mariam.Email, wrong(code)).status)
			}
			require.Equal(t, status, b.verify(sample.Mariam.Email, code).status)
		})
	}
}

// However many guesses arrive at the same moment, only five are compared.
func TestTwoHundredGuessesAtOnceAreStillFive(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.exec(`INSERT INTO challenges (id, purpose, person_id, browser, created_at, expires_at)
		VALUES ('01CHALLENGE000000000000000', 'sign-in', $1, $2, $3, $4)`,
		sample.Mariam.ID, make([]byte, 32), monday, monday.Add(time.Minute))
	config := p.pool.Config()
	config.ConnConfig.Tracer = nil // which would refuse some of so many that wait for a connection
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	require.NoError(t, err)
	t.Cleanup(pool.Close)
	race := func(guess func(q *db.Queries) bool) int64 {
		var compared atomic.Int64
		together(200, 200, func(int) {
			if guess(db.New(pool)) {
				compared.Add(1)
			}
		})
		return compared.Load()
	}
	require.EqualValues(t, 5, race(func(q *db.Queries) bool {
		_, err := q.ChallengeTry(t.Context(),
			db.ChallengeTryParams{Email: sample.Mariam.Email, Browser: make([]byte, 32), Purposes: []string{"sign-in"}, Now: monday, Most: 5})
		if err != nil && !db.None(err) {
			t.Error(err)
		}
		return err == nil
	}))
	// The control: looking first and counting afterwards lets through whoever looked in time.
	p.exec(`UPDATE challenges SET tries = 0`)
	var looked sync.WaitGroup
	looked.Add(200)
	require.EqualValues(t, 200, race(func(*db.Queries) bool {
		var tries int
		err := pool.QueryRow(t.Context(), `SELECT tries FROM challenges`).Scan(&tries)
		looked.Done()
		looked.Wait()
		return err == nil && tries < 5
	}))
}

func TestAFloodOfGuessesFindsNothing(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	code := b.ask(sample.Mariam.Email)
	guesses := b.place.replies(200, 200, func(int) (reply, error) {
		return b.try("POST", "/api/verify-otp", fields{"email": sample.Mariam.Email, "otp": wrong(code)})
	})
	// A guess whose turn does not come in time is answered that the server is busy; it may have been counted.
	busy := guesses[503]
	require.Equal(t, 200, guesses[422]+guesses[429]+busy)
	require.LessOrEqual(t, guesses[422], 30, "what a browser may")
	require.GreaterOrEqual(t, guesses[422], 30-busy)
	require.LessOrEqual(t, guesses[429], 170)
	require.GreaterOrEqual(t, guesses[429], 170-busy)
	require.Equal(t, 1, b.place.count("challenges WHERE tries = 5"))
	require.Zero(t, b.place.count("sessions"))
}

// The answers do not reveal who has an account, and no mailbox is flooded.
func TestEverybodyIsToldTheSameAboutTheirCode(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	known := b.call("POST", "/api/login-otp", fields{"email": sample.Mariam.Email})
	require.Equal(t, 200, known.status)
	for _, email := range []string{"nobody@nowhere.example", sample.Grace.Email, sample.Yusuf.Email, sample.Joel.Email} {
		got := b.call("POST", "/api/login-otp", fields{"email": email})
		require.Equal(t, 200, got.status, email)
		require.Equal(t, known.body, got.body, email)
	}
	require.Equal(t, 5, p.count("river_job"), "each did the same work, a job included")
	require.Len(t, p.deliver(), 1)
	require.Equal(t, 1, p.count("challenges WHERE person_id IS NOT NULL"))
}

// When no code can be sent, the answer says when to try again: in the same words for an address that somebody has and one that nobody has.
func TestACodeThatIsNotSentIsNotPromised(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.behind("")
	var first []string
	for i, email := range []string{sample.Mariam.Email, "nobody@nowhere.example", sample.Grace.Email, sample.Sara.Email} {
		said := []string{}
		ask := func(b *browser) {
			got := b.call("POST", "/api/login-otp", fields{"email": email}, "X-Forwarded-For", at(1000*i))
			said = append(said, fmt.Sprintln(got.status, got.header.Get("Retry-After"), got.body))
		}
		b := p.browserOn(app)
		ask(b)
		p.clock.Move(9 * time.Second)
		ask(b)
		require.Contains(t, said[1], "429 21", "the same browser, at once")
		for range 8 {
			ask(p.browserOn(app))
		}
		require.Contains(t, said[7], "200", "the eighth from a network")
		require.Contains(t, said[9], "429", "and the ninth waits")
		if first == nil {
			first = said
		}
		require.Equal(t, first, said, email)
		p.clock.Move(-9 * time.Second)
	}
	mails := 0
	for _, m := range p.deliver() {
		if m.Code != "" {
			mails++
		}
	}
	require.Equal(t, 8, mails, "of the one who has an account, as many as were promised")
}

func TestEachCodeSaysWhatBecameOfIt(t *testing.T) {
	t.Parallel()
	p := settle(t)
	for _, email := range []string{sample.Mariam.Email, "nobody@nowhere.example"} {
		b := p.browser()
		says := func(reason string, what string) {
			t.Helper()
			got := b.verify(email, "000000")
			require.Equal(t, 422, got.status)
			require.Contains(t, got.body, `"reason":"`+reason+`"`, "%s: %s", email, what)
		}
		says("code_wrong", "nothing was asked for")
		ask := func() { require.Equal(t, 200, b.call("POST", "/api/login-otp", fields{"email": email}).status) }
		ask()
		for range 4 {
			says("code_wrong", "a guess")
		}
		says("code_locked", "the fifth guess")
		says("code_locked", "and every later one")
		p.clock.Move(31 * time.Second)
		ask()
		says("code_wrong", "a new code can be guessed at")
		p.clock.Move(10 * time.Minute)
		says("code_expired", "after ten minutes")
	}
	b := p.browser()
	code := b.ask(sample.Mariam.Email)
	two := b.copy()
	require.Equal(t, 201, b.verify(sample.Mariam.Email, code).status)
	for _, tab := range []*browser{b, two} {
		require.Contains(t, tab.verify(sample.Mariam.Email, code).body, `"reason":"code_used"`, "in both tabs")
	}
	require.Contains(t, p.browser().verify(sample.Mariam.Email, code).body, `"reason":"code_wrong"`, "the control: somebody else's browser")
}

func TestEveryWayToWriteAnAddressIsCountedTogether(t *testing.T) {
	t.Parallel()
	p := settle(t)
	for _, email := range []string{
		"mariam@harbourline.example", "MARIAM@HARBOURLINE.EXAMPLE", " mariam@harbourline.example", "Mariam@HarbourLine.Example\t",
		"ｍａｒｉａｍ@harbourline.example", "mariam＠harbourline.example", "mariam@harbourline．example", "\u00a0mariam@harbourline.example",
		"ⓜariam@harbourline.example", "maria𝐦@harbourline.example", "𝓶ariam@HARBOURLINE.example", "mariam@harbourline.ＥＸＡＭＰＬＥ",
	} {
		p.clock.Move(31 * time.Second)
		b := p.browser()
		got := b.call("POST", "/api/login-otp", fields{"email": email})
		require.Contains(t, []int{200, 429}, got.status, "%q: %s", email, got.body)
		require.Contains(t, []int{401, 429}, b.login(email, "wrong").status, "%q", email)
	}
	require.Equal(t, 8, p.count("challenges")) // what one account may from one network
	require.Equal(t, 2, p.count("paces WHERE key LIKE 'password:%'"), "of the account, and of it from this network")
}

func TestAskingAgainAtOnceSendsNothing(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	code := b.ask(sample.Mariam.Email)
	for range 3 {
		b.place.clock.Move(9 * time.Second)
		got := b.call("POST", "/api/login-otp", fields{"email": sample.Mariam.Email})
		require.Equal(t, 429, got.status)
		require.NotEmpty(t, got.header.Get("Retry-After"))
	}
	require.Len(t, b.place.deliver(), 1)
	require.Equal(t, 201, b.verify(sample.Mariam.Email, code).status)
}

func TestManyRequestsAtOnceSendOneCode(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	require.Equal(t, map[int]int{200: 1, 429: 7}, b.place.replies(8, 8, func(int) (reply, error) {
		return b.try("POST", "/api/login-otp", fields{"email": sample.Mariam.Email})
	}))
	require.Equal(t, 1, b.place.count("challenges"))
	require.Len(t, b.place.deliver(), 1)
}

func TestACodeThatCannotBeUsedAnyMoreIsNotMailed(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	require.Equal(t, 200, b.call("POST", "/api/login-otp", fields{"email": sample.Mariam.Email}).status)
	b.place.clock.Move(10 * time.Minute)
	require.Empty(t, b.place.deliver())
}

func TestARepeatedJobMailsACodeOnce(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	code := b.ask(sample.Mariam.Email)
	b.place.exec(`UPDATE river_job SET state = 'available', finalized_at = NULL`)
	mails := b.place.deliver()
	require.Len(t, mails, 1)
	require.Equal(t, code, mails[0].Code)
}
