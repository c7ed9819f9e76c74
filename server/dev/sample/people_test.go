package sample_test

import (
	"testing"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/assert"

	"sahn/server/dev/sample"
	"sahn/server/platform/money"
)

func TestEveryIdIsAULIDOfItsOwn(t *testing.T) {
	t.Parallel()
	var ids []string
	for _, c := range sample.Companies() {
		ids = append(ids, c.ID)
	}
	for _, a := range sample.AreaTimings() {
		ids = append(ids, a.ID)
	}
	for _, a := range sample.Addresses() {
		ids = append(ids, a.ID)
	}
	for _, p := range sample.People() {
		ids = append(ids, p.ID)
	}
	for _, p := range sample.Profiles() {
		ids = append(ids, p.ID)
	}
	for _, id := range ids {
		_, err := ulid.ParseStrict(id)
		assert.NoError(t, err, id)
	}
	assert.Len(t, set(ids), len(ids))
}

func TestEachPlanHasOneCompanyAtItsDiscountAndEachShareIsDifferent(t *testing.T) {
	t.Parallel()
	discounts := map[int]int{1: 20, 2: 25, 3: 30} // of the plans in the first migration
	perPlan, durations := map[int]int{}, map[string]bool{}
	for _, c := range sample.Companies() {
		if c.CompanyType == "Cash" {
			assert.Zero(t, c.PlanID)
			assert.Zero(t, c.DiscountAmount)
			assert.Zero(t, c.ShareValue)
			continue
		}
		assert.Regexp(t, `^100\d{12}$`, c.TRN, c.Name)
		durations[c.ShareDuration] = true
		perPlan[c.PlanID]++
		assert.EqualValues(t, discounts[c.PlanID], c.DiscountAmount, c.Name)
	}
	assert.Equal(t, map[int]int{1: 1, 2: 1, 3: 1}, perPlan)
	assert.Len(t, durations, 3)
	assert.Nil(t, sample.Harbour.ShareCap)
	assert.Equal(t, money.Fils(7500), *sample.Qasr.ShareCap)
	assert.Equal(t, money.Fils(20000), *sample.Meridian.ShareCap)
}

func TestAddressesBelongToACompanyAndAreServedInAWindow(t *testing.T) {
	t.Parallel()
	for _, a := range sample.AreaTimings() {
		assert.Regexp(t, `^1[1-3]:(00|15|30|45)$`, a.From)
		assert.Regexp(t, `^1[1-3]:(00|15|30|45)$`, a.Until)
		assert.Less(t, a.From, a.Until)
	}
	for _, a := range sample.Addresses() {
		assert.Equal(t, a.CompanyID == sample.Cash.ID, a.ProfileID != "", "only a Cash client's address is private: %s", a.Label)
	}
}

func TestPeopleHaveTheirOwnMailAndMobileAndAPasswordUnlessInvited(t *testing.T) {
	t.Parallel()
	mails, mobiles := map[string]bool{}, map[string]bool{}
	for _, p := range sample.People() {
		assert.Regexp(t, `^[a-z]+@[a-z]+\.example$`, p.Email)
		assert.Regexp(t, `^\+971500000\d{3}$`, p.Mobile)
		mails[p.Email], mobiles[p.Mobile] = true, true
		if p.ID == sample.Joel.ID {
			assert.Empty(t, p.Password)
		} else {
			assert.Equal(t, sample.Password, p.Password)
		}
	}
	assert.GreaterOrEqual(t, len(mails), 8)
	assert.Len(t, mails, len(sample.People()))
	assert.Len(t, mobiles, len(sample.People()))
	assert.Equal(t, "mariam@harbourline.example", sample.Mariam.Email)
}

func TestProfilesShowEveryKindAndStatusAndDeliverInsideTheirCompany(t *testing.T) {
	t.Parallel()
	addresses := map[string]sample.Address{}
	for _, a := range sample.Addresses() {
		addresses[a.ID] = a
	}
	kinds, statuses, active, admins := map[string]int{}, map[string]int{}, map[string]int{}, map[string]int{}
	for _, p := range sample.Profiles() {
		kinds[p.ClientType]++
		statuses[p.Status]++
		if p.Status == "Active" {
			active[p.PersonID]++
		}
		if p.ClientType == "Admin" {
			admins[p.CompanyID]++
		}
		assert.GreaterOrEqual(t, p.Wallet, money.Fils(0))
		if p.ClientType == "Operator" {
			assert.Empty(t, p.CompanyID+p.AddressID)
			continue
		}
		a := addresses[p.AddressID]
		assert.Equal(t, p.CompanyID, a.CompanyID, "address of %s", p.ID)
		assert.Contains(t, []string{"", p.ID}, a.ProfileID, "address of %s", p.ID)
		assert.Equal(t, p.ClientType == "Cash", p.CompanyID == sample.Cash.ID, p.ID)
	}
	assert.Equal(t, map[string]int{"Admin": 3, "Employee": 7, "Cash": 2, "Operator": 1}, kinds)
	assert.Equal(t, map[string]int{"Active": 10, "Invited": 1, "Pending": 1, "Suspended": 1}, statuses)
	assert.Equal(t, map[string]int{sample.Harbour.ID: 1, sample.Qasr.ID: 1, sample.Meridian.ID: 1}, admins)
	for id, n := range active {
		assert.Equal(t, id == sample.Lina.ID, n > 1, "only Lina can switch: %s", id)
	}
}
