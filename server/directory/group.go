package directory

import (
	"cmp"
	"context"
	"net/http"
	"slices"
	"strings"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

const groupSchema = "urn:ietf:params:scim:schemas:core:2.0:Group"

var groupKinds = kinds{"displayName": "", "externalId": "", "members": "many"}

// maxGroups is how many a directory may have, maxMembers how many people one of them.
const (
	maxGroups  = 1000
	maxMembers = 10_000
)

// group is what a directory says of a group.
type group struct {
	DisplayName string
	ExternalID  string
	members     []string // ids of people, each once
}

func groupOf(doc resource) (g group, err error) {
	var okName, okID bool
	g.DisplayName, okName = doc["displayName"].(string)
	g.ExternalID, okID = doc["externalId"].(string)
	g.DisplayName = strings.TrimSpace(g.DisplayName)
	if !okName || g.DisplayName == "" {
		return g, invalid("displayName is required.")
	}
	if !okID && doc["externalId"] != nil || len(g.DisplayName) > maxText || len(g.ExternalID) > maxText {
		return g, invalid("A text is of another kind, or longer than 256 bytes.")
	}
	for _, m := range elements(doc["members"]) {
		id, ok := m["value"].(string)
		if !ok {
			return g, invalid("A member has the id of a person as its value.")
		}
		g.members = append(g.members, id)
	}
	slices.Sort(g.members)
	if g.members = slices.Compact(g.members); len(g.members) > maxMembers {
		return g, invalid("A group has at most 10,000 members.")
	}
	return g, nil
}

func (d *Directories) groupDoc(row db.DirectoryGroupsRow, members []db.DirectoryMembersOfRow) resource {
	doc := resource{"schemas": []string{groupSchema}, "id": row.ID, "displayName": row.Name,
		"meta": d.meta("Group", row.ID, row.MadeAt, row.ChangedAt)}
	if row.ExternalID != nil {
		doc["externalId"] = *row.ExternalID
	}
	list := []resource{}
	for _, m := range members {
		if m.GroupID == row.ID {
			list = append(list, resource{"value": m.ProfileID, "display": m.UserName, "type": "User", "$ref": d.at("Users", m.ProfileID)})
		}
	}
	doc["members"] = list
	return doc
}

func (d *Directories) groupRow(ctx context.Context, q *db.Queries, company, id string) (
	row db.DirectoryGroupsRow, doc resource, err error) {
	if len(id) != 26 {
		return row, nil, errNone
	}
	rows, err := q.DirectoryGroups(ctx, db.DirectoryGroupsParams{CompanyID: company, ID: id, Most: 1})
	if err == nil && len(rows) == 0 {
		err = errNone
	}
	if err != nil {
		return row, nil, err
	}
	members, err := q.DirectoryMembersOf(ctx, company, []string{id})
	return rows[0], d.groupDoc(rows[0], members), err
}

func (d *Directories) groups(ctx context.Context, a asked) (reply web.RawReply, err error) {
	switch {
	case a.id == "" && a.method == http.MethodGet:
		return d.findGroups(ctx, a)
	case a.id == "" && a.method == http.MethodPost:
		return d.changeGroup(ctx, a, func(resource) (is resource, err error) { return is, a.into(&is) })
	case a.id == "":
		return reply, errMethod
	case a.method == http.MethodGet:
		_, doc, err := d.groupRow(ctx, db.New(d.Conn), a.as.company, a.id)
		if err != nil {
			return reply, err
		}
		return a.one(http.StatusOK, doc)
	case a.method == http.MethodPut:
		return d.changeGroup(ctx, a, func(resource) (is resource, err error) { return is, a.into(&is) })
	case a.method == http.MethodPatch:
		return d.changeGroup(ctx, a, func(doc resource) (resource, error) { return patched(doc, a.body, groupKinds) })
	case a.method == http.MethodDelete:
		return d.dropGroup(ctx, a)
	}
	return reply, errMethod
}

func (d *Directories) findGroups(ctx context.Context, a asked) (reply web.RawReply, err error) {
	e, err := parsed(a.query.Get("filter"))
	if err != nil {
		return reply, err
	}
	where, quick := conditions(e, "displayName", "externalId", "id", "members")
	q := db.New(d.Conn)
	look := func(skip, most int) (page []resource, total int, err error) {
		rows, err := q.DirectoryGroups(ctx, db.DirectoryGroupsParams{CompanyID: a.as.company, ID: where["id"], Name: where["displayName"],
			ExternalID: where["externalId"], Member: where["members"], Skip: skip, Most: most})
		if err != nil {
			return nil, 0, err
		}
		var ids []string
		for _, row := range rows {
			ids, total = append(ids, row.ID), int(row.Total)
		}
		var members []db.DirectoryMembersOfRow
		if !quick || !strings.Contains(strings.ToLower(a.query.Get("excludedAttributes")), "members") {
			if members, err = q.DirectoryMembersOf(ctx, a.as.company, ids); err != nil {
				return nil, 0, err
			}
		}
		for _, row := range rows {
			page = append(page, d.groupDoc(row, members))
		}
		return page, total, nil
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

// changeGroup makes a group, or changes the one that is named. A group is the department of its name, and whoever joins it is in that.
func (d *Directories) changeGroup(ctx context.Context, a asked, next func(doc resource) (resource, error)) (reply web.RawReply, err error) {
	status, doc := http.StatusOK, resource(nil)
	err = d.change(ctx, a.as, nil, func(ctx context.Context, tx db.Tx, _ db.Company) error {
		row, was, kind := db.DirectoryGroupsRow{}, resource{}, "directory.group"
		if a.id != "" {
			if row, was, err = d.groupRow(ctx, tx.Queries, a.as.company, a.id); err != nil {
				return err
			}
		}
		is, err := next(was)
		if err != nil {
			return err
		}
		g, err := groupOf(is)
		if err != nil {
			return err
		}
		if is, err := tx.DirectoryGroupNamed(ctx, a.as.company, g.DisplayName, row.ID); err != nil || is {
			return cmp.Or(err, taken("There is a group of that displayName already."))
		}
		if a.id == "" {
			counts, err := tx.DirectoryCounts(ctx, a.as.company)
			if err != nil {
				return err
			}
			if counts.Groups >= maxGroups {
				return invalid("A directory has at most 1,000 groups here.")
			}
			status, row.ID, kind = http.StatusCreated, ulid.Make().String(), "directory.group_add"
		}
		if g.DisplayName != row.Name {
			if row.DepartmentID, err = d.Members.Department(ctx, tx, a.as.company, g.DisplayName); err != nil {
				return err
			}
		}
		if err := tx.DirectoryGroupSet(ctx, db.DirectoryGroupSetParams{ID: row.ID, CompanyID: a.as.company, Name: g.DisplayName,
			ExternalID: db.Null(g.ExternalID), DepartmentID: row.DepartmentID, Now: d.Clock()}); err != nil {
			return err
		}
		before, err := groupOf(resource{"displayName": g.DisplayName, "members": was["members"]})
		if err != nil {
			return err
		}
		added, dropped := without(g.members, before.members), without(before.members, g.members)
		concerned := slices.Concat(added, dropped)
		if g.DisplayName != row.Name {
			concerned = slices.Concat(g.members, dropped)
		}
		if err := d.join(ctx, tx, a.as.company, row.ID, [3][]string{added, dropped, concerned}); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx.Queries, audit.Act{At: d.Clock(), Company: a.as.company, Kind: kind, Subject: row.ID,
			After: resource{"name": g.DisplayName, "added": len(added), "removed": len(dropped)}, Note: "directory"}); err != nil {
			return err
		}
		_, doc, err = d.groupRow(ctx, tx.Queries, a.as.company, row.ID)
		return err
	})
	if err != nil {
		return reply, err
	}
	if a.method == http.MethodPatch && a.query.Get("attributes") == "" {
		return web.RawReply{Status: http.StatusNoContent}, nil
	}
	return a.one(status, doc)
}

// join adds people to a group and takes others out, and gives the department of the group that they joined last to all who are concerned.
func (d *Directories) join(ctx context.Context, tx db.Tx, company, id string, moved [3][]string) error {
	added, dropped, concerned := moved[0], moved[1], moved[2]
	if _, err := tx.MembersLock(ctx, concerned, company); err != nil {
		return err
	}
	done, err := tx.DirectoryMembersAdd(ctx, id, d.Clock(), company, added)
	if err != nil {
		return err
	}
	if len(done) < len(added) {
		return invalid("A member is nobody whom this directory can see.")
	}
	if err := tx.DirectoryMembersDrop(ctx, company, id, dropped); err != nil {
		return err
	}
	return tx.DirectoryDepartmentsSet(ctx, company, concerned)
}

// without are the elements of a sorted list that another one does not have.
func without(a, b []string) []string {
	return slices.DeleteFunc(slices.Clone(a), func(s string) bool { _, is := slices.BinarySearch(b, s); return is })
}

// dropGroup forgets a group; its people are in the department of the group that they joined before, and the department itself stays.
func (d *Directories) dropGroup(ctx context.Context, a asked) (reply web.RawReply, err error) {
	err = d.change(ctx, a.as, nil, func(ctx context.Context, tx db.Tx, _ db.Company) error {
		row, doc, err := d.groupRow(ctx, tx.Queries, a.as.company, a.id)
		if err != nil {
			return err
		}
		g, err := groupOf(doc)
		if err != nil {
			return err
		}
		if err := d.join(ctx, tx, a.as.company, row.ID, [3][]string{nil, g.members, g.members}); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx.Queries, audit.Act{At: d.Clock(), Company: a.as.company, Kind: "directory.group_remove", Subject: row.ID,
			Before: row.Name, Note: "directory"}); err != nil {
			return err
		}
		return tx.DirectoryGroupDrop(ctx, row.ID, a.as.company)
	})
	reply.Status = http.StatusNoContent
	return reply, err
}
