package operator

import (
	"context"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
)

// StaffRow is one operator.
type StaffRow struct {
	ID     string     `json:"id"`
	Name   string     `json:"name"`
	Email  string     `json:"email"`
	Role   string     `json:"role"`
	Status string     `json:"status"`
	UsedAt *time.Time `json:"used_at"`
	Factor bool       `json:"factor"` // whether an app makes their codes
	Starts bool       `json:"starts"` // whether the next sign-in sets one up, with a start code
}

// StaffAnswer lists the operators.
type StaffAnswer struct {
	Data []StaffRow `json:"data"`
}

// HandleStaff lists operators. A manager may.
func (o *Office) HandleStaff(ctx context.Context, _ web.Caller, _ Nothing) (StaffAnswer, error) {
	rows, err := db.New(o.Conn).Operators(ctx)
	all := make([]StaffRow, len(rows))
	for i, r := range rows {
		all[i] = StaffRow{r.ID, r.Name, r.Email, r.Role, r.Status, r.UsedAt, r.Factor, o.People.NeedsStartCode(r.Role, r.Factor)}
	}
	return StaffAnswer{all}, err
}

// StaffRequest makes a person an operator.
type StaffRequest struct {
	Email string `json:"email" validate:"required,max=320"`
	Name  string `json:"name" validate:"required"`
	Role  string `json:"role" validate:"required,oneof=kitchen support manager"`
}

// ErrStaffAlready refuses to make a person an operator twice.
var ErrStaffAlready = fault.New(fault.Conflict, "staff_already", "This person is an operator already.")

// Started is what to hand over to an operator.
type Started struct {
	StartCode string `json:"start_code"` // shown once; "" when the next sign-in needs none
}

// StartedAnswer is the answer to what may make a start code.
type StartedAnswer struct {
	Data Started `json:"data"`
}

// HandleStaffAdd invites an operator, who chooses a password with a mailed code and signs in, for the first time with the start code where
// the role needs an app. A manager may.
func (o *Office) HandleStaffAdd(ctx context.Context, who web.Caller, r StaffRequest) (made StartedAnswer, err error) {
	err = o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		added, err := Add(ctx, tx.Queries, r, who.Language, o.Clock())
		if err != nil {
			return audit.Act{}, err
		}
		made.Data.StartCode, err = o.People.NewStartCode(ctx, tx.Queries, r.Role, added.PersonID)
		return audit.Act{Kind: "staff.add", Subject: added.ID, After: role{r.Role, "Invited"}}, err
	})
	return made, err
}

type role struct {
	Role   string `json:"role"`
	Status string `json:"status"`
}

// Added names a new operator: the profile, and the person whose it is.
type Added struct{ ID, PersonID string }

// Add creates an Invited operator, whose invitation is in a language ("en" when empty). It joins the transaction of its caller, who is a
// manager or works on the server's command line.
func Add(ctx context.Context, q *db.Queries, r StaffRequest, language string, now time.Time) (Added, error) {
	email, err := person.Canonical(r.Email)
	if err != nil {
		return Added{}, err
	}
	name, err := person.Line("name", r.Name, 100)
	if err != nil {
		return Added{}, err
	}
	personID, err := q.PersonMake(ctx,
		db.PersonMakeParams{ID: ulid.Make().String(), Email: email, Name: name, Language: language, CreatedAt: now})
	if err != nil {
		return Added{}, err
	}
	if _, err := q.OperatorOf(ctx, personID); err == nil {
		return Added{}, ErrStaffAlready
	} else if !db.None(err) {
		return Added{}, err
	}
	profile := ulid.Make().String()
	return Added{profile, personID},
		q.ProfileInsert(ctx, db.ProfileInsertParams{ID: profile, PersonID: personID, ClientType: "Operator", Status: "Invited", CreatedAt: now,
			OperatorRole: &r.Role})
}

// StaffChange gives an operator another role, suspends one or reactivates one.
type StaffChange struct {
	ID     string `path:"id" json:"-" validate:"required,max=64"`
	Role   string `json:"role" validate:"required,oneof=kitchen support manager"`
	Active bool   `json:"active"`
}

// ErrLastManager refuses a change that would leave no active manager.
var ErrLastManager = fault.New(fault.Conflict, "last_manager", "Somebody has to stay a manager.")

// HandleStaffChange changes an operator, whose sessions end at once. At least one active manager stays. Whoever gets a role that needs an
// app, and did not before, sets up a new one with a start code. A manager may.
func (o *Office) HandleStaffChange(ctx context.Context, who web.Caller, r StaffChange) (made StartedAnswer, err error) {
	var ended [][]byte
	err = o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		was, err := tx.OperatorOne(ctx, r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		becomes := role{r.Role, "Suspended"}
		switch {
		case r.Active && was.Status == "Suspended":
			becomes.Status = "Active"
		case r.Active:
			becomes.Status = was.Status
		}
		if becomes == (role{was.Role, was.Status}) {
			return audit.Act{}, nil
		}
		if was.Role == "manager" && was.Status == "Active" && becomes != (role{"manager", "Active"}) {
			left, err := tx.OperatorManagersLeft(ctx, r.ID)
			if err != nil {
				return audit.Act{}, err
			}
			if left == 0 {
				return audit.Act{}, ErrLastManager
			}
		}
		if ended, err = tx.SessionsDeleteOfProfile(ctx, r.ID); err != nil {
			return audit.Act{}, err
		}
		if o.People.NeedsNewApp(was.Role, becomes.Role) {
			if _, _, err := person.ResetFactor(ctx, tx, o.Queue, was.PersonID, was.ID, o.Clock()); err != nil {
				return audit.Act{}, err
			}
		}
		if becomes.Role != was.Role {
			if made.Data.StartCode, err = o.People.NewStartCode(ctx, tx.Queries, becomes.Role, was.PersonID); err != nil {
				return audit.Act{}, err
			}
		}
		return audit.Act{Kind: "staff.change", Subject: r.ID, Before: role{was.Role, was.Status}, After: becomes},
			tx.OperatorSet(ctx, becomes.Role, becomes.Status, r.ID)
	})
	if err == nil {
		o.People.Sessions.Ended(ctx, ended...)
	}
	return made, err
}

// ErrOwnFactor refuses a manager who resets their own second step: who took over a session must not take away what protects the account.
var ErrOwnFactor = fault.New(fault.Conflict, "own_factor", "Another manager resets yours. You can replace your app yourself.")

// HandleFactorReset takes an operator's second step away when app and recovery codes are lost, or makes a new start code when that is.
// Sessions that the app protected end, and the operator is told by mail. A manager may, for others.
func (o *Office) HandleFactorReset(ctx context.Context, who web.Caller, r one) (made StartedAnswer, err error) {
	if r.ID == who.ProfileID {
		return made, ErrOwnFactor
	}
	var ended [][]byte
	err = o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		was, err := tx.OperatorOne(ctx, r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		had := false
		ended, had, err = person.ResetFactor(ctx, tx, o.Queue, was.PersonID, was.ID, o.Clock())
		if err == nil {
			made.Data.StartCode, err = o.People.NewStartCode(ctx, tx.Queries, was.Role, was.PersonID)
		}
		if err != nil || !had && made.Data.StartCode == "" {
			return audit.Act{}, err
		}
		return audit.Act{Kind: resetKind(had), Subject: r.ID}, nil
	})
	if err == nil {
		o.People.Sessions.Ended(ctx, ended...)
	}
	return made, err
}

// ErrNoFactor refuses to reset what is not there.
var ErrNoFactor = fault.New(fault.Conflict, "no_factor", "There is no second step to reset: a mailed code is enough for them now.")

// ResetFactor does the same by required for the operator with an e-mail address, and records it with the note "at the command line": that
// is where its caller works.
func ResetFactor(ctx context.Context, tx db.Tx, queue *job.Queue, typed string, required person.Required, now time.Time) (
	startCode string, err error) {
	email, err := person.Canonical(typed)
	if err != nil {
		return "", err
	}
	of, err := tx.OperatorByEmail(ctx, email)
	if err != nil {
		return "", missing(err)
	}
	_, had, err := person.ResetFactor(ctx, tx, queue, of.PersonID, of.ID, now)
	if err == nil {
		startCode, err = person.StartCode(ctx, tx.Queries, required, of.Role, of.PersonID, now)
	}
	if err == nil && !had && startCode == "" {
		err = ErrNoFactor
	}
	if err != nil {
		return "", err
	}
	return startCode, audit.Write(ctx, tx.Queries, audit.Act{At: now, Kind: resetKind(had), Subject: of.ID, Note: AtConsole})
}

// resetKind names what was done for an operator who had an app, or had none and only gets another start code.
func resetKind(had bool) string {
	if had {
		return "staff.factor_reset"
	}
	return "staff.start_code"
}

// AtConsole is the note of an act that was done on the server's command line.
const AtConsole = "at the command line"
