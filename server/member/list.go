package member

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/week"
)

// page is how many members a page of the list holds.
const page = 50

// Filter says which members are meant. Empty fields match all; department is an id or "none", idle "yes" for those who can order and have
// nothing in the coming week.
type Filter struct {
	Search     string `json:"q,omitempty" validate:"max=100"`
	Status     string `json:"status,omitempty" validate:"omitempty,oneof=Invited Pending Active Suspended"`
	Role       string `json:"role,omitempty" validate:"omitempty,oneof=Admin Employee"`
	Department string `json:"department,omitempty" validate:"max=26"`
	Idle       string `json:"idle,omitempty" validate:"omitempty,oneof=yes"`
	Sort       string `json:"sort,omitempty" validate:"max=12"`
}

// ListRequest is a page of the members that match, the first being 0.
type ListRequest struct {
	Search     string `query:"q" validate:"max=100"`
	Status     string `query:"status" validate:"omitempty,oneof=Invited Pending Active Suspended"`
	Role       string `query:"role" validate:"omitempty,oneof=Admin Employee"`
	Department string `query:"department" validate:"max=26"`
	Idle       string `query:"idle" validate:"omitempty,oneof=yes"`

	Sort string `query:"sort" validate:"omitempty,oneof=name -name email -email status -status department -department share -share week -week"`

	Page string `query:"page" validate:"max=4"`
}

func (r ListRequest) filter() Filter {
	return Filter{r.Search, r.Status, r.Role, r.Department, r.Idle, r.Sort}
}

// Member is a person who belongs to a company. ShareUsed is of the running share period; Days are those of the coming week on which
// something is ordered.
type Member struct {
	ID         string       `json:"id"`
	Name       string       `json:"name"`
	Email      string       `json:"email"`
	Role       string       `json:"role"`
	Status     string       `json:"status"`
	Department string       `json:"department,omitempty"` // its id
	Proved     bool         `json:"proved"`               // has verified the e-mail
	ShareUsed  money.Fils   `json:"share_used"`
	Days       []clock.Date `json:"days"`
	LastDay    *clock.Date  `json:"last_day,omitempty"` // the last day on which something was or is ordered
	Reminded   bool         `json:"reminded"`           // of the coming week
	InvitedAt  *time.Time   `json:"invited_at,omitempty"`
	ETag       string       `json:"etag,omitempty"` // what an act may change, as its If-Match takes it, for programs
}

// tag names what acts change of a member; what they eat and pay does not change it.
func (m Member) tag() (string, error) {
	acted := Member{ID: m.ID, Role: m.Role, Status: m.Status, Department: m.Department, Proved: m.Proved}
	if m.InvitedAt != nil {
		at := m.InvitedAt.UTC()
		acted.InvitedAt = &at
	}
	return web.TagOf(acted)
}

// Department groups members.
type Department struct {
	ID     string `json:"id"`
	Name   string `json:"name"`
	People int    `json:"people"`
}

// Counts is how many members there are, by status.
type Counts struct {
	All       int `json:"all"`
	Active    int `json:"active"`
	Pending   int `json:"pending"`
	Invited   int `json:"invited"`
	Suspended int `json:"suspended"`
	Waiting   int `json:"waiting"` // Pending with a verified e-mail
	Idle      int `json:"idle"`    // can order and have nothing in the coming week
}

// Tier is what the number of active people means for the company's discount: percent, or fils off each meal in Flat.
type Tier struct {
	Discount     int        `json:"discount"` // percent of the plan; 0 without one
	Flat         money.Fils `json:"flat,omitempty"`
	Needed       int        `json:"needed"`
	NextDiscount int        `json:"next_discount,omitempty"`
	NextFlat     money.Fils `json:"next_flat,omitempty"`
	NextNeeded   int        `json:"next_needed,omitempty"`
}

// List is a page of a company's members, with what the admin's page shows around it.
type List struct {
	Members     []Member     `json:"members"`
	Matched     int          `json:"matched"`
	Page        int          `json:"page"`
	Pages       int          `json:"pages"`
	Counts      Counts       `json:"counts"`
	Departments []Department `json:"departments"`
	Week        clock.Date   `json:"week"`
	Closed      []clock.Date `json:"closed"` // days of the week on which nothing is delivered
	Cap         *money.Fils  `json:"share_cap,omitempty"`
	Duration    string       `json:"share_duration"`
	Tier        Tier         `json:"tier"`
	You         string       `json:"you"`
}

// HandleList answers with a page of the caller's colleagues.
func (m *Members) HandleList(ctx context.Context, who web.Caller, req ListRequest) (List, error) {
	q, monday := db.New(m.Conn), m.comingWeek()
	n := 0
	if req.Page != "" {
		var err error
		if n, err = strconv.Atoi(req.Page); err != nil || n < 0 || n > Most/page {
			return List{}, fault.Field("page", "The page field is invalid.")
		}
	}
	c, err := q.MemberCompany(ctx, who.CompanyID)
	if err != nil {
		return List{}, db.NoneIs(err, fault.ErrNotFound)
	}
	all := List{Week: monday, Cap: c.ShareCap, Duration: c.ShareDuration, You: who.ProfileID}
	found, err := m.find(ctx, q, who.CompanyID, c.ShareDuration, req.filter(), span{n * page, page})
	if err != nil {
		return List{}, err
	}
	all.Matched, all.Page = found.matched, found.skip/page
	all.Pages = (found.matched + page - 1) / page
	if all.Members, err = m.show(ctx, q, who.CompanyID, c.ShareDuration, found.ids); err != nil {
		return List{}, err
	}
	for i := range all.Members {
		if who.KeyID == "" {
			break
		}
		if all.Members[i].ETag, err = all.Members[i].tag(); err != nil {
			return List{}, err
		}
	}
	count, err := q.MembersCount(ctx, monday, monday+4, who.CompanyID)
	if err != nil {
		return List{}, err
	}
	all.Closed = count.Closed
	all.Counts = Counts{All: int(count.Everybody), Active: int(count.Active), Pending: int(count.Pending), Invited: int(count.Invited),
		Suspended: int(count.Suspended), Waiting: int(count.Waiting), Idle: int(count.Idle)}
	if all.Departments, err = departments(ctx, q, who.CompanyID); err != nil {
		return List{}, err
	}
	plans, err := q.PlansFor(ctx, clock.DateOf(m.Clock()), c.PlanID)
	all.Tier = tierOf(c.PlanID, plans)
	return all, err
}

// found is a page of the members who match. Beyond the end it is the last page.
type found struct {
	ids           []string
	matched, skip int
}

// span is which of those who match are asked for.
type span struct{ skip, most int }

func (m *Members) find(ctx context.Context, q *db.Queries, company, duration string, f Filter, s span) (found, error) {
	monday := m.comingWeek()
	rows, err := q.MembersFind(ctx,
		db.MembersFindParams{CompanyID: company, Search: strings.ToLower(strings.TrimSpace(f.Search)), Status: f.Status, Role: f.Role,
			Department: f.Department, Idle: f.Idle == "yes", Monday: monday, Friday: monday + 4, Sort: f.Sort, Duration: duration,
			PeriodStart: week.PeriodStart(duration, clock.DateOf(m.Clock())), Skip: s.skip, Most: s.most})
	all := found{ids: make([]string, len(rows))}
	for i, r := range rows {
		all.ids[i], all.matched, all.skip = r.ID, int(r.Matched), int(r.N)-i-1
	}
	return all, err
}

func (m *Members) show(ctx context.Context, q *db.Queries, company, duration string, ids []string) ([]Member, error) {
	monday := m.comingWeek()
	rows, err := q.MembersShow(ctx, db.MembersShowParams{Duration: duration, PeriodStart: week.PeriodStart(duration, clock.DateOf(m.Clock())),
		Monday: monday, Friday: monday + 4, Reminder: order.ReminderID(monday, ""), Ids: ids, CompanyID: company})
	all := make([]Member, len(rows))
	for i, r := range rows {
		all[i] = Member{ID: r.ID, Name: r.Name, Email: r.Email, Role: r.ClientType, Status: r.Status, Proved: r.Proved,
			ShareUsed: money.Fils(r.ShareUsed), Days: r.Days, Reminded: r.Reminded, InvitedAt: r.InvitedAt}
		if r.DepartmentID != nil {
			all[i].Department = *r.DepartmentID
		}
		if r.LastDay > 0 {
			all[i].LastDay = &r.LastDay
		}
	}
	return all, err
}

func departments(ctx context.Context, q *db.Queries, company string) ([]Department, error) {
	rows, err := q.Departments(ctx, company)
	all := make([]Department, len(rows))
	for i, r := range rows {
		all[i] = Department{r.ID, r.Name, int(r.People)}
	}
	return all, err
}

// tierOf tells of a company's plan and the next one, of plans in the order of how many people they take.
func tierOf(plan *int, plans []db.Plan) (t Tier) {
	for _, p := range plans {
		switch {
		case plan != nil && p.ID == *plan:
			t.Discount, t.Flat, t.Needed = p.DiscountPercentage, flat(p), p.MinNumPeople
		case t.Needed > 0 && p.MinNumPeople > t.Needed:
			t.NextDiscount, t.NextFlat, t.NextNeeded = p.DiscountPercentage, flat(p), p.MinNumPeople
			return t
		}
	}
	return t
}

func flat(p db.Plan) money.Fils {
	if p.DiscountType == "Flat" {
		return money.Fils(p.DiscountAmount)
	}
	return 0
}

// Waiting is the one line on an admin's dashboard.
type Waiting struct {
	Waiting int `json:"waiting"`
}

type noRequest struct{}

// HandleWaiting answers how many colleagues wait to be let in.
func (m *Members) HandleWaiting(ctx context.Context, who web.Caller, _ noRequest) (Waiting, error) {
	n, err := db.New(m.Conn).MembersWaiting(ctx, who.CompanyID)
	return Waiting{int(n)}, err
}

// sorted returns ids in the order in which rows are locked, each once.
func sorted(ids []string) []string {
	ids = slices.Clone(ids)
	slices.Sort(ids)
	return slices.Compact(ids)
}
