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

func placeNamed(p company.Profile, label string) (found company.Place) {
	for _, one := range p.Places {
		if one.Label == label {
			found = one
		}
	}
	return found
}

func (o *office) allowed(who web.Caller, address string) bool {
	o.t.Helper()
	ok, err := company.AddressAllowed(o.t.Context(), db.New(o.pool), who.CompanyID, who.ProfileID, address)
	require.NoError(o.t, err)
	return ok
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
		require.Equal(t, r.Line, placeNamed(got.Data, "Roof terrace").Line)
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
	place := o.profile(omar).Places[0]
	r := company.PlaceChangeRequest{
		PlaceRequest: company.PlaceRequest{ID: place.ID, Label: "Reception", Line: place.Line, AreaTimingID: place.AreaTimingID},
		Next:         ulid.Make().String(), Seen: place.Seal,
	}
	for range 2 {
		got, err := o.companies.HandlePlaceChange(t.Context(), omar, r)
		require.NoError(t, err)
		require.Equal(t, place.ID, placeNamed(got.Data, "Reception").ID)
	}
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
	home := o.one("SELECT address_id FROM profiles WHERE id = $1", eats.ProfileID)
	o.ate(eats, servertest.Week, 4000, 1000, servertest.Now)
	var place company.Place
	for _, p := range o.profile(omar).Places {
		if p.ID == home {
			place = p
		}
	}
	require.Equal(t, 2, place.People, "the admin too")
	require.Equal(t, 1, place.Deliveries)
	r := company.PlaceChangeRequest{
		PlaceRequest: company.PlaceRequest{ID: home, Label: "New tower", Line: "Another street 5", AreaTimingID: place.AreaTimingID},
		Next:         ulid.Make().String(), Seen: place.Seal,
	}
	for range 2 { // the second time the answer had been lost
		got, err := o.companies.HandlePlaceChange(t.Context(), omar, r)
		require.NoError(t, err)
		require.Equal(t, company.Place{ID: r.Next, Label: "New tower", Line: "Another street 5", AreaTimingID: place.AreaTimingID,
			Area: place.Area, From: place.From, Until: place.Until, People: 2, Main: place.Main, Seal: placeNamed(got.Data, "New tower").Seal},
			placeNamed(got.Data, "New tower"))
	}
	require.Equal(t, r.Next, o.one("SELECT address_id FROM profiles WHERE id = $1", eats.ProfileID))
	require.Equal(t, home, o.one("SELECT address_id FROM deliveries WHERE profile_id = $1", eats.ProfileID),
		"what is ordered goes where it was ordered to")
	require.True(t, o.allowed(eats, r.Next))
	require.False(t, o.allowed(eats, home))

	told, err := o.companies.CompanyAddress(t.Context(), eats, company.AddressRequest{CompanyID: sample.Harbour.ID})
	require.NoError(t, err)
	last := told.Data[len(told.Data)-1]
	require.Equal(t, home, last.ID, "who has lunch coming there can tell where")
	require.True(t, last.Retired)
	others, err := o.companies.CompanyAddress(t.Context(), omar, company.AddressRequest{CompanyID: sample.Harbour.ID})
	require.NoError(t, err)
	for _, a := range others.Data {
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
	buyer, err := db.New(o.pool).InvoiceBuyer(o.t.Context(), who.CompanyID)
	require.NoError(o.t, err)
	return buyer.Address
}

func TestWhoCorrectsTheAddressOfTheHeadOfficeSendsNeitherInvoicesNorNewcomersToTheWarehouse(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	head := o.mainPlace(omar)
	for _, p := range o.profile(omar).Places {
		if p.ID != head {
			continue
		}
		require.Equal(t, p.Line, o.invoiced(omar))
		r := company.PlaceChangeRequest{
			PlaceRequest: company.PlaceRequest{ID: head, Label: p.Label, Line: "Marasi Tower, floor 41", AreaTimingID: p.AreaTimingID},
			Next:         ulid.Make().String(), Seen: p.Seal,
		}
		for range 2 {
			_, err := o.companies.HandlePlaceChange(t.Context(), omar, r)
			require.NoError(t, err)
		}
		head = r.Next
	}
	require.Equal(t, head, o.mainPlace(omar))
	require.Equal(t, "Marasi Tower, floor 41", o.invoiced(omar))

	for _, p := range o.profile(omar).Places { // another place's address says nothing of the company's
		if p.ID == head {
			continue
		}
		r := company.PlaceChangeRequest{
			PlaceRequest: company.PlaceRequest{ID: p.ID, Label: p.Label, Line: "Gate 3", AreaTimingID: p.AreaTimingID},
			Next:         ulid.Make().String(), Seen: p.Seal,
		}
		_, err := o.companies.HandlePlaceChange(t.Context(), omar, r)
		require.NoError(t, err)
	}
	require.Equal(t, head, o.mainPlace(omar))
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
	before := o.one("SELECT address_id FROM profiles WHERE id = $1", omar.ProfileID)
	for range 2 {
		_, err := o.companies.HandlePlaceMain(t.Context(), omar, company.PlaceMainRequest{ID: other})
		require.NoError(t, err)
		require.Equal(t, other, o.mainPlace(omar))
	}
	require.Equal(t, 1, o.acts("place.main"))
	require.Equal(t, before, o.one("SELECT address_id FROM profiles WHERE id = $1", omar.ProfileID), "whoever is here stays where they are")
	_, err := o.companies.HandlePlaceMain(t.Context(), o.admin(sample.Qasr), company.PlaceMainRequest{ID: other})
	require.ErrorIs(t, err, fault.ErrNotFound)

	d := o.profile(omar).Details
	r := company.DetailsRequest{Name: d.Name, TRN: d.TRN, BillingAddress: new("  PO Box 1234,  Dubai "), Seen: d.Seal}
	got, err := o.companies.HandleDetails(t.Context(), omar, r)
	require.NoError(t, err)
	require.Equal(t, "PO Box 1234, Dubai", got.Data.Details.BillingAddress)
	require.JSONEq(t, `"PO Box 1234, Dubai"`, o.one("SELECT (after->'billing_address')::text FROM acts WHERE kind = 'company.details'"))
	_, err = o.companies.HandlePlaceRetire(t.Context(), omar, company.PlaceRetireRequest{ID: other, To: head})
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
	require.Contains(t,
		o.refused(o.companies.HandlePlaceRetire(t.Context(), omar, company.PlaceRetireRequest{ID: places[0].ID, To: places[0].ID})).Fields, "to")
	foreign := o.profile(o.admin(sample.Qasr)).Places[0].ID
	require.Contains(t,
		o.refused(o.companies.HandlePlaceRetire(t.Context(), omar, company.PlaceRetireRequest{ID: places[0].ID, To: foreign})).Fields, "to")
	_, err := o.companies.HandlePlaceRetire(t.Context(), omar, company.PlaceRetireRequest{ID: foreign, To: places[0].ID})
	require.ErrorIs(t, err, fault.ErrNotFound)

	last := places[len(places)-1].ID
	for _, p := range places[:len(places)-1] {
		for range 2 {
			_, err := o.companies.HandlePlaceRetire(t.Context(), omar, company.PlaceRetireRequest{ID: p.ID, To: last})
			require.NoError(t, err)
		}
	}
	require.Equal(t, len(places)-1, o.acts("place.retire"))
	require.Equal(t, last, o.one("SELECT address_id FROM profiles WHERE id = $1", omar.ProfileID))
	require.Equal(t, last, o.one("SELECT address_id FROM profiles WHERE id = $1", o.newcomer()))
	_, err = o.companies.HandlePlaceRetire(t.Context(), omar, company.PlaceRetireRequest{ID: last, To: last})
	require.ErrorIs(t, err, company.ErrLastPlace)
	require.Len(t, o.profile(omar).Places, 1)
}

// newcomer is somebody who came after the places went: they get the main one that is left.
func (o *office) newcomer() string {
	who := servertest.Eater(o.t, o.pool, sample.Harbour)
	id, err := db.New(o.pool).CompanyFirstAddress(o.t.Context(), sample.Harbour.ID)
	require.NoError(o.t, err)
	servertest.Do(o.t, o.pool, "UPDATE profiles SET address_id = $2 WHERE id = $1", who.ProfileID, id)
	return who.ProfileID
}

func TestACounterKeepsItsPlace(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	places := o.profile(omar).Places
	servertest.Do(t, o.pool, `INSERT INTO tills (id, company_id, address_id, name, public_key, paired_by, paired_at, seen_at)
		VALUES ($1, $2, $3, 'Pantry', $4, $5, $6, $6)`,
		ulid.Make().String(), sample.Harbour.ID, places[0].ID, make([]byte, 65), omar.ProfileID, servertest.Now)
	retire := company.PlaceRetireRequest{ID: places[0].ID, To: places[1].ID}
	require.ErrorIs(t, o.refused(o.companies.HandlePlaceRetire(t.Context(), omar, retire)), company.ErrCounterThere)
	require.Len(t, o.profile(omar).Places, len(places))
	servertest.Do(t, o.pool, "UPDATE tills SET revoked_at = $1, revoked_by = $2", servertest.Now, omar.ProfileID)
	_, err := o.companies.HandlePlaceRetire(t.Context(), omar, retire)
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
			_, err := o.companies.HandlePlaceRetire(t.Context(), admins[0], company.PlaceRetireRequest{ID: p.ID, To: places[0].ID})
			require.NoError(t, err)
		}
		var all sync.WaitGroup
		refused := make(chan error, 2)
		for i, who := range admins {
			servertest.Do(t, o.pool, "UPDATE profiles SET address_id = $2 WHERE id = $1", who.ProfileID, places[i].ID)
			all.Go(func() {
				_, err := o.companies.HandlePlaceRetire(context.WithoutCancel(t.Context()), who,
					company.PlaceRetireRequest{ID: places[i].ID, To: places[1-i].ID})
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
