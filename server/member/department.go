package member

import (
	"context"

	"github.com/oklog/ulid/v2"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// ErrDepartmentTaken refuses a second department with the same name.
var ErrDepartmentTaken = fault.Field("name", "There is a department of that name already.")

// maxDepartments is how many a company can have.
const maxDepartments = 200

// DepartmentRequest makes a department, or renames the one with the id.
type DepartmentRequest struct {
	ID   string `json:"id,omitempty" validate:"omitempty,len=26"`
	Name string `json:"name" validate:"required,max=200"`
}

// DepartmentsReply is all departments afterwards.
type DepartmentsReply struct {
	Departments []Department `json:"departments"`
}

// HandleDepartment makes or renames a department.
func (m *Members) HandleDepartment(ctx context.Context, who web.Caller, req DepartmentRequest) (reply DepartmentsReply, err error) {
	name, err := person.Line("name", req.Name, 60)
	if err != nil {
		return reply, err
	}
	err = m.asAdmin(ctx, who, nil, func(ctx context.Context, tx db.Tx, _ db.Company) error {
		all, err := departments(ctx, tx.Queries, who.CompanyID)
		if err != nil {
			return err
		}
		was := ""
		for _, d := range all {
			if d.ID == req.ID {
				was = d.Name
			} else if fold(d.Name) == fold(name) {
				return ErrDepartmentTaken
			}
		}
		switch {
		case req.ID != "" && was == "":
			return fault.ErrNotFound
		case req.ID == "" && len(all) >= maxDepartments:
			return fault.Field("name", "A company can have at most 200 departments.")
		case req.ID == "":
			err = m.makeDepartments(ctx, tx.Queries, who, []string{name})
		default:
			if _, err = tx.DepartmentRename(ctx, name, req.ID, who.CompanyID); err == nil {
				err = audit.Write(ctx, tx.Queries, audit.Act{At: m.Clock(), Who: who.ProfileID, Company: who.CompanyID, Kind: "department.rename",
					Subject: req.ID, Before: was, After: name})
			}
		}
		if err != nil {
			return err
		}
		reply.Departments, err = departments(ctx, tx.Queries, who.CompanyID)
		return err
	})
	return reply, err
}

// DepartmentRemoveRequest names a department.
type DepartmentRemoveRequest struct {
	ID string `path:"id"`
}

// HandleDepartmentRemove removes a department; its people then have none.
func (m *Members) HandleDepartmentRemove(ctx context.Context, who web.Caller,
	req DepartmentRemoveRequest) (reply DepartmentsReply, err error) {
	if _, err := ulid.ParseStrict(req.ID); err != nil || len(req.ID) != 26 {
		return reply, fault.ErrNotFound
	}
	err = m.asAdmin(ctx, who, nil, func(ctx context.Context, tx db.Tx, _ db.Company) error {
		was, err := tx.DepartmentOne(ctx, req.ID, who.CompanyID)
		if err != nil {
			return db.NoneIs(err, fault.ErrNotFound)
		}
		if _, err := tx.DepartmentRemove(ctx, req.ID, who.CompanyID); err != nil {
			return err
		}
		if err := audit.Write(ctx, tx.Queries, audit.Act{At: m.Clock(), Who: who.ProfileID, Company: who.CompanyID, Kind: "department.remove",
			Subject: req.ID, Before: was}); err != nil {
			return err
		}
		reply.Departments, err = departments(ctx, tx.Queries, who.CompanyID)
		return err
	})
	return reply, err
}
