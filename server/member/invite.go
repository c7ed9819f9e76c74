package member

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"github.com/oklog/ulid/v2"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
)

// InviteRequest names people to invite: a spreadsheet in base64, or what the admin typed or pasted. Without Apply it is a dry run. Apply
// is the Hash of the dry run's answer, so that what happens is what the admin saw.
type InviteRequest struct {
	File        string `json:"file,omitempty" validate:"max=1500000"`
	Text        string `json:"text,omitempty" validate:"max=200000"`
	Departments bool   `json:"departments,omitempty"` // creates the departments that the company does not have yet
	Apply       string `json:"apply,omitempty" validate:"max=64"`
}

// InviteReply is what would happen, or happened, to each row. Invite and Let count who is
// invited and who, having asked to join, is let in.
type InviteReply struct {
	Hash    string   `json:"hash"`
	Rows    []Guest  `json:"rows"`
	Invite  int      `json:"invite"`
	Let     int      `json:"let"`
	Bad     int      `json:"bad"`
	Made    []string `json:"made"` // departments that the company does not have yet
	Applied bool     `json:"applied"`
}

// Guest is one row. Problem is why nothing happens to it: bad_email, bad_name, twice, mailbox (of somebody in the list or
// company, under another address), member, invited, suspended, unknown_department, too_many_departments.
type Guest struct {
	Line       int    `json:"line"`
	Email      string `json:"email"`
	Name       string `json:"name"`
	Department string `json:"department,omitempty"`
	Known      bool   `json:"known,omitempty"` // has asked to join with a verified e-mail, and is let in
	Problem    string `json:"problem,omitempty"`
}

// Why no one is invited at all.
var (
	ErrTooMany = fault.New(fault.Conflict, "too_many_people", "That would be more people than a company's list can hold. Please write to us.")
	ErrChanged = fault.New(fault.Conflict, "list_changed", "The list is not the one that you looked at. Please look at it again.")
)

// HandleInvite is a dry run of a list of people, or invites everyone on it who can be invited. When a list is
// sent again, its people are invited already.
func (m *Members) HandleInvite(ctx context.Context, who web.Caller, req InviteRequest) (InviteReply, error) {
	// A workbook takes a while to read, so check first whether the caller may invite at all.
	if err := m.mayInvite(ctx, who); err != nil {
		return InviteReply{}, err
	}
	reply := InviteReply{Hash: hashOf(who.CompanyID, req), Made: []string{}}
	if req.Apply != "" && req.Apply != reply.Hash {
		return InviteReply{}, ErrChanged
	}
	guests, err := guestsOf(req)
	if err != nil {
		return InviteReply{}, err
	}
	if reply.Rows = guests; req.Apply == "" {
		_, err = m.judge(ctx, db.New(m.Conn), who.CompanyID, &reply, req.Departments)
		return reply, err
	}
	hold := func(ctx context.Context, q *db.Queries) error { return q.PersonsHoldByEmail(ctx, addresses(guests)) }
	err = m.asAdmin(ctx, who, hold, func(ctx context.Context, tx db.Tx, c db.Company) error {
		if c.Status != "Active" {
			return ErrNotActive
		}
		reply.Rows, reply.Made = slices.Clone(guests), []string{} // a retried transaction begins anew
		return m.invite(ctx, tx, who, &reply, req.Departments)
	})
	reply.Applied = err == nil
	return reply, err
}

// mayInvite checks whether the caller still is an admin of a company that people can be invited to.
// The transaction that invites checks it again.
func (m *Members) mayInvite(ctx context.Context, who web.Caller) error {
	c, err := db.New(m.Conn).MemberInviter(ctx, who.Session, who.ProfileID, who.CompanyID)
	switch {
	case db.None(err):
		return fault.ErrNotFound
	case err != nil:
		return err
	case who.KeyID != "" && c.Status == "Active": // a key has no session
		return nil
	case c.Role == "":
		return web.ErrUnauthenticated
	case c.Role != "Admin":
		return web.ErrForbidden
	case c.Status != "Active":
		return ErrNotActive
	}
	return nil
}

func hashOf(company string, req InviteRequest) string {
	h := sha256.New()
	for _, part := range []string{company, req.File, req.Text} {
		sum := sha256.Sum256([]byte(part))
		h.Write(sum[:])
	}
	if req.Departments {
		h.Write([]byte{1})
	}
	return hex.EncodeToString(h.Sum(nil))
}

// judged is what is known of the person in a row that can be invited.
type judged struct {
	row        int
	person     string // empty for a new person
	profile    string // empty for a person who is new to the company
	department string
	waits      bool
}

// judge writes into each row why it cannot be invited, and returns the rows that can.
func (m *Members) judge(ctx context.Context, q *db.Queries, company string, reply *InviteReply, adding bool) ([]judged, error) {
	all, err := q.Departments(ctx, company)
	if err != nil {
		return nil, err
	}
	places := map[string]string{}
	for _, d := range all {
		places[fold(d.Name)] = d.ID
	}
	known := map[string]db.MembersByEmailRow{}
	rows, err := q.MembersByEmail(ctx, company, addresses(reply.Rows))
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		known[r.Email] = r
	}
	count, err := q.MembersCount(ctx, 0, 0, company)
	if err != nil {
		return nil, err
	}
	mailboxes, err := q.MailboxesOf(ctx, company, addresses(reply.Rows))
	if err != nil {
		return nil, err
	}
	inbox, taken, listed := map[string]string{}, map[string]bool{}, map[string]bool{}
	for _, r := range mailboxes {
		inbox[r.Email], taken[r.Email] = r.Mailbox, r.Taken
	}
	var good []judged
	reply.Invite, reply.Let, reply.Bad = 0, 0, 0
	fresh := map[string]bool{}
	for i := range reply.Rows {
		g := &reply.Rows[i]
		r, found := known[g.Email]
		j := judged{row: i, person: r.PersonID, profile: r.ProfileID, department: places[fold(g.Department)]}
		switch {
		case g.Problem != "":
		case found && r.ProfileID != "" && !r.Removed && r.Status == "Active":
			g.Problem = "member"
		case found && r.ProfileID != "" && !r.Removed && r.Status == "Invited":
			g.Problem = "invited"
		case found && r.ProfileID != "" && !r.Removed && r.Status == "Suspended":
			g.Problem = "suspended"
		case taken[g.Email] || listed[inbox[g.Email]]:
			g.Problem = "mailbox"
		case g.Department != "" && j.department == "" && !adding:
			g.Problem = "unknown_department"
		case g.Department != "" && j.department == "" && !fresh[fold(g.Department)] && len(all)+len(fresh) >= maxDepartments:
			g.Problem = "too_many_departments"
		}
		if g.Problem != "" {
			reply.Bad++
			continue
		}
		listed[inbox[g.Email]] = true
		if g.Department != "" && j.department == "" && !fresh[fold(g.Department)] {
			fresh[fold(g.Department)] = true
			reply.Made = append(reply.Made, g.Department)
		}
		if j.waits = r.Status == "Pending" && r.Proved; j.waits {
			g.Known = true
			reply.Let++
		} else {
			reply.Invite++
		}
		good = append(good, j)
	}
	if int(count.Everybody)+reply.Invite > Most {
		return nil, ErrTooMany
	}
	return good, nil
}

func (m *Members) invite(ctx context.Context, tx db.Tx, who web.Caller, reply *InviteReply, adding bool) error {
	good, err := m.judge(ctx, tx.Queries, who.CompanyID, reply, adding)
	if err != nil || len(good) == 0 {
		return err
	}
	if err := m.makeDepartments(ctx, tx.Queries, who, reply.Made); err != nil {
		return err
	}
	if err := m.makePersons(ctx, tx.Queries, who.Language, reply.Rows, good); err != nil {
		return err
	}
	// Now each row has a person who is locked, and the new departments have ids, so the rows are judged again.
	made := reply.Made
	if good, err = m.judge(ctx, tx.Queries, who.CompanyID, reply, adding); err != nil {
		return err
	}
	reply.Made = made
	first, err := tx.CompanyFirstAddress(ctx, who.CompanyID)
	if err != nil && !db.None(err) {
		return err
	}
	now := m.Clock()
	invited := db.MembersInviteParams{CompanyID: who.CompanyID, AddressID: db.Null(first), Now: now}
	var let, places []string
	var changes []audit.Change
	for _, j := range good {
		became := memberState{Status: "Invited", Role: "Employee", Department: j.department}
		id := j.profile
		switch {
		case j.waits:
			let, places = append(let, id), append(places, j.department)
			became.Status = "Active"
		default:
			if id == "" {
				id = ulid.Make().String()
			}
			invited.Ids, invited.Persons = append(invited.Ids, id), append(invited.Persons, j.person)
			invited.Departments, invited.Names = append(invited.Departments, j.department), append(invited.Names, reply.Rows[j.row].Name)
		}
		changes = append(changes, audit.Change{Subject: id, After: became})
	}
	if err := tx.MembersInvite(ctx, invited); err != nil {
		return err
	}
	if err := tx.MembersLetIn(ctx, who.CompanyID, let, places); err != nil {
		return err
	}
	if err := job.InsertManyTx(ctx, m.Queue, tx,
		each(invited.Ids, func(id string) person.Invitation { return person.Invitation{Profile: id} }), nil); err != nil {
		return err
	}
	if err := job.InsertManyTx(ctx, m.Queue, tx,
		each(let, func(id string) person.Approved { return person.Approved{Profile: id} }), nil); err != nil {
		return err
	}
	return audit.WriteMany(ctx, tx.Queries,
		audit.Act{At: now, Who: who.ProfileID, Company: who.CompanyID, Kind: "member.invite", Note: noteOf(who)}, changes)
}

// makePersons creates the persons that do not exist yet, who are written to in a language, and locks them as the others are locked already.
func (m *Members) makePersons(ctx context.Context, q *db.Queries, language string, rows []Guest, good []judged) error {
	var ids, emails, names []string
	for _, j := range good {
		if j.person == "" {
			ids, emails, names = append(ids, ulid.Make().String()), append(emails, rows[j.row].Email), append(names, rows[j.row].Name)
		}
	}
	if err := q.PersonsMake(ctx,
		db.PersonsMakeParams{Ids: ids, Emails: emails, Names: names, Language: language, Now: m.Clock()}); err != nil {
		return err
	}
	return q.PersonsHoldByEmail(ctx, emails)
}

// addresses are the e-mails of the rows without a problem.
func addresses(rows []Guest) []string {
	emails := make([]string, 0, len(rows))
	for _, g := range rows {
		if g.Problem == "" {
			emails = append(emails, g.Email)
		}
	}
	return emails
}

func (m *Members) makeDepartments(ctx context.Context, q *db.Queries, who web.Caller, names []string) error {
	var changes []audit.Change
	ids := make([]string, len(names))
	for i, name := range names {
		ids[i] = ulid.Make().String()
		changes = append(changes, audit.Change{Subject: ids[i], After: name})
	}
	if err := q.DepartmentsMake(ctx, who.CompanyID, m.Clock(), ids, names); err != nil {
		return err
	}
	return audit.WriteMany(ctx, q,
		audit.Act{At: m.Clock(), Who: who.ProfileID, Company: who.CompanyID, Kind: "department.add", Note: noteOf(who)}, changes)
}
