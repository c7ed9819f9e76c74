package person_test

import (
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

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
		"address_id": sample.HarbourFloor14.ID, "company_id": sample.Harbour.ID, "company_name": "Harbour Line Logistics",
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
	race := func(guess func(q *db.Queries) bool) int64 {
		var compared atomic.Int64
		together(200, 200, func(int) {
			if guess(db.New(p.pool)) {
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
		err := p.pool.QueryRow(t.Context(), `SELECT tries FROM challenges`).Scan(&tries)
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
	require.Equal(t, map[int]int{422: 30, 429: 170}, guesses, "what a browser may")
	require.Equal(t, 1, b.place.count("challenges WHERE tries = 5"))
	require.Zero(t, b.place.count("sessions"))
}

// The answers reveal neither who has an account nor whether a mail was sent, and no mailbox is flooded.
func TestEverybodyIsToldTheSameAboutTheirCode(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	known := b.call("POST", "/api/login-otp", fields{"email": sample.Mariam.Email})
	require.Equal(t, 200, known.status)
	for _, email := range []string{"nobody@nowhere.example", sample.Grace.Email, sample.Yusuf.Email, sample.Joel.Email, sample.Mariam.Email} {
		got := b.call("POST", "/api/login-otp", fields{"email": email})
		require.Equal(t, 200, got.status, email)
		require.Equal(t, known.body, got.body, email)
	}
	for range 10 { // more than a browser may ask
		require.Equal(t, known.body, b.call("POST", "/api/login-otp", fields{"email": sample.Omar.Email}).body)
	}
	require.Equal(t, 10, p.count("river_job"), "each that was not capped did the same work, a job included")
	require.Len(t, p.deliver(), 2)
	require.Equal(t, 2, p.count("challenges"))
}

// There are ten codes a day with five guesses each, and no more, whatever the browser and the network.
func TestAPersonGetsTenCodesADayFromEverywhereTogether(t *testing.T) {
	t.Parallel()
	p := settle(t)
	for range 2 {
		for i := range 15 {
			// A browser each, and hours between them, so that only the person's own limit is left.
			p.clock.Move(time.Hour)
			p.exec(`DELETE FROM attempts_made`)
			p.redis.FlushAll()
			require.Equal(t, 200, p.browser().call("POST", "/api/login-otp", fields{"email": sample.Mariam.Email}).status)
			require.Equal(t, min(i+1, 10), p.count("challenges"))
		}
		p.clock.Move(24 * time.Hour)
		p.exec(`DELETE FROM challenges`)
	}
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
		require.Equal(t, 200, got.status, "%q: %s", email, got.body)
		require.Contains(t, []int{401, 429}, b.login(email, "wrong").status, "%q", email)
	}
	require.Equal(t, 8, p.count("challenges")) // what one account may from one network
	require.Equal(t, 1, p.count("attempts_made WHERE key LIKE 'ask:account:%'"))
	require.Equal(t, 2, p.count("attempts_made WHERE key LIKE 'password:account:%'"), "of the account, and of it from this address")
}

func TestAskingAgainAtOnceSendsNothing(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	code := b.ask(sample.Mariam.Email)
	for range 3 {
		b.place.clock.Move(9 * time.Second)
		b.call("POST", "/api/login-otp", fields{"email": sample.Mariam.Email})
	}
	require.Len(t, b.place.deliver(), 1)
	require.Equal(t, 201, b.verify(sample.Mariam.Email, code).status)
}

func TestManyRequestsAtOnceSendOneCode(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	require.Equal(t, map[int]int{200: 8}, b.place.replies(8, 8, func(int) (reply, error) {
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
