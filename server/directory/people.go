package directory

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"

	"sahn/server/member"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// userDoc is a person as they are shown to the directory.
func (d *Directories) userDoc(row db.DirectoryUsersRow) (resource, error) {
	doc := resource{}
	if row.Told != nil {
		if err := json.Unmarshal(row.Told, &doc); err != nil {
			return nil, err
		}
	} else {
		doc["displayName"] = row.Name
		doc["emails"] = []resource{{"value": row.Email, "type": "work", "primary": true}}
	}
	doc["schemas"], doc["id"], doc["userName"], doc["active"] = []string{userSchema}, row.ID, row.UserName, row.Active
	if row.ExternalID != nil {
		doc["externalId"] = *row.ExternalID
	}
	var groups []resource
	if err := json.Unmarshal(row.Groups, &groups); err != nil {
		return nil, err
	}
	if len(groups) > 0 {
		for _, g := range groups {
			id, _ := g["value"].(string)
			g["$ref"], g["type"] = d.at("Groups", id), "direct"
		}
		doc["groups"] = groups
	}
	doc["meta"] = d.meta("User", row.ID, row.MadeAt, row.ChangedAt)
	return doc, nil
}

func (d *Directories) userRow(ctx context.Context, q *db.Queries, company, id string) (row db.DirectoryUsersRow, err error) {
	if len(id) != 26 {
		return row, errNone
	}
	rows, err := q.DirectoryUsers(ctx, db.DirectoryUsersParams{CompanyID: company, ID: id, Most: 1})
	if err == nil && len(rows) == 0 {
		err = errNone
	}
	if err != nil {
		return row, err
	}
	return rows[0], nil
}

func (d *Directories) users(ctx context.Context, a asked) (reply web.RawReply, err error) {
	switch {
	case a.id == "" && a.method == http.MethodGet:
		return d.findUsers(ctx, a)
	case a.id == "" && a.method == http.MethodPost:
		return d.makeUser(ctx, a)
	case a.id == "":
		return reply, errMethod
	case a.method == http.MethodGet:
		row, err := d.userRow(ctx, db.New(d.Conn), a.as.company, a.id)
		if err != nil {
			return reply, err
		}
		doc, err := d.userDoc(row)
		if err != nil {
			return reply, err
		}
		return a.one(http.StatusOK, doc)
	case a.method == http.MethodPut:
		return d.changeUser(ctx, a, func(doc resource) (resource, error) {
			var given resource
			err := a.into(&given)
			if _, said := saidActive(given); err == nil && !said {
				given["active"] = doc["active"]
			}
			return given, err
		})
	case a.method == http.MethodPatch:
		return d.changeUser(ctx, a, func(doc resource) (resource, error) { return patched(doc, a.body, userKinds) })
	case a.method == http.MethodDelete:
		return d.dropUser(ctx, a)
	}
	return reply, errMethod
}

func (d *Directories) findUsers(ctx context.Context, a asked) (reply web.RawReply, err error) {
	e, err := parsed(a.query.Get("filter"))
	if err != nil {
		return reply, err
	}
	where, quick := conditions(e, "userName", "externalId", "id", "emails")
	look := func(skip, most int) (page []resource, total int, err error) {
		rows, err := db.New(d.Conn).DirectoryUsers(ctx, db.DirectoryUsersParams{CompanyID: a.as.company, ID: where["id"],
			UserName: where["userName"], ExternalID: where["externalId"], Email: where["emails"], Skip: skip, Most: most})
		for _, row := range rows {
			doc, err := d.userDoc(row)
			if err != nil {
				return nil, 0, err
			}
			page, total = append(page, doc), int(row.Total)
		}
		return page, total, err
	}
	if quick {
		return a.listed(look)
	}
	clear(where)
	return d.sifted(ctx, a, e, func(most int) ([]resource, error) {
		all, _, err := look(0, most)
		return all, err
	})
}

// ours refuses an address in a domain that the company has not shown to be its own: else a company could say who strangers are.
func ours(ctx context.Context, q *db.Queries, company, address string) error {
	own, err := q.DirectoryDomainIs(ctx, company, address[strings.LastIndex(address, "@")+1:])
	if err == nil && !own {
		err = invalid("The address is in no domain that your company has verified here.")
	}
	return err
}

func (d *Directories) makeUser(ctx context.Context, a asked) (reply web.RawReply, err error) {
	var given resource
	if err := a.into(&given); err != nil {
		return reply, err
	}
	u, address, err := userOf(given)
	if err != nil {
		return reply, err
	}
	var doc resource
	var ended [][]byte
	hold := func(ctx context.Context, q *db.Queries) error { return q.PersonsHoldByEmail(ctx, []string{address}) }
	err = d.change(ctx, a.as, hold, func(ctx context.Context, tx db.Tx, c db.Company) error {
		if c.Status != "Active" {
			return member.ErrNotActive
		}
		if err := ours(ctx, tx.Queries, a.as.company, address); err != nil {
			return err
		}
		if is, err := tx.DirectoryUserNamed(ctx, a.as.company, "", u.UserName, address); err != nil || is {
			return cmp.Or(err, taken("There is a person of that userName or address already."))
		}
		id, err := d.enlisted(ctx, tx, a.as.company, member.Guest{Email: address, Name: u.called(address)})
		if err != nil {
			return err
		}
		rows, err := tx.DirectoryProfilesOf(ctx, id, a.as.company, false)
		if err != nil {
			return err
		}
		doc, ended, err = d.keep(ctx, tx, a.as.company, kept{rows[0].ID, u}) // a person is shown under their first profile
		return err
	})
	if err != nil {
		return reply, err
	}
	d.People.Sessions.Ended(ctx, ended...)
	return a.one(http.StatusCreated, doc)
}

// enlisted is a profile of the owner of an address in the company, made or let in again where that is needed.
func (d *Directories) enlisted(ctx context.Context, tx db.Tx, company string, g member.Guest) (id string, err error) {
	known, err := tx.MembersByEmail(ctx, company, []string{g.Email})
	if err != nil {
		return "", err
	}
	if len(known) > 0 && known[0].Status == "Suspended" {
		rows, err := tx.DirectoryProfilesOf(ctx, known[0].ProfileID, company, false)
		if err != nil {
			return "", err
		}
		return known[0].ProfileID, d.returns(ctx, tx, company, rows)
	}
	id, problem, err := d.Members.Enlist(ctx, tx, company, g)
	if err == nil && problem != "" && problem != "member" && problem != "invited" {
		err = taken("Somebody in the company reads this mailbox under another address.")
	}
	return id, err
}

// returns lets somebody in again whom the directory had put out itself, and who asked to join.
func (d *Directories) returns(ctx context.Context, tx db.Tx, company string, rows []db.DirectoryProfilesOfRow) error {
	left, err := tx.DirectoryUserWas(ctx, rows[0].ID, company)
	if db.NoneIs(err, nil) != nil {
		return err
	}
	if left == nil && slices.ContainsFunc(rows, func(r db.DirectoryProfilesOfRow) bool { return r.Status == "Suspended" }) {
		return member.ErrOnHold
	}
	return d.Members.Return(ctx, tx, company, rows)
}

// kept is a person whom the directory tells of, by the first profile that they have in the company.
type kept struct {
	id   string
	user user
}

// keep writes what the directory told, and puts somebody out whom it says to be out.
func (d *Directories) keep(ctx context.Context, tx db.Tx, company string, k kept) (doc resource, ended [][]byte, err error) {
	now := d.Clock()
	left, err := tx.DirectoryUserWas(ctx, k.id, company)
	if db.NoneIs(err, nil) != nil {
		return nil, nil, err
	}
	if k.user.Active != nil {
		if *k.user.Active {
			left = nil
		} else {
			rows, err := tx.DirectoryProfilesOf(ctx, k.id, company, true)
			if err != nil {
				return nil, nil, err
			}
			if ended, err = d.Members.Leave(ctx, tx, company, rows); err != nil {
				return nil, nil, err
			}
			if err := d.Left(ctx, tx); err != nil {
				return nil, nil, err
			}
			whose := rows[slices.IndexFunc(rows, func(r db.DirectoryProfilesOfRow) bool { return r.ID == k.id })].PersonID
			if slices.ContainsFunc(rows, func(r db.DirectoryProfilesOfRow) bool { return r.PersonID == whose && r.Status != "Suspended" }) {
				left = &now // else somebody else put them out before
			}
		}
	}
	told, u := resource{}, k.user
	u.Active, u.ExternalID = nil, ""
	raw, err := json.Marshal(u)
	if err == nil {
		err = json.Unmarshal(raw, &told)
	}
	if err != nil {
		return nil, nil, err
	}
	maps.DeleteFunc(told, func(name string, _ any) bool { return name == "userName" })
	if raw, err = json.Marshal(told); err != nil {
		return nil, nil, err
	}
	if err := tx.DirectoryUserSet(ctx, db.DirectoryUserSetParams{ProfileID: k.id, CompanyID: company, UserName: k.user.UserName,
		ExternalID: db.Null(k.user.ExternalID), Told: raw, Now: now, LeftAt: left}); err != nil {
		return nil, nil, err
	}
	row, err := d.userRow(ctx, tx.Queries, company, k.id)
	if err != nil {
		return nil, nil, err
	}
	doc, err = d.userDoc(row)
	return doc, ended, err
}

func (d *Directories) changeUser(ctx context.Context, a asked, next func(doc resource) (resource, error)) (reply web.RawReply, err error) {
	var doc resource
	var ended [][]byte
	hold := func(ctx context.Context, q *db.Queries) error {
		return q.DirectoryHold(ctx, a.id, a.as.company)
	}
	err = d.change(ctx, a.as, hold, func(ctx context.Context, tx db.Tx, c db.Company) error {
		row, err := d.userRow(ctx, tx.Queries, a.as.company, a.id)
		if err != nil {
			return err
		}
		was, err := d.userDoc(row)
		if err != nil {
			return err
		}
		if !row.Active {
			delete(was, "active") // who waits is not in, and has not left as long as nothing says so
		}
		is, err := next(was)
		if err != nil {
			return err
		}
		u, address, err := userOf(is)
		if err == nil {
			err = d.mayBe(ctx, tx, a, was, u, address)
		}
		if _, refused := errors.AsType[*refusal](err); refused && out(is) {
			was["active"] = false // whatever else is refused, whoever left is out
			u, address, err = userOf(was)
		}
		if err != nil {
			return err
		}
		rows, err := tx.DirectoryProfilesOf(ctx, a.id, a.as.company, false)
		if err != nil {
			return err
		}
		if u.Active != nil && bool(*u.Active) && !row.Active {
			if c.Status != "Active" {
				return member.ErrNotActive
			}
			if err := ours(ctx, tx.Queries, a.as.company, address); err != nil {
				return err
			}
			if err := d.returns(ctx, tx, a.as.company, rows); err != nil {
				return err
			}
		}
		doc, ended, err = d.keep(ctx, tx, a.as.company, kept{a.id, u})
		return err
	})
	if err != nil {
		return reply, err
	}
	d.People.Sessions.Ended(ctx, ended...)
	return a.one(http.StatusOK, doc)
}

// saidActive is what a document says of being in, in any spelling of the attribute's name.
func saidActive(doc resource) (value any, said bool) {
	for name, v := range doc {
		if strings.EqualFold(name, "active") {
			return v, true
		}
	}
	return nil, false
}

// out reports whether a document says that its person left.
func out(doc resource) bool {
	value, _ := saidActive(doc)
	text, _ := value.(string)
	return value == false || strings.EqualFold(text, "false")
}

// mayBe refuses a user name or an address that is new and not theirs. Nothing else keeps a directory from saying that somebody left.
func (d *Directories) mayBe(ctx context.Context, tx db.Tx, a asked, was resource, u user, address string) error {
	had, before, err := userOf(was)
	if err == nil && before != address {
		if err := ours(ctx, tx.Queries, a.as.company, address); err != nil {
			return err
		}
	} else if before == address {
		address = ""
	}
	if strings.EqualFold(u.UserName, had.UserName) && address == "" {
		return nil
	}
	is, err := tx.DirectoryUserNamed(ctx, a.as.company, a.id, u.UserName, address)
	if err == nil && is {
		err = taken("There is a person of that userName or address already.")
	}
	return err
}

// dropUser puts somebody out and forgets them as far as the directory is concerned. Their orders and their money stay in the books.
func (d *Directories) dropUser(ctx context.Context, a asked) (reply web.RawReply, err error) {
	var ended [][]byte
	hold := func(ctx context.Context, q *db.Queries) error {
		return q.DirectoryHold(ctx, a.id, a.as.company)
	}
	err = d.change(ctx, a.as, hold, func(ctx context.Context, tx db.Tx, _ db.Company) error {
		row, err := d.userRow(ctx, tx.Queries, a.as.company, a.id)
		if err != nil {
			return err
		}
		doc, err := d.userDoc(row)
		if err != nil {
			return err
		}
		doc["active"] = false
		u, _, err := userOf(doc)
		if err != nil {
			return err
		}
		if _, ended, err = d.keep(ctx, tx, a.as.company, kept{a.id, u}); err != nil {
			return err
		}
		if err := tx.DirectoryMemberDrop(ctx, a.as.company, a.id); err != nil {
			return err
		}
		return tx.DirectoryUserGone(ctx, d.Clock(), a.id, a.as.company)
	})
	if err != nil {
		return reply, err
	}
	d.People.Sessions.Ended(ctx, ended...)
	reply.Status = http.StatusNoContent
	return reply, nil
}
