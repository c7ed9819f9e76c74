package person

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/riverqueue/river"

	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/mail"
	"sahn/server/platform/web"
)

// pinTries is how many wrong PINs in a row end a session.
const pinTries = 5

// PINState is whether an operator has a PIN, since when, and after how many idle minutes a session is locked with it, or ended without one.
type PINState struct {
	Since       *time.Time `json:"since"`
	LockMinutes int        `json:"lock_minutes"`
	IdleMinutes int        `json:"idle_minutes"`
}

// PINAnswer is that of the caller.
type PINAnswer struct {
	Data PINState `json:"data"`
}

// PIN shows an operator whether they have a PIN.
func (p *People) PIN(ctx context.Context, who web.Caller, _ Nothing) (PINAnswer, error) {
	set, err := db.New(p.db).PinLook(ctx, who.PersonID)
	if err != nil && !db.None(err) {
		return PINAnswer{}, err
	}
	var since *time.Time
	if err == nil {
		since = new(set.UTC())
	}
	return p.pinState(since), nil
}

func (p *People) pinState(since *time.Time) PINAnswer {
	idle, _ := p.Sessions.lives("Operator", false)
	return PINAnswer{PINState{since, int(p.Sessions.locking() / time.Minute), int(idle / time.Minute)}}
}

// SetPINRequest is a new PIN of six digits, and the password of who chooses it.
type SetPINRequest struct {
	CurrentPassword string `json:"current_password" validate:"required,max=1000"`
	PIN             string `json:"pin" validate:"required,max=24"`
}

// SetPIN gives an operator a PIN, or another one. Whoever else is signed in as them is out: they may have seen the one before.
func (p *People) SetPIN(ctx context.Context, who web.Caller, req SetPINRequest) (PINAnswer, error) {
	if err := goodPIN(req.PIN); err != nil {
		return PINAnswer{}, err
	}
	if _, err := p.confirmPassword(ctx, who, "current_password", req.CurrentPassword); err != nil {
		return PINAnswer{}, err
	}
	hash, err := hashed(ctx, req.PIN)
	if err != nil {
		return PINAnswer{}, err
	}
	now := p.now()
	err = p.changePIN(ctx, who, true, func(q *db.Queries) error {
		return errors.Join(q.PinSet(ctx, who.PersonID, hash, now),
			audit.Write(ctx, q, audit.Act{At: now, Who: who.ProfileID, Kind: "staff.pin_set", Subject: who.ProfileID}))
	})
	if err != nil {
		return PINAnswer{}, err
	}
	return p.pinState(&now), nil
}

// DropPINRequest is the password of who takes their PIN away.
type DropPINRequest struct {
	CurrentPassword string `json:"current_password" validate:"required,max=1000"`
}

// DropPIN takes an operator's PIN away. Whoever else is signed in as them is out: a session that is locked must not open by that.
func (p *People) DropPIN(ctx context.Context, who web.Caller, req DropPINRequest) (PINAnswer, error) {
	if _, err := p.confirmPassword(ctx, who, "current_password", req.CurrentPassword); err != nil {
		return PINAnswer{}, err
	}
	err := p.changePIN(ctx, who, false, func(q *db.Queries) error {
		dropped, err := q.PinDrop(ctx, who.PersonID)
		if err != nil || dropped == 0 {
			return err
		}
		return audit.Write(ctx, q, audit.Act{At: p.now(), Who: who.ProfileID, Kind: "staff.pin_dropped", Subject: who.ProfileID})
	})
	if err != nil {
		return PINAnswer{}, err
	}
	return p.pinState(nil), nil
}

// changePIN changes the PIN of the caller, whose other sessions end, and who has one afterwards or has none.
func (p *People) changePIN(ctx context.Context, who web.Caller, has bool, change func(q *db.Queries) error) error {
	idle, _ := p.Sessions.lives("Operator", has)
	var ended [][]byte
	err := db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) (err error) {
		if err := tx.PersonHold(ctx, who.PersonID); err != nil {
			return err
		}
		if err := Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		if err := change(tx.Queries); err != nil {
			return err
		}
		ended, err = tx.SessionsDeleteOthers(ctx, who.ProfileID, who.Session, int(idle/time.Second))
		return err
	})
	if err == nil {
		p.Sessions.markEnded(ctx, ended...)
	}
	return err
}

func dropPIN(ctx context.Context, q *db.Queries, personID string) error {
	_, err := q.PinDrop(ctx, personID)
	return err
}

// ErrNoPIN refuses to lock a session that nothing could unlock.
var ErrNoPIN = fault.New(fault.Conflict, "no_pin", "Choose a PIN first: without one nobody could unlock this.")

// PINDone is an empty answer.
type PINDone struct {
	Data Empty `json:"data"`
}

// Lock locks the operator's session at once and on every server, until they type their PIN.
func (p *People) Lock(ctx context.Context, who web.Caller, _ Nothing) (PINDone, error) {
	err := InTx(ctx, p.db, who, func(ctx context.Context, tx db.Tx) error {
		locked, err := tx.SessionLock(ctx, p.now(), who.Session)
		if err == nil && locked == 0 {
			err = ErrNoPIN
		}
		return err
	})
	if err == nil {
		p.Sessions.markLocked(ctx, who.Session)
	}
	return PINDone{}, err
}

// UnlockRequest is a typed PIN.
type UnlockRequest struct {
	PIN string `json:"pin" validate:"required,max=24"`
}

// ErrPINClosed is the answer to the last wrong PIN: the session is over.
var ErrPINClosed = fault.New(fault.Unproved, "pin_closed", "Five wrong PINs: this session is over. Sign in again.")

// trying bounds the work of a session that tries many PINs at once: only five of them count.
var trying = web.Rate{N: 20, Per: time.Minute}

// Unlock lets an operator go on in their locked session with their PIN. Five wrong ones in a row end it, and the operator is told by mail.
// They are counted in the session: whoever tries here keeps its owner out nowhere else. A session that is not locked tells nothing.
func (p *People) Unlock(ctx context.Context, who web.Caller, req UnlockRequest) (PINDone, error) {
	if !who.Locked {
		return PINDone{}, nil
	}
	if _, wait := p.limiter.Take(ctx, fmt.Sprintf("pin:%x", who.Session), trying); wait > 0 {
		return PINDone{}, web.ErrTooMany.After(wait)
	}
	hash, err := db.New(p.db).SessionPin(ctx, who.Session, p.now())
	if err != nil {
		return PINDone{}, db.NoneIs(err, web.ErrUnauthenticated)
	}
	typed := strings.TrimSpace(req.PIN)
	right, err := matches(ctx, typed, hash)
	if err != nil {
		return PINDone{}, err
	}
	var refused error
	err = db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		refused, err = p.countTry(ctx, tx, who.Session, try{hash, right})
		return err
	})
	if err != nil {
		return PINDone{}, err
	}
	if errors.Is(refused, ErrPINClosed) {
		p.Sessions.markEnded(ctx, who.Session)
		p.log.Warn("session ended after wrong PINs", "id", who.RequestID)
	}
	return PINDone{}, refused
}

// try is a PIN that was compared with the hash of the right one.
type try struct {
	hash  string
	right bool
}

// countTry unlocks the session or counts a wrong PIN. refused is for the caller, after the transaction has kept the count. Comparing takes
// long and holds nothing; of many tries at once the session's row lets one after the other in here, so the sixth finds no session.
func (p *People) countTry(ctx context.Context, tx db.Tx, session []byte, t try) (refused, err error) {
	held, err := tx.SessionTries(ctx, session)
	if db.None(err) || err == nil && held.Hash != t.hash {
		return web.ErrUnauthenticated, nil
	}
	if err != nil {
		return nil, err
	}
	if t.right {
		return nil, tx.SessionUnlock(ctx, p.now(), session)
	}
	if left := pinTries - 1 - int(held.PinTries); left > 0 {
		wrong := fault.Field("pin", "That PIN is not right.")
		return wrong.With(map[string]int{"left": left}), tx.SessionTried(ctx, session)
	}
	if _, err := tx.SessionDelete(ctx, session); err != nil {
		return nil, err
	}
	return ErrPINClosed, p.queue.InsertTx(ctx, tx, PINClosed{Person: held.PersonID, At: p.now()}, nil)
}

var sixDigits = regexp.MustCompile(`^[0-9]{6}$`)

// usualPINs are six digits in patterns of a keypad, which lists of leaked PINs begin with and goodPIN's rules do not cover.
const usualPINs = " 159753 147258 147369 258369 258456 789456 456123 987456 741852 852963 963852 142536 112358 159357 357159 135790 " +
	"246810 131415 102030 314159 520520 "

// goodPIN refuses what is not six digits, and what a stranger would try first: few digits, rows, and parts that repeat.
func goodPIN(pin string) error {
	if !sixDigits.MatchString(pin) {
		return fault.Field("pin", "A PIN has six digits.")
	}
	up, down, pairs := true, true, true
	for i := 1; i < len(pin); i++ {
		up, down = up && (pin[i]-pin[i-1]+10)%10 == 1, down && (pin[i-1]-pin[i]+10)%10 == 1
		pairs = pairs && (i%2 == 0 || pin[i] == pin[i-1])
	}
	if up || down || pairs || letters(pin) < 3 || pin[:3] == pin[3:] || strings.Contains(usualPINs, " "+pin+" ") {
		return fault.Field("pin", "This PIN is too easy to guess.")
	}
	return nil
}

// PINClosed is the job that tells an operator that five wrong PINs ended a session of theirs.
type PINClosed struct {
	Person string    `json:"person"`
	At     time.Time `json:"at"`
}

// Kind names the job.
func (PINClosed) Kind() string { return "mail_pin_closed" }

// InsertOpts allows more tries than for a code.
func (PINClosed) InsertOpts() river.InsertOpts { return river.InsertOpts{MaxAttempts: mail.Retries} }

type pinTeller struct {
	river.WorkerDefaults[PINClosed]
	people *People
}

// Work mails the notice, unless the person was erased meanwhile.
func (w *pinTeller) Work(ctx context.Context, j *river.Job[PINClosed]) error {
	return w.people.mailTo(ctx, j.Args.Person, mail.FactorKind, func(to db.PersonToWriteRow) (mail.Message, error) {
		return w.people.mail.Factor(fmt.Sprintf("pin-%s-%d", j.Args.Person, j.ID), mail.To{Address: to.Email, Language: to.Language},
			mail.Factor{Name: to.Name, At: j.Args.At, What: "pin"})
	})
}
