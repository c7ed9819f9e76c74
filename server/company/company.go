// Package company manages the customers: how a company becomes one, its places, its tier, and who pays. Its promise: no one learns of a
// company whose id they were not given, and until an operator approves a company its people pay full prices.
package company

import (
	"context"

	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/platform/web"
)

// Options is what Companies needs. Queue and Post are for letters; without them none of its jobs can run.
type Options struct {
	DB     db.Conn
	People *person.People
	Queue  *job.Queue
	Post   *mail.Post
	Clock  clock.Clock
}

// Companies answers requests about companies. Its methods with a Caller are handlers of the API.
type Companies struct {
	db     db.Conn
	people *person.People
	queue  *job.Queue
	post   *mail.Post
	now    clock.Clock
}

// New makes Companies.
func New(o Options) *Companies { return &Companies{o.DB, o.People, o.Queue, o.Post, o.Clock} }

// Address is a place to deliver to, with the window in which its area is served, in Dubai time.
type Address struct {
	ID           string `json:"id"`
	Label        string `json:"label"`
	Line         string `json:"line"`
	AreaTimingID string `json:"area_timing_id"`
	Area         string `json:"area"`
	From         string `json:"from"`
	Until        string `json:"until"`
	Retired      bool   `json:"retired,omitempty"` // can no longer be chosen; lunches of the caller were delivered there
}

// AddressRequest names the company.
type AddressRequest struct {
	CompanyID string `path:"companyId"`
}

// AddressReply holds the addresses.
type AddressReply struct {
	Data []Address `json:"data"`
}

// CompanyAddress lists where the caller may have lunch delivered: the places of their own company, and for a Cash client their own
// addresses. Any other company is not found.
func (c *Companies) CompanyAddress(ctx context.Context, who web.Caller, req AddressRequest) (AddressReply, error) {
	if who.CompanyID == "" || req.CompanyID != who.CompanyID {
		return AddressReply{}, fault.ErrNotFound
	}
	rows, err := db.New(c.db).AddressesOf(ctx, who.CompanyID, who.ProfileID)
	if err != nil {
		return AddressReply{}, err
	}
	places := make([]Address, len(rows))
	for i, r := range rows {
		places[i] = Address{ID: r.ID, Label: r.Label, Line: r.Line, AreaTimingID: r.AreaTimingID, Area: r.Area, From: r.FromTime,
			Until: r.UntilTime, Retired: r.Retired}
	}
	return AddressReply{places}, nil
}

// AddressesAllowed are those of some addresses to which a profile of a company may have lunch delivered.
func AddressesAllowed(ctx context.Context, q *db.Queries, companyID, profileID string, addresses []string) ([]string, error) {
	return q.AddressesAllowed(ctx, addresses, companyID, profileID)
}
