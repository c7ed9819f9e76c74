package company_test

import (
	"context"
	"errors"
	"sync"
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

func place(p company.Profile, named string) (found company.Place) {
	for _, one := range p.Places {
		if one.Label == named || one.ID == named {
			found = one
		}
	}
	return found
}

// changed is the request that gives a place another name and address.
func changed(p company.Place, label, line string) company.PlaceChangeRequest {
	return company.PlaceChangeRequest{Next: ulid.Make().String(), Seen: p.Seal,
		PlaceRequest: company.PlaceRequest{ID: p.ID, Label: label, Line: line, AreaTimingID: p.AreaTimingID}}
}

// changesTwice sends a change once more, as if its answer had been lost.
func (o *office) changesTwice(who web.Caller, r company.PlaceChangeRequest) (after company.Profile) {
	o.t.Helper()
	for range 2 {
		got, err := o.companies.HandlePlaceChange(o.t.Context(), who, r)
		require.NoError(o.t, err)
		after = got.Data
	}
	return after
}

func (o *office) retire(who web.Caller, id, to string) (company.CompanyReply, error) {
	return o.companies.HandlePlaceRetire(context.WithoutCancel(o.t.Context()), who, company.PlaceRetireRequest{ID: id, To: to})
}

// lunchAt is where somebody has lunch brought.
func (o *office) lunchAt(who web.Caller) string {
	o.t.Helper()
	return o.one("SELECT address_id FROM profiles WHERE id = $1", who.ProfileID)
}

func (o *office) allowed(who web.Caller, address string) bool {
	o.t.Helper()
	is, err := company.AddressesAllowed(o.t.Context(), db.New(o.pool), who.CompanyID, who.ProfileID, []string{address})
	require.NoError(o.t, err)
	return len(is) == 1
}

func TestAPlaceIsAddedOnceAndAnybodyOfTheCompanyMayChooseIt(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Qasr)
	r := company.PlaceRequest{ID: ulid.Make().String(), Label: "Roof terrace", Line: "Al Quoz 1, Level 3",
		AreaTimingID: sample.AreaTimings()[0].ID}
	for range 2 {
		got, err := o.companies.HandlePlaceAdd(t.Context(), omar, r)
		require.NoError(t, err)
		require.Equal(t, r.Line, place(got.Data, "Roof terrace").Line)
	}
	require.Equal(t, 1, o.acts("place.add"))
	require.True(t, o.allowed(servertest.Eater(t, o.pool, sample.Qasr), r.ID))
	require.False(t, o.allowed(servertest.Eater(t, o.pool, sample.Harbour), r.ID))

	require.Contains(t, o.refused(o.companies.HandlePlaceAdd(t.Context(), o.admin(sample.Harbour), r)).Fields, "id",
		"another company's place is nobody's to name")
	for field, wrong := range map[string]func(*company.PlaceRequest){
		"label":          func(r *company.PlaceRequest) { r.Label = "" },
		"line":           func(r *company.PlaceRequest) { r.Line = "\u0000" },
		"area_timing_id": func(r *company.PlaceRequest) { r.AreaTimingID = "00SAHNN0B0DY00000000000000" },
		"id":             func(r *company.PlaceRequest) { r.ID = "!!!!!!!!!!!!!!!!!!!!!!!!!!" },
	} {
		bad := r
		wrong(&bad)
		require.Contains(t, o.refused(o.companies.HandlePlaceAdd(t.Context(), omar, bad)).Fields, field)
	}
}

func TestAPlaceIsRenamedWhereItStands(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	first := o.profile(omar).Places[0]
	r := changed(first, "Reception", first.Line)
	require.Equal(t, first.ID, place(o.changesTwice(omar, r), "Reception").ID)
	require.Equal(t, 1, o.acts("place.change"))
	taken := r
	taken.Next, taken.Line = o.profile(omar).Places[1].ID, "Elsewhere"
	require.Contains(t, o.refused(o.companies.HandlePlaceChange(t.Context(), omar, taken)).Fields, "next",
		"a place that there is takes nobody's people unasked")
	r.Label = "Lobby"
	require.ErrorIs(t, o.refused(o.companies.HandlePlaceChange(t.Context(), omar, r)), company.ErrChanged)
	_, err := o.companies.HandlePlaceChange(t.Context(), o.admin(sample.Qasr), r)
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func TestAPlaceThatMovesTakesItsPeopleAndLeavesWhatIsOrdered(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	eats := servertest.Eater(t, o.pool, sample.Harbour)
	home := o.lunchAt(eats)
	o.ate(eats, servertest.Week, 4000, 1000, servertest.Now)
	was := place(o.profile(omar), home)
	require.Equal(t, 2, was.People, "the admin too")
	require.Equal(t, 1, was.Deliveries)
	r := changed(was, "New tower", "Another street 5")
	is := place(o.changesTwice(omar, r), "New tower")
	require.Equal(t, company.Place{ID: r.Next, Label: "New tower", Line: "Another street 5", AreaTimingID: was.AreaTimingID,
		Area: was.Area, From: was.From, Until: was.Until, People: 2, Main: was.Main, Seal: is.Seal}, is)
	require.Equal(t, r.Next, o.lunchAt(eats))
	require.Equal(t, home, o.one("SELECT address_id FROM deliveries WHERE profile_id = $1", eats.ProfileID),
		"what is ordered goes where it was ordered to")
	require.True(t, o.allowed(eats, r.Next))
	require.False(t, o.allowed(eats, home))

	told := o.places(eats)
	last := told[len(told)-1]
	require.Equal(t, home, last.ID, "who has lunch coming there can tell where")
	require.True(t, last.Retired)
	for _, a := range o.places(omar) {
		require.NotEqual(t, home, a.ID)
	}
}

// mainPlace is where newcomers have lunch brought, as an admin sees it and as an invitation finds it.
func (o *office) mainPlace(who web.Caller) string {
	o.t.Helper()
	var marked []string
	for _, p := range o.profile(who).Places {
		if p.Main {
			marked = append(marked, p.ID)
		}
	}
	found, err := db.New(o.pool).CompanyFirstAddress(o.t.Context(), who.CompanyID)
	require.NoError(o.t, err)
	require.Equal(o.t, []string{found}, marked)
	return found
}

// invoiced is the address that an invoice would name today.
func (o *office) invoiced(who web.Caller) string {
	o.t.Helper()
	buyer, err := db.New(o.pool).InvoiceBuyer(o.t.Context(), o.clock.Now(), who.CompanyID)
	require.NoError(o.t, err)
	return buyer.Address
}

func TestWhoCorrectsTheAddressOfTheHeadOfficeSendsNeitherInvoicesNorNewcomersToTheWarehouse(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	head := place(o.profile(omar), o.mainPlace(omar))
	require.Equal(t, head.Line, o.invoiced(omar))
	r := changed(head, head.Label, "Marasi Tower, floor 41")
	places := o.changesTwice(omar, r).Places
	require.Equal(t, r.Next, o.mainPlace(omar))
	require.Equal(t, "Marasi Tower, floor 41", o.invoiced(omar))

	for _, p := range places { // another place's address says nothing of the company's
		if p.ID != r.Next {
			o.changesTwice(omar, changed(p, p.Label, "Gate 3"))
		}
	}
	require.Equal(t, r.Next, o.mainPlace(omar))
	require.Equal(t, "Marasi Tower, floor 41", o.invoiced(omar))
}

func TestTheMainPlaceIsAnAdminsToChooseAndInvoicesCanNameAnAddressOfTheirOwn(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	head := o.mainPlace(omar)
	other := o.profile(omar).Places[0].ID
	if other == head {
		other = o.profile(omar).Places[1].ID
	}
	before := o.lunchAt(omar)
	for range 2 {
		_, err := o.companies.HandlePlaceMain(t.Context(), omar, company.PlaceMainRequest{ID: other})
		require.NoError(t, err)
		require.Equal(t, other, o.mainPlace(omar))
	}
	require.Equal(t, 1, o.acts("place.main"))
	require.Equal(t, before, o.lunchAt(omar), "whoever is here stays where they are")
	_, err := o.companies.HandlePlaceMain(t.Context(), o.admin(sample.Qasr), company.PlaceMainRequest{ID: other})
	require.ErrorIs(t, err, fault.ErrNotFound)

	d := o.profile(omar).Details
	r := company.DetailsRequest{Name: d.Name, TRN: d.TRN, BillingAddress: new("  PO Box 1234,  Dubai "), Seen: d.Seal}
	got, err := o.companies.HandleDetails(t.Context(), omar, r)
	require.NoError(t, err)
	require.Equal(t, "PO Box 1234, Dubai", got.Data.Details.BillingAddress)
	require.JSONEq(t, `"PO Box 1234, Dubai"`, o.one("SELECT (after->'billing_address')::text FROM acts WHERE kind = 'company.details'"))
	_, err = o.retire(omar, other, head)
	require.NoError(t, err)
	require.Equal(t, head, o.mainPlace(omar), "what takes a main place's people is the main one")
	require.Equal(t, "PO Box 1234, Dubai", o.invoiced(omar))
	r.BillingAddress, r.Seen = new(""), o.profile(omar).Details.Seal
	_, err = o.companies.HandleDetails(t.Context(), omar, r)
	require.NoError(t, err)
	require.Equal(t, o.one("SELECT line FROM addresses WHERE id = $1", head), o.invoiced(omar))
	_, err = o.companies.HandlePlaceMain(t.Context(), omar, company.PlaceMainRequest{ID: other})
	require.ErrorIs(t, err, company.ErrChanged, "it is retired")
	r.BillingAddress, r.Seen = new("\u0000"), o.profile(omar).Details.Seal
	require.Contains(t, o.refused(o.companies.HandleDetails(t.Context(), omar, r)).Fields, "billing_address")
}

func TestAPlaceIsRetiredForAnotherAndNeverTheLast(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	places := o.profile(omar).Places
	require.Greater(t, len(places), 1)
	require.Contains(t, o.refused(o.retire(omar, places[0].ID, places[0].ID)).Fields, "to")
	foreign := o.profile(o.admin(sample.Qasr)).Places[0].ID
	require.Contains(t, o.refused(o.retire(omar, places[0].ID, foreign)).Fields, "to")
	_, err := o.retire(omar, foreign, places[0].ID)
	require.ErrorIs(t, err, fault.ErrNotFound)

	last := places[len(places)-1].ID
	for _, p := range places[:len(places)-1] {
		for range 2 {
			_, err := o.retire(omar, p.ID, last)
			require.NoError(t, err)
		}
	}
	require.Equal(t, len(places)-1, o.acts("place.retire"))
	require.Equal(t, last, o.lunchAt(omar))
	require.Equal(t, last, o.mainPlace(omar), "newcomers get the one that is left")
	_, err = o.retire(omar, last, last)
	require.ErrorIs(t, err, company.ErrLastPlace)
	require.Len(t, o.profile(omar).Places, 1)
}

func TestACounterKeepsItsPlace(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	places := o.profile(omar).Places
	servertest.Do(t, o.pool, `INSERT INTO tills (id, company_id, address_id, name, public_key, paired_by, paired_at, seen_at)
		VALUES ($1, $2, $3, 'Pantry', $4, $5, $6, $6)`,
		ulid.Make().String(), sample.Harbour.ID, places[0].ID, make([]byte, 65), omar.ProfileID, servertest.Now)
	require.ErrorIs(t, o.refused(o.retire(omar, places[0].ID, places[1].ID)), company.ErrCounterThere)
	require.Len(t, o.profile(omar).Places, len(places))
	servertest.Do(t, o.pool, "UPDATE tills SET revoked_at = $1, revoked_by = $2", servertest.Now, omar.ProfileID)
	_, err := o.retire(omar, places[0].ID, places[1].ID)
	require.NoError(t, err)
}

// Two admins retire each other's place at once, many times: neither waits for ever, and one place is always left.
func TestTwoAdminsWhoRetirePlacesAtOnceLeaveOne(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	admins := []web.Caller{o.admin(sample.Harbour), o.admin(sample.Harbour)}
	for range 5 {
		for len(o.profile(admins[0]).Places) < 2 {
			_, err := o.companies.HandlePlaceAdd(t.Context(), admins[0],
				company.PlaceRequest{ID: ulid.Make().String(), Label: "One more", Line: "There", AreaTimingID: sample.AreaTimings()[0].ID})
			require.NoError(t, err)
		}
		places := o.profile(admins[0]).Places
		for _, p := range places[2:] {
			_, err := o.retire(admins[0], p.ID, places[0].ID)
			require.NoError(t, err)
		}
		var all sync.WaitGroup
		refused := make(chan error, 2)
		for i, who := range admins {
			servertest.Do(t, o.pool, "UPDATE profiles SET address_id = $2 WHERE id = $1", who.ProfileID, places[i].ID)
			all.Go(func() {
				_, err := o.retire(who, places[i].ID, places[1-i].ID)
				refused <- err
			})
		}
		all.Wait()
		first, second := <-refused, <-refused
		require.True(t, (first == nil) != (second == nil), "%v and %v", first, second)
		require.ErrorIs(t, errors.Join(first, second), company.ErrLastPlace)
		require.Len(t, o.profile(admins[0]).Places, 1)
		require.Equal(t, 0, o.count("profiles pr JOIN addresses a ON a.id = pr.address_id WHERE a.retired_at IS NOT NULL"))
	}
}
