package company

import (
	"context"
	"errors"
	"slices"

	"github.com/oklog/ulid/v2"

	"sahn/server/person"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Why a place cannot be changed or retired.
var (
	ErrLastPlace    = fault.New(fault.Conflict, "last_place", "A company needs at least one place.")
	ErrCounterThere = fault.New(fault.Conflict, "counter_there", "A counter stands at this place. Please unpair its tablet first.")
	ErrManyPlaces   = fault.New(fault.Conflict, "too_many_places", "That are too many places. Please ask us.")
)

const maxPlaces = 100

// PlaceRequest is a new place. ID is a ULID that the device made, and the idempotency key.
type PlaceRequest struct {
	ID           string `json:"id" validate:"required,len=26,alphanum"`
	Label        string `json:"label" validate:"required"`
	Line         string `json:"line" validate:"required"`
	AreaTimingID string `json:"area_timing_id" validate:"required,len=26"`
}

// PlaceChangeRequest changes a place. Seen is the seal of what the admin saw; Next, a ULID of the device, is the id of the new place that
// takes over its people when the change makes it a different one.
type PlaceChangeRequest struct {
	PlaceRequest
	Next string `json:"next" validate:"required,len=26,alphanum"`
	Seen string `json:"seen" validate:"required"`
}

// PlaceRetireRequest retires a place; people who had lunch delivered there have it delivered to To.
type PlaceRetireRequest struct {
	ID string `json:"id" validate:"required,len=26,alphanum"`
	To string `json:"to" validate:"required,len=26,alphanum"`
}

// PlaceMainRequest names one of the places.
type PlaceMainRequest struct {
	ID string `json:"id" validate:"required,len=26,alphanum"`
}

// HandlePlaceAdd adds a place.
func (c *Companies) HandlePlaceAdd(ctx context.Context, who web.Caller, r PlaceRequest) (CompanyReply, error) {
	if err := c.cleanPlace(ctx, &r); err != nil {
		return CompanyReply{}, err
	}
	return c.change(ctx, who, func(ctx context.Context, tx db.Tx, row db.Company) (*act, error) {
		return c.add(ctx, tx.Queries, row.ID, r)
	})
}

func (c *Companies) add(ctx context.Context, q *db.Queries, company string, r PlaceRequest) (*act, error) {
	places, err := q.CompanyPlaces(ctx, clock.DateOf(c.now()), company)
	if err != nil {
		return nil, err
	}
	if slices.ContainsFunc(places, func(p db.CompanyPlacesRow) bool { return p.ID == r.ID }) {
		return nil, nil
	}
	if len(places) >= maxPlaces {
		return nil, ErrManyPlaces
	}
	added, err := q.PlaceAdd(ctx, db.PlaceAddParams{ID: r.ID, CompanyID: company, Label: r.Label, Line: r.Line, AreaTimingID: r.AreaTimingID})
	if err == nil && added == 0 {
		return nil, fault.Field("id", "The id field is invalid.")
	}
	return &act{"place.add", r.ID, nil, r}, err
}

// HandlePlaceChange renames a place, or replaces it by a different one: then the old is retired, and its people have lunch delivered to
// the new one. Lunches that are ordered already are delivered to where they were ordered.
func (c *Companies) HandlePlaceChange(ctx context.Context, who web.Caller, r PlaceChangeRequest) (CompanyReply, error) {
	if err := c.cleanPlace(ctx, &r.PlaceRequest); err != nil {
		return CompanyReply{}, err
	}
	if _, err := ulid.ParseStrict(r.Next); err != nil {
		return CompanyReply{}, fault.Field("next", "The next field is invalid.")
	}
	return c.change(ctx, who, func(ctx context.Context, tx db.Tx, company db.Company) (*act, error) {
		row, err := placeOf(ctx, tx.Queries, r.ID, company.ID)
		if err != nil {
			return nil, err
		}
		_, err = placeOf(ctx, tx.Queries, r.Next, company.ID)
		if err != nil && !errors.Is(err, fault.ErrNotFound) {
			return nil, err
		}
		switch there := err == nil; {
		case row.RetiredAt != nil && there:
			return nil, nil // this change was made before: a retry
		case row.RetiredAt != nil:
			return nil, ErrChanged
		case there:
			return nil, fault.Field("next", "The next field is invalid.")
		}
		before, after := contentOf(row), PlaceRequest{row.ID, r.Label, r.Line, r.AreaTimingID}
		switch {
		case before == after:
			return nil, nil
		case r.Seen != Seal(before):
			return nil, ErrChanged
		case before.Line == after.Line && before.AreaTimingID == after.AreaTimingID:
			return &act{"place.change", row.ID, before, after}, tx.AddressChange(ctx, row.ID, r.Label, r.Line, r.AreaTimingID)
		}
		after.ID = r.Next
		if _, err := c.add(ctx, tx.Queries, company.ID, after); err != nil {
			return nil, err
		}
		return &act{"place.change", row.ID, before, after}, c.leave(ctx, tx.Queries, row, after.ID)
	})
}

// HandlePlaceRetire retires a place. Lunches that are ordered already are delivered to where they were ordered.
func (c *Companies) HandlePlaceRetire(ctx context.Context, who web.Caller, r PlaceRetireRequest) (CompanyReply, error) {
	return c.change(ctx, who, func(ctx context.Context, tx db.Tx, company db.Company) (*act, error) {
		row, err := placeOf(ctx, tx.Queries, r.ID, company.ID)
		if err != nil || row.RetiredAt != nil {
			return nil, err
		}
		places, err := tx.CompanyPlaces(ctx, clock.DateOf(c.now()), company.ID)
		if err != nil {
			return nil, err
		}
		if len(places) < 2 {
			return nil, ErrLastPlace
		}
		to := slices.IndexFunc(places, func(p db.CompanyPlacesRow) bool { return p.ID == r.To })
		if to < 0 || r.To == r.ID {
			return nil, fault.Field("to", "Please choose one of your other places.")
		}
		return &act{"place.retire", row.ID, contentOf(row), r}, c.leave(ctx, tx.Queries, row, r.To)
	})
}

// HandlePlaceMain makes a place the main one. It changes no person's place of delivery.
func (c *Companies) HandlePlaceMain(ctx context.Context, who web.Caller, r PlaceMainRequest) (CompanyReply, error) {
	return c.change(ctx, who, func(ctx context.Context, tx db.Tx, company db.Company) (*act, error) {
		row, err := placeOf(ctx, tx.Queries, r.ID, company.ID)
		if err != nil {
			return nil, err
		}
		if row.RetiredAt != nil {
			return nil, ErrChanged
		}
		before, err := tx.CompanyFirstAddress(ctx, company.ID)
		if err != nil || before == row.ID {
			return nil, err
		}
		return &act{"place.main", row.ID, before, row.ID}, tx.PlaceMain(ctx, row.ID, company.ID)
	})
}

// leave retires a place in favour of another, which becomes the main one if it was. A place with a counter cannot be retired, because the
// counter's tablet is paired with it.
func (c *Companies) leave(ctx context.Context, q *db.Queries, row db.Address, to string) error {
	places, err := q.CompanyPlaces(ctx, clock.DateOf(c.now()), row.CompanyID)
	if err != nil {
		return err
	}
	main := false
	for _, p := range places {
		if p.ID == row.ID && p.Counters > 0 {
			return ErrCounterThere
		}
		main = main || p.ID == row.ID && p.Main
	}
	if _, err := q.PlacePeopleMove(ctx, to, row.CompanyID, row.ID); err != nil {
		return err
	}
	if main {
		if err := q.PlaceMain(ctx, to, row.CompanyID); err != nil {
			return err
		}
	}
	return q.PlaceRetire(ctx, c.now(), row.ID, row.CompanyID)
}

func placeOf(ctx context.Context, q *db.Queries, id, company string) (db.Address, error) {
	row, err := q.PlaceOne(ctx, id, company)
	return row, db.NoneIs(err, fault.ErrNotFound)
}

// contentOf returns what an admin can change of a place.
func contentOf(row db.Address) PlaceRequest {
	return PlaceRequest{row.ID, row.Label, row.Line, row.AreaTimingID}
}

func placesOf(ctx context.Context, q *db.Queries, company string, from clock.Date) ([]Place, error) {
	rows, err := q.CompanyPlaces(ctx, from, company)
	places := make([]Place, len(rows))
	for i, r := range rows {
		places[i] = Place{r.ID, r.Label, r.Line, r.AreaTimingID, r.Area, r.FromTime, r.UntilTime, r.People, r.Deliveries, r.Counters, r.Main,
			r.Closed, Seal(PlaceRequest{r.ID, r.Label, r.Line, r.AreaTimingID})}
	}
	return places, err
}

func (c *Companies) cleanPlace(ctx context.Context, r *PlaceRequest) (err error) {
	if _, err := ulid.ParseStrict(r.ID); err != nil {
		return fault.Field("id", "The id field is invalid.")
	}
	if r.Label, err = person.Line("label", r.Label, 200); err != nil {
		return err
	}
	if r.Line, err = person.Line("line", r.Line, 200); err != nil {
		return err
	}
	known, err := db.New(c.db).AreaKnown(ctx, r.AreaTimingID)
	if err == nil && !known {
		err = person.ErrArea
	}
	return err
}
