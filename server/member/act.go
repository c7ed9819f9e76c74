package member

import (
	"context"
	"slices"
	"time"

	"sahn/server/order"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
	"sahn/server/week"
	"sahn/server/week/season"
)

// resendAfter is how long after an invitation it can be sent again.
const resendAfter = time.Hour

// What an admin does to members.
const (
	approve    = "approve"
	suspend    = "suspend"
	reactivate = "reactivate"
	remove     = "remove"
	promote    = "promote"
	demote     = "demote"
	resend     = "resend"
	nudge      = "nudge"
	assign     = "assign" // to a department, or to none
)

// ActRequest does one thing to the named members, or to all that match a filter.
type ActRequest struct {
	Act        string   `json:"act" validate:"required,oneof=approve suspend reactivate remove promote demote resend nudge assign"`
	IDs        []string `json:"ids,omitempty" validate:"max=10000,dive,len=26"`
	All        *Filter  `json:"all,omitempty"`
	Department string   `json:"department,omitempty" validate:"omitempty,len=26"`
	IfMatch    string   `header:"If-Match" json:"-" validate:"max=4000"` // how each of them still has to stand
}

// ActReply lists the members to whom the act was done, and those to whom it was not.
type ActReply struct {
	Done    []Done    `json:"done"`
	Refused []Refusal `json:"refused"`
}

// Done is a member to whom the act was done; Was is the department that they were in before.
type Done struct {
	ID  string `json:"id"`
	Was string `json:"was,omitempty"`
}

// Refusal is a member to whom the act was not done, and why: unknown, yourself, not_waiting, not_proved, not_active, not_suspended,
// already, twice, lunches_coming, wallet, owes, not_invited, too_soon, ordered, reminded; admin: a program may not act on one.
type Refusal struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	Reason string `json:"reason"`
}

// ErrNothingToOrder refuses to ask people to order for a week in which nothing can be ordered.
var ErrNothingToOrder = fault.New(fault.Conflict, "nothing_to_order", "Nothing can be ordered for that week any more.")

// ErrTooManyMeant refuses an act that would reach only some of those who match.
var ErrTooManyMeant = fault.New(fault.Conflict, "too_many_meant", "More than 10,000 people match. Search or filter, so that fewer do.")

// HandleAct does one thing to many members: in one transaction to each to whom it can be done, with a reason for each other one. A filter
// that more than 10,000 people match does nothing.
func (m *Members) HandleAct(ctx context.Context, who web.Caller, req ActRequest) (ActReply, error) {
	if who.KeyID != "" && (req.Act == promote || req.Act == demote) {
		return ActReply{}, web.ErrScope
	}
	ids := sorted(req.IDs)
	if req.All != nil {
		matching, err := m.find(ctx, db.New(m.Conn), who.CompanyID, "", *req.All, span{0, Most})
		if err != nil {
			return ActReply{}, err
		}
		if matching.matched > len(matching.ids) {
			return ActReply{}, ErrTooManyMeant
		}
		ids = sorted(matching.ids)
	}
	if len(ids) == 0 {
		return ActReply{Done: []Done{}, Refused: []Refusal{}}, nil
	}
	var reply ActReply
	var ended [][]byte
	hold := func(ctx context.Context, q *db.Queries) error { return q.MembersHoldPersons(ctx, ids, who.CompanyID) }
	err := m.asAdmin(ctx, who, hold, func(ctx context.Context, tx db.Tx, c db.Company) error {
		a := &acting{m: m, tx: tx, who: who, req: req, now: m.Clock(), reply: ActReply{Done: []Done{}, Refused: []Refusal{}}}
		if err := a.run(ctx, ids); err != nil {
			return err
		}
		reply, ended = a.reply, a.ended
		return nil
	})
	if err != nil {
		return ActReply{}, err
	}
	m.People.Sessions.Ended(ctx, ended...)
	return reply, nil
}

// acting is the state of one act.
type acting struct {
	m     *Members
	tx    db.Tx
	who   web.Caller
	req   ActRequest
	now   time.Time
	reply ActReply
	ended [][]byte
}

func (a *acting) run(ctx context.Context, ids []string) error {
	if a.shutsOut() {
		// This request holds the caller's own session, so no one can end their own access.
		if at, own := slices.BinarySearch(ids, a.who.ProfileID); own {
			a.reply.Refused = append(a.reply.Refused, Refusal{ID: a.who.ProfileID, Reason: "yourself"})
			ids = slices.Delete(slices.Clone(ids), at, at+1)
		}
		if err := a.tx.MembersHoldSessions(ctx, ids, a.who.CompanyID); err != nil {
			return err
		}
	}
	rows, err := a.tx.MembersLock(ctx, ids, a.who.CompanyID)
	if err != nil {
		return err
	}
	known := map[string]bool{}
	for _, r := range rows {
		known[r.ID] = true
	}
	for _, id := range ids {
		if !known[id] {
			a.reply.Refused = append(a.reply.Refused, Refusal{ID: id, Reason: "unknown"})
		}
	}
	if err := a.stand(rows, len(ids)); err != nil {
		return err
	}
	against, err := a.against(ctx, rows)
	if err != nil {
		return err
	}
	var chosen []db.MembersLockRow
	for _, r := range rows {
		reason := against[r.ID]
		if reason == "" {
			reason = a.judge(r)
		}
		if reason != "" {
			a.reply.Refused = append(a.reply.Refused, Refusal{r.ID, r.Name, reason})
			continue
		}
		chosen = append(chosen, r)
		done := Done{ID: r.ID}
		if r.DepartmentID != nil {
			done.Was = *r.DepartmentID
		}
		a.reply.Done = append(a.reply.Done, done)
	}
	if len(chosen) == 0 {
		return nil
	}
	if err := a.effect(ctx, chosen); err != nil {
		return err
	}
	return a.write(ctx, chosen)
}

// stand refuses the act as a whole if one of so many members is not how the request's If-Match names them, or none any more.
func (a *acting) stand(rows []db.MembersLockRow, named int) error {
	if web.Matches(a.req.IfMatch, "") {
		return nil
	}
	if len(rows) < named {
		return web.ErrChanged
	}
	for _, r := range rows {
		is := Member{ID: r.ID, Role: r.ClientType, Status: r.Status, Proved: r.ProvedAt != nil, InvitedAt: r.InvitedAt}
		if r.DepartmentID != nil {
			is.Department = *r.DepartmentID
		}
		tag, err := is.tag()
		if err != nil {
			return err
		}
		if !web.Matches(a.req.IfMatch, tag) {
			return web.ErrChanged
		}
	}
	return nil
}

// shutsOut reports whether the act ends the members' sessions: losing access ends them, and so does a new role, because how long a session
// lasts depends on the role.
func (a *acting) shutsOut() bool {
	return slices.Contains([]string{suspend, remove, promote, demote}, a.req.Act)
}

// judge returns why the act cannot be done to a member, as far as the row itself says, or nothing.
func (a *acting) judge(r db.MembersLockRow) string {
	if a.who.KeyID != "" && r.ClientType == "Admin" { // a company keeps an admin, and nobody gets to be one by a key
		return "admin"
	}
	switch a.req.Act {
	case approve:
		if r.Status != "Pending" {
			return "not_waiting"
		}
		if r.ProvedAt == nil {
			return "not_proved"
		}
	case suspend, nudge:
		if r.Status != "Active" {
			return "not_active"
		}
	case reactivate:
		if r.Status != "Suspended" {
			return "not_suspended"
		}
		if r.Held { // suspended by an operator; only an operator can reactivate them
			return "held"
		}
	case promote, demote:
		switch {
		case r.Status != "Active":
			return "not_active"
		case (r.ClientType == "Admin") == (a.req.Act == promote):
			return "already"
		case r.Twice:
			return "twice"
		}
	case remove:
		if r.Held { // an invitation would let them in
			return "held"
		}
		if r.Twice && r.ClientType == "Admin" {
			return "twice"
		}
	case resend:
		if r.Status != "Invited" {
			return "not_invited"
		}
		if r.InvitedAt != nil && a.now.Sub(*r.InvitedAt) < resendAfter {
			return "too_soon"
		}
	}
	return ""
}

// against returns the reasons that have to be looked up in other tables, after the members are locked.
func (a *acting) against(ctx context.Context, rows []db.MembersLockRow) (map[string]string, error) {
	why, ids := map[string]string{}, idsOf(rows)
	switch a.req.Act {
	case remove:
		hindered, err := a.tx.MembersHindered(ctx, clock.DateOf(a.now), ids, a.who.CompanyID)
		for _, h := range hindered {
			switch {
			case h.Coming:
				why[h.ID] = "lunches_coming"
			case h.Balance > 0:
				why[h.ID] = "wallet"
			case h.Owed > 0:
				why[h.ID] = "owes"
			}
		}
		return why, err
	case nudge:
		monday := a.m.comingWeek()
		closed, err := a.tx.ClosedDays(ctx, monday, monday+4)
		if err != nil {
			return nil, err
		}
		early, err := season.Early(ctx, a.tx.Queries, monday, monday+4)
		if err != nil {
			return nil, err
		}
		if !slices.ContainsFunc(week.Weekdays(monday, monday, week.MinWeekStartDate, nil, closed),
			func(d clock.Date) bool { return early.IsOpen(d, a.now) }) {
			return nil, ErrNothingToOrder
		}
		rows, err := a.tx.MembersOrdered(ctx, db.MembersOrderedParams{Reminder: order.ReminderID(monday, ""), Ids: ids,
			CompanyID: a.who.CompanyID, Monday: monday, Friday: monday + 4})
		for _, r := range rows {
			why[r.ID] = "ordered"
			if r.Reminded {
				why[r.ID] = "reminded"
			}
		}
		return why, err
	case assign:
		if a.req.Department == "" {
			return why, nil
		}
		if _, err := a.tx.DepartmentOne(ctx, a.req.Department, a.who.CompanyID); db.None(err) {
			return nil, fault.Field("department", "The department field is invalid.")
		} else if err != nil {
			return nil, err
		}
	}
	return why, nil
}

func (a *acting) effect(ctx context.Context, chosen []db.MembersLockRow) (err error) {
	ids, company := idsOf(chosen), a.who.CompanyID
	if a.shutsOut() {
		if a.ended, err = a.tx.SessionsDeleteOfProfiles(ctx, ids); err != nil {
			return err
		}
	}
	switch a.req.Act {
	case approve:
		if err := a.tx.MembersStatusSet(ctx, "Active", ids, company); err != nil {
			return err
		}
		return job.InsertManyTx(ctx, a.m.Queue, a.tx, each(ids, func(id string) person.Approved { return person.Approved{Profile: id} }), nil)
	case suspend:
		if err := a.tx.DirectoryLeft(ctx, ids, company); err != nil {
			return err
		}
		return a.tx.MembersStatusSet(ctx, "Suspended", ids, company)
	case reactivate:
		if err := a.tx.DirectoryLeft(ctx, ids, company); err != nil {
			return err
		}
		return a.tx.MembersStatusSet(ctx, "Active", ids, company)
	case remove:
		if err := a.tx.DirectoryLeft(ctx, ids, company); err != nil {
			return err
		}
		return a.tx.MembersRemove(ctx, a.now, ids, company)
	case promote:
		return a.tx.MembersRoleSet(ctx, "Admin", ids, company)
	case demote:
		return a.tx.MembersRoleSet(ctx, "Employee", ids, company)
	case resend:
		if err := a.tx.MembersInvitedSet(ctx, a.now, ids, company); err != nil {
			return err
		}
		return job.InsertManyTx(ctx, a.m.Queue, a.tx, each(ids, func(id string) person.Invitation { return person.Invitation{Profile: id} }), nil)
	case nudge:
		monday := a.m.comingWeek()
		return job.InsertManyTx(ctx, a.m.Queue, a.tx, each(chosen, func(r db.MembersLockRow) order.ReminderMail {
			return order.ReminderMail{Person: r.PersonID, Week: monday, Asked: true}
		}), nil)
	default:
		return a.tx.MembersDepartmentSet(ctx, db.Null(a.req.Department), ids, company)
	}
}

// memberState is what an act may change of a member, as the audit log records it.
type memberState struct {
	Status     string `json:"status"`
	Role       string `json:"role"`
	Department string `json:"department,omitempty"`
}

func (a *acting) write(ctx context.Context, chosen []db.MembersLockRow) error {
	act := audit.Act{At: a.now, Who: a.who.ProfileID, Company: a.who.CompanyID, Kind: "member." + a.req.Act,
		Note: noteOf(a.who)}
	return audit.WriteMany(ctx, a.tx.Queries, act, each(chosen, func(r db.MembersLockRow) audit.Change {
		was := memberState{Status: r.Status, Role: r.ClientType}
		if r.DepartmentID != nil {
			was.Department = *r.DepartmentID
		}
		is := was
		switch a.req.Act {
		case approve, reactivate:
			is.Status = "Active"
		case suspend:
			is.Status = "Suspended"
		case remove:
			is = memberState{Status: "Removed", Role: "Employee"}
		case promote:
			is.Role = "Admin"
		case demote:
			is.Role = "Employee"
		case assign:
			is.Department = a.req.Department
		default:
			return audit.Change{Subject: r.ID}
		}
		return audit.Change{Subject: r.ID, Before: was, After: is}
	}))
}

func idsOf(rows []db.MembersLockRow) []string {
	return each(rows, func(r db.MembersLockRow) string { return r.ID })
}

func each[A, B any](from []A, fn func(A) B) []B {
	to := make([]B, len(from))
	for i, a := range from {
		to[i] = fn(a)
	}
	return to
}
