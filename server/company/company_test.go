package company_test

import (
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/web"
)

func TestMain(m *testing.M) { servertest.Main(m) }

// places are those where somebody may have lunch brought.
func (o *office) places(who web.Caller) []company.Address {
	o.t.Helper()
	got, err := o.companies.CompanyAddress(o.t.Context(), who, company.AddressRequest{CompanyID: who.CompanyID})
	require.NoError(o.t, err)
	return got.Data
}

func TestACompanysPeopleSeeItsPlaces(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	servertest.Do(t, o.pool, "UPDATE addresses SET label = 'Gate' WHERE id = $1", sample.HarbourWarehouse.ID)
	for _, who := range []web.Caller{servertest.Eater(t, o.pool, sample.Harbour), o.admin(sample.Harbour)} {
		got := o.places(who)
		require.Len(t, got, 3)
		require.Equal(t, company.Address{ID: sample.HarbourWarehouse.ID, Label: "Gate", Line: sample.HarbourWarehouse.Line,
			AreaTimingID: sample.HarbourWarehouse.AreaTimingID, Area: "Jebel Ali", From: "11:45", Until: "12:15"}, got[0])
		require.Equal(t, []string{sample.HarbourFloor14.ID, sample.HarbourFloor15.ID}, []string{got[1].ID, got[2].ID})
	}
}

func TestLunchIsBroughtToOnesOwnPlaces(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	ann, bob, mariam := servertest.Eater(t, o.pool, sample.Cash), servertest.Eater(t, o.pool, sample.Cash),
		servertest.Eater(t, o.pool, sample.Harbour)
	home := map[string]string{}
	for _, who := range []web.Caller{ann, bob} {
		home[who.ProfileID] = ulid.Make().String()
		servertest.Do(t, o.pool,
			"INSERT INTO addresses (id, company_id, profile_id, label, line, area_timing_id) VALUES ($1, $2, $3, 'Home', '', $4)",
			home[who.ProfileID], sample.Cash.ID, who.ProfileID, sample.AreaTimings()[0].ID)
		seen := o.places(who)
		require.Len(t, seen, 1)
		require.Equal(t, home[who.ProfileID], seen[0].ID)
	}
	annAtWork := ann
	annAtWork.CompanyID = sample.Harbour.ID
	for _, c := range []struct {
		who     web.Caller
		address string
		want    bool
	}{
		{mariam, sample.HarbourFloor14.ID, true}, {mariam, sample.QasrStudio.ID, false}, {mariam, "nowhere", false},
		{ann, home[ann.ProfileID], true}, {bob, home[ann.ProfileID], false}, {annAtWork, home[ann.ProfileID], false},
	} {
		require.Equal(t, c.want, o.allowed(c.who, c.address), "%+v", c)
	}
}
