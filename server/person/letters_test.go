package person_test

import (
	"context"
	"log/slog"
	"slices"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
)

// asks puts jobs down as a call of the API does.
func (p *place) asks(jobs ...river.JobArgs) {
	p.t.Helper()
	queue, err := job.NewQueue(slog.New(slog.DiscardHandler))
	require.NoError(p.t, err)
	require.NoError(p.t, p.within(func(ctx context.Context, tx db.Tx) error {
		for _, args := range jobs {
			require.NoError(p.t, queue.InsertTx(ctx, tx, args, nil))
		}
		return nil
	}))
}

// letters delivers what waits, and answers with the letters to an address, oldest first.
func (p *place) letters(to string) (mine []local.Mail) {
	p.t.Helper()
	for _, m := range slices.Backward(p.deliver()) {
		if slices.Contains(m.To, to) {
			mine = append(mine, m)
		}
	}
	return mine
}

func TestASignInInANewBrowserIsToldToItsPersonWithinADaysLimit(t *testing.T) {
	t.Parallel()
	p := settle(t)
	told := func() (all []local.Mail) {
		for _, m := range p.letters(sample.Mariam.Email) {
			if m.Subject == "A sign-in in a new browser" {
				all = append(all, m)
			}
		}
		return all
	}
	b := p.browser().signIn(sample.Mariam)
	b.signIn(sample.Mariam)
	require.Empty(t, told(), "neither the very first one, nor one where she is known")
	other := p.browser()
	agent := "Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36"
	require.Equal(t, 201, other.login(sample.Mariam.Email, sample.Password, "User-Agent", agent).status)
	require.Equal(t, 201, other.login(sample.Mariam.Email, sample.Password, "User-Agent", agent).status)
	require.Len(t, told(), 1)
	require.Contains(t, told()[0].Text, "on 23 November 2026, 10:00 (Dubai), with Chrome on Android, in a browser")
	b.signIn(sample.Fatima)
	require.Len(t, told(), 1, "whoever else signs in there")
	for range 7 {
		require.Equal(t, 401, p.browser().login(sample.Mariam.Email, "not the password").status)
		p.clock.Move(time.Hour)
		p.browser().signIn(sample.Mariam)
	}
	require.Len(t, told(), 5, "no flood, and none for who only tried")
}

func TestAnInvitationReachesWhoIsInvitedAndComesAgainWhenAskedAFewTimes(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.asks(person.Invitation{Profile: sample.JoelHarbour.ID}, person.Invitation{Profile: sample.YusufQasr.ID},
		person.Invitation{Profile: ulid.Make().String()})
	mails := p.letters(sample.Joel.Email)
	require.Len(t, mails, 1)
	require.Equal(t, "Harbour Line Logistics invites you to lunch", mails[0].Subject)
	require.Contains(t, mails[0].Text, own+"/password-reset")
	require.Empty(t, p.letters(sample.Yusuf.Email), "he was not invited")

	for range 5 {
		p.asks(person.Invitation{Profile: sample.JoelHarbour.ID})
	}
	require.Len(t, p.letters(sample.Joel.Email), 3, "an admin who asks again and again floods nobody")
	require.Equal(t, 3, p.count("mails WHERE kind = 'invitation'"), "each under an id of its own")
	p.clock.Move(24*time.Hour + time.Second)
	p.asks(person.Invitation{Profile: sample.JoelHarbour.ID})
	require.Len(t, p.letters(sample.Joel.Email), 4)
}

func TestTheGoodNewsIsWrittenOnlyWhileItIsTrue(t *testing.T) {
	t.Parallel()
	p := settle(t)
	told := func(n int) []local.Mail {
		p.asks(person.Approved{Profile: sample.YusufQasr.ID})
		mails := p.letters(sample.Yusuf.Email)
		require.Len(t, mails, n)
		return mails
	}
	told(0) // he still waits
	p.exec("UPDATE profiles SET status = 'Active' WHERE id = $1", sample.YusufQasr.ID)
	p.exec("UPDATE companies SET status = 'Pending' WHERE id = $1", sample.Qasr.ID)
	told(0) // his company still waits
	p.exec("UPDATE companies SET status = 'Active' WHERE id = $1", sample.Qasr.ID)
	first := told(1)[0]
	require.Contains(t, first.Subject, "You are in")
	require.Contains(t, first.Text, own+"/company/"+sample.Qasr.ID+"/login")

	p.exec("UPDATE profiles SET client_type = 'Admin' WHERE id = $1", sample.YusufQasr.ID)
	second := told(2)[1]
	require.Equal(t, "Qasr Design Studio is approved", second.Subject)
	require.Contains(t, second.Text, own+"/company/"+sample.Qasr.ID+"/register")
}

func TestANewPasswordIsToldToItsPersonAndOnlyWhenItIsOne(t *testing.T) {
	t.Parallel()
	p := settle(t)
	jobs := "river_job WHERE kind = 'mail_password_changed'"
	b := p.browser().signIn(sample.Mariam)
	require.Equal(t, 422, b.changePassword("not-my-password", fresh).status)
	p.exec("ALTER TABLE sessions ADD CONSTRAINT full_up CHECK (false) NOT VALID")
	require.Equal(t, 500, b.changePassword(sample.Password, fresh).status)
	require.Zero(t, p.count(jobs), "what was taken back is not told")
	p.exec("ALTER TABLE sessions DROP CONSTRAINT full_up")
	require.Equal(t, 200, b.changePassword(sample.Password, fresh).status)
	require.Equal(t, 1, p.count(jobs))
	mails := p.letters(sample.Mariam.Email)
	require.Len(t, mails, 1)
	require.Equal(t, "Your password was changed", mails[0].Subject)
	require.Contains(t, mails[0].Text, "Hi "+sample.Mariam.Name)
	require.Contains(t, mails[0].Text, "23 November 2026, 10:00 (Dubai)")
	require.Contains(t, mails[0].Text, own+"/password-reset")
	require.NotContains(t, mails[0].Text, fresh)

	guest := p.browser()
	code := guest.askReset(sample.Joel.Email)
	require.Equal(t, 422, guest.reset(sample.Joel.Email, wrong(code), fresh).status)
	require.Equal(t, 1, p.count(jobs))
	require.Equal(t, 200, guest.reset(sample.Joel.Email, code, fresh).status)
	require.Equal(t, 422, guest.reset(sample.Joel.Email, code, fresh).status)
	mails = p.letters(sample.Joel.Email)
	require.Equal(t, "You have a password now", mails[len(mails)-1].Subject)
	p.clock.Move(time.Minute)
	code = guest.askReset(sample.Joel.Email)
	require.Equal(t, 200, guest.reset(sample.Joel.Email, code, fresh+"!").status)
	mails = p.letters(sample.Joel.Email)
	require.Equal(t, "Your password was changed", mails[len(mails)-1].Subject)
	require.Len(t, mails, 4, "two codes, two letters")

	p.exec("UPDATE persons SET erased_at = now() WHERE id = $1", sample.Priya.ID)
	p.asks(person.PasswordChanged{Person: sample.Priya.ID, At: p.clock.Now()})
	require.Empty(t, p.letters(sample.Priya.Email))
}

func TestACodeLetterSaysWhatTheCodeIsForAndTheQueueKnowsNoCode(t *testing.T) {
	t.Parallel()
	p := settle(t)
	for purpose, subject := range map[string]string{"sign-in": "Your sign-in code", "reset": "Your code for a new password",
		"register": "Your code to register"} {
		id := ulid.Make().String()
		p.exec(`INSERT INTO challenges (id, purpose, person_id, browser, created_at, expires_at)
			VALUES ($1, $2, $3, decode(repeat('00', 32), 'hex'), $4, $5)`,
			id, purpose, sample.Joel.ID, p.clock.Now(), p.clock.Now().Add(10*time.Minute))
		p.asks(person.SignInCode{Challenge: id})
		mails := p.letters(sample.Joel.Email)
		newest := mails[len(mails)-1]
		require.Equal(t, subject, newest.Subject)
		require.Len(t, newest.Code, 6)
		require.Zero(t,
			p.count("river_job WHERE strpos(args::text || coalesce(array_to_string(errors, ' '), '') || metadata::text, '"+newest.Code+"') > 0"))
		require.Zero(t, p.count("mails WHERE strpos(to_jsonb(mails)::text, '"+newest.Code+"') > 0"))
	}
}
