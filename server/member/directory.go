package member

import (
	"context"
	"slices"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
)

// What a company's directory reads of somebody whom it may not change.
var (
	ErrLastAdmin = fault.New(fault.Conflict, "last_admin", "This is the company's last admin. Make somebody else an admin first.")
	ErrOnHold    = fault.New(fault.Conflict, "on_hold",
		"An admin suspended or removed this person here. Only an admin, or whoever put them on hold, lets them in again.")
)

// Enlist makes the owner of an address a member whom the company's directory told of: invited by mail, or let in where they asked to join.
// problem is why that cannot be, in the words of Guest. It joins the caller's transaction, which holds the person and company.
func (m *Members) Enlist(ctx context.Context, tx db.Tx, company string, g Guest) (profile, problem string, err error) {
	reply := InviteReply{Rows: []Guest{g}}
	if err := m.invite(ctx, tx, web.Caller{CompanyID: company}, &reply, false); err != nil {
		return "", "", err
	}
	rows, err := tx.MembersByEmail(ctx, company, []string{g.Email})
	if err != nil || len(rows) == 0 {
		return "", reply.Rows[0].Problem, err
	}
	return rows[0].ProfileID, reply.Rows[0].Problem, nil
}

// Leave puts somebody out whose directory says that they left: all their profiles in the company, and every session of those. The caller,
// whose transaction holds their person and the company, passes ended to Sessions.Ended after the commit.
func (m *Members) Leave(ctx context.Context, tx db.Tx, company string, rows []db.DirectoryProfilesOfRow) (ended [][]byte, err error) {
	all := each(rows, func(r db.DirectoryProfilesOfRow) string { return r.ID })
	if err := tx.DirectoryLeaversAdd(ctx, all, company, m.Clock()); err != nil { // whom an admin put out before still has open days
		return nil, err
	}
	rows = slices.DeleteFunc(slices.Clone(rows), func(r db.DirectoryProfilesOfRow) bool { return r.Status == "Suspended" })
	if len(rows) == 0 {
		return nil, nil
	}
	ids := each(rows, func(r db.DirectoryProfilesOfRow) string { return r.ID })
	admins, err := tx.CompanyAdmins(ctx, company)
	if err != nil {
		return nil, err
	}
	if leads := func(id string) bool { return slices.Contains(ids, id) }; len(admins) > 0 && !slices.ContainsFunc(admins,
		func(id string) bool { return !leads(id) }) {
		return nil, ErrLastAdmin
	}
	if err := tx.MembersHoldSessions(ctx, ids, company); err != nil {
		return nil, err
	}
	if _, err := tx.MembersLock(ctx, ids, company); err != nil {
		return nil, err
	}
	if ended, err = tx.SessionsDeleteOfProfiles(ctx, ids); err != nil {
		return nil, err
	}
	if err := tx.MembersStatusSet(ctx, "Suspended", ids, company); err != nil {
		return nil, err
	}
	return ended, m.audited(ctx, tx, company, "member.leave", rows, "Suspended")
}

// Return lets somebody in again whom the directory put out, and who asked to join: whoever had proved the address at once, others by an
// invitation. It joins the caller's transaction, which holds their person and the company.
func (m *Members) Return(ctx context.Context, tx db.Tx, company string, rows []db.DirectoryProfilesOfRow) error {
	var active, invited, asked []db.DirectoryProfilesOfRow
	for _, r := range rows {
		switch {
		case r.Held:
			return ErrOnHold
		case r.Status == "Pending" && r.Proved:
			asked = append(asked, r)
		case r.Status != "Suspended" && r.Status != "Pending":
		case r.Proved && !r.Removed:
			active = append(active, r)
		default:
			invited = append(invited, r)
		}
	}
	ids := each(active, func(r db.DirectoryProfilesOfRow) string { return r.ID })
	if err := tx.MembersStatusSet(ctx, "Active", ids, company); err != nil {
		return err
	}
	if err := m.letIn(ctx, tx, company, asked); err != nil {
		return err
	}
	first, err := tx.CompanyFirstAddress(ctx, company)
	if err != nil && !db.None(err) {
		return err
	}
	again := db.MembersInviteParams{CompanyID: company, AddressID: db.Null(first), Now: m.Clock()}
	for _, r := range invited {
		again.Ids, again.Persons = append(again.Ids, r.ID), append(again.Persons, r.PersonID)
		again.Departments, again.Names = append(again.Departments, ""), append(again.Names, db.Or(r.InvitedName, ""))
	}
	if err := tx.MembersInvite(ctx, again); err != nil {
		return err
	}
	if err := job.InsertManyTx(ctx, m.Queue, tx,
		each(again.Ids, func(id string) person.Invitation { return person.Invitation{Profile: id} }), nil); err != nil {
		return err
	}
	if err := tx.DirectoryLeaversDrop(ctx, append(ids, again.Ids...), company); err != nil {
		return err
	}
	return m.audited(ctx, tx, company, "member.return", append(active, invited...), "Active")
}

// letIn lets those in who asked to join with a proved address, and tells them.
func (m *Members) letIn(ctx context.Context, tx db.Tx, company string, rows []db.DirectoryProfilesOfRow) error {
	if len(rows) == 0 {
		return nil
	}
	ids := each(rows, func(r db.DirectoryProfilesOfRow) string { return r.ID })
	if err := tx.MembersLetIn(ctx, company, ids, make([]string, len(ids))); err != nil {
		return err
	}
	if err := job.InsertManyTx(ctx, m.Queue, tx, each(ids, func(id string) person.Approved { return person.Approved{Profile: id} }),
		nil); err != nil {
		return err
	}
	return m.audited(ctx, tx, company, "member.approve", rows, "Active")
}

func (m *Members) audited(ctx context.Context, tx db.Tx, company, kind string, rows []db.DirectoryProfilesOfRow, status string) error {
	return audit.WriteMany(ctx, tx.Queries, audit.Act{At: m.Clock(), Company: company, Kind: kind, Note: "directory"},
		each(rows, func(r db.DirectoryProfilesOfRow) audit.Change {
			return audit.Change{Subject: r.ID, Before: memberState{Status: r.Status, Role: r.ClientType},
				After: memberState{Status: status, Role: r.ClientType}}
		}))
}

// Department is the department of a name, which is made where there is none; nil where a company has as many as it can have. It joins the
// caller's transaction, which holds the company.
func (m *Members) Department(ctx context.Context, tx db.Tx, company, name string) (*string, error) {
	if short := []rune(name); len(short) > 60 {
		name = string(short[:60])
	}
	name, err := person.Line("name", name, 60)
	if err != nil {
		return nil, err
	}
	for made := false; ; made = true {
		all, err := tx.Departments(ctx, company)
		if err != nil {
			return nil, err
		}
		if at := slices.IndexFunc(all, func(d db.DepartmentsRow) bool { return fold(d.Name) == fold(name) }); at >= 0 {
			return &all[at].ID, nil
		}
		if made || len(all) >= maxDepartments {
			return nil, nil
		}
		if err := m.makeDepartments(ctx, tx.Queries, web.Caller{CompanyID: company}, []string{name}); err != nil {
			return nil, err
		}
	}
}
