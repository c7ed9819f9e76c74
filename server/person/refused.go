package person

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// knownNetwork is how long a network counts as one from which people sign in.
const knownNetwork = 90 * day

// errFull refuses a caller for what all callers together have done.
var errFull = fault.New(fault.TooMany, "full", web.ErrTooMany.Message)

// refusedBy tells whoever has to know of a refusal: the operator that a limit of all callers is full, the owner of an address that
// strangers try to sign in with it. It counts the same for addresses that nobody has.
func (p *People) refusedBy(ctx context.Context, err error, l limits, email string, held bool) error {
	f := fault.As(err)
	switch {
	case f != nil && errors.Is(f, errFull):
		shed, failed := db.New(p.db).AttemptsCount(ctx, []string{fullKey + l.name}, []time.Time{p.now().Truncate(quarter)})
		if failed == nil && shed[0].N == 1 {
			p.log.Warn("a limit of all callers is full, networks that nobody signs in from are refused", "limit", l.name)
		}
		return errors.Join(failed, web.ErrTooMany.After(f.Retry).With(f.Detail))
	case f != nil && held:
		return errors.Join(p.tell(ctx, email), err)
	}
	return err
}

// fullKey is the counter of those whom a full limit turned away.
const fullKey = "full:"

// tell enqueues the mail to the owner of an address that strangers hold it up, once a day.
func (p *People) tell(ctx context.Context, email string) error {
	return db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		n, err := tx.AttemptsCount(ctx, []string{"told:" + p.account(email)}, []time.Time{p.now().Truncate(day)})
		if err != nil || n[0].N > 1 {
			return err
		}
		id, err := tx.PersonToTell(ctx, email)
		if err != nil {
			return err
		}
		if id == "" {
			id = ulid.Make().String() // the same work for an address that nobody has: the job finds nobody to write to
		}
		return p.queue.InsertTx(ctx, tx, SignInTried{Person: id, At: p.now()}, nil)
	})
}

// OwnBrowserRequest is the token of the link in that mail.
type OwnBrowserRequest struct {
	Token string `json:"token" validate:"required,max=200"`
}

// ErrWayIn refuses a link that is old or not ours.
var ErrWayIn = fault.New(fault.Invalid, "link_old", "This link is too old. Sign in with a code, or set a new password.")

// OwnBrowser makes the browser one in which the owner of an address is known, as if they had signed in there: strangers do not hold them up
// any more. It signs nobody in.
func (p *People) OwnBrowser(ctx context.Context, who web.Caller, req OwnBrowserRequest) (Reopened, error) {
	if err := p.allow(ctx, who, guessing, ""); err != nil {
		return Reopened{}, err
	}
	personID, ok := p.wayIn(req.Token)
	if !ok {
		return Reopened{}, ErrWayIn
	}
	done := Reopened{Message: "You can sign in in this browser now."}
	err := db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.PersonToWrite(ctx, personID); db.None(err) {
			return ErrWayIn
		} else if err != nil {
			return err
		}
		device, _, err := p.remember(ctx, tx.Queries, personID, who)
		done.device = device.token
		return err
	})
	return done, err
}

// Reopened is an answer of one sentence that may set the cookie of a known browser.
type Reopened struct {
	Message string `json:"message"`
	Data    Empty  `json:"data"`
	device  string
}

// Device is the cookie to set.
func (r Reopened) Device() string { return r.device }

const wayInLife = 24 * time.Hour

// wayInFor is the token of a link by which a person makes a browser their own, until a day after an instant.
func (p *People) wayInFor(personID string, at time.Time) string {
	said := personID + "." + at.Add(wayInLife).UTC().Format("20060102150405")
	return said + "." + p.sign("way-in:"+said)
}

func (p *People) wayIn(token string) (personID string, ok bool) {
	said, signature, _ := cutLast(token, ".")
	personID, until, _ := strings.Cut(said, ".")
	end, err := time.Parse("20060102150405", until)
	return personID, err == nil && p.signed("way-in:"+said, signature) && p.now().Before(end)
}

func cutLast(s, sep string) (before, after string, found bool) {
	i := strings.LastIndex(s, sep)
	if i < 0 {
		return s, "", false
	}
	return s[:i], s[i+len(sep):], true
}
