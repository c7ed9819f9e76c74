package company_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

func TestAnAdminChangesWhoTheCompanyIsOnceAndOnTheRecord(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	before := o.profile(omar)
	require.True(t, before.Details.TRNFixed)
	r := company.DetailsRequest{Name: "  Harbour  Line LLC ", TRN: before.Details.TRN, ContactName: "Huda Saif",
		ContactEmail: "Huda@HarbourLine.example", ContactPhone: "+971 4 555 0100", Seen: before.Details.Seal}
	for range 2 { // pressed twice
		got, err := o.companies.HandleDetails(t.Context(), omar, r)
		require.NoError(t, err)
		require.Equal(t, "Harbour Line LLC", got.Data.Details.Name)
		require.Equal(t, "huda@harbourline.example", got.Data.Details.ContactEmail)
		require.Equal(t, "+97145550100", got.Data.Details.ContactPhone)
	}
	require.Equal(t, 1, o.acts("company.details"))
	require.Equal(t, omar.ProfileID, o.one("SELECT profile_id FROM acts"))
	require.NotContains(t, o.one("SELECT before::text || after::text FROM acts"), "uda", "people are not on the record")

	stale := r
	stale.Name = "Something else"
	refused := o.refused(o.companies.HandleDetails(t.Context(), omar, stale))
	require.ErrorIs(t, refused, company.ErrChanged)
	require.Equal(t, "Harbour Line LLC", refused.Detail.(company.Profile).Details.Name, "the refusal brings what is so now")
	require.Equal(t, "Harbour Line LLC", o.profile(omar).Details.Name)
}

func TestAnAppThatKnowsNoBillingAddressLeavesItAsItIs(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	servertest.Do(t, o.pool, "UPDATE companies SET billing_address = 'PO Box 1234, Dubai' WHERE id = $1", sample.Harbour.ID)
	seen := o.profile(omar).Details
	var old company.DetailsRequest
	require.NoError(t, json.Unmarshal([]byte(`{"name": "Harbour Line LLC", "trn": "`+seen.TRN+`", "seen": "`+seen.Seal+`"}`), &old))
	got, err := o.companies.HandleDetails(t.Context(), omar, old)
	require.NoError(t, err)
	require.Equal(t, "Harbour Line LLC", got.Data.Details.Name)
	require.Equal(t, "PO Box 1234, Dubai", got.Data.Details.BillingAddress)
}

func TestAnAdminChangesTheTaxNumberToAnyThatNoOtherCustomerHas(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	change := func(trn string) (company.CompanyReply, error) {
		seen := o.profile(omar).Details
		return o.companies.HandleDetails(t.Context(), omar, company.DetailsRequest{Name: seen.Name, TRN: trn, Seen: seen.Seal})
	}
	for _, wrong := range []string{"", sample.Qasr.TRN, "10000000000000a"} {
		require.Contains(t, o.refused(change(wrong)).Fields, "trn")
	}
	require.Equal(t, sample.Harbour.TRN, o.profile(omar).Details.TRN)
	got, err := change("100 0000-0000 0001")
	require.NoError(t, err)
	require.Equal(t, "100000000000001", got.Data.Details.TRN)
	require.Equal(t, sample.Harbour.TRN+" 100000000000001",
		o.one("SELECT concat(before->>'trn', ' ', after->>'trn') FROM acts WHERE kind = 'company.details'"))
	servertest.Do(t, o.pool, "UPDATE companies SET status = 'Pending' WHERE id = $1", sample.Harbour.ID)
	got, err = change("")
	require.NoError(t, err)
	require.Empty(t, got.Data.Details.TRN)
}

func TestDetailsThatMakeNoSenseAreRefusedByField(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	seen := o.profile(omar).Details
	for field, wrong := range map[string]func(r *company.DetailsRequest){
		"name":          func(r *company.DetailsRequest) { r.Name = " \t" },
		"contact_name":  func(r *company.DetailsRequest) { r.ContactName = strings.Repeat("x", 201) },
		"contact_email": func(r *company.DetailsRequest) { r.ContactEmail = "huda" },
		"contact_phone": func(r *company.DetailsRequest) { r.ContactPhone = "call me" },
	} {
		r := company.DetailsRequest{Name: seen.Name, TRN: seen.TRN, Seen: seen.Seal}
		wrong(&r)
		require.Contains(t, o.refused(o.companies.HandleDetails(t.Context(), omar, r)).Fields, field)
	}
	require.Zero(t, o.count("acts"))
}

func TestALogoIsDrawnAnewAndSmall(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	var raw bytes.Buffer
	require.NoError(t, png.Encode(&raw, image.NewGray(image.Rect(0, 0, 600, 300))))
	sent := base64.StdEncoding.EncodeToString(raw.Bytes())
	got, err := o.companies.HandleLogo(t.Context(), omar, company.LogoRequest{Picture: &sent})
	require.NoError(t, err)
	require.True(t, strings.HasPrefix(got.Data.Logo, "data:image/jpeg;base64,"))
	script := base64.StdEncoding.EncodeToString([]byte("<svg onload=alert(1)>"))
	require.Contains(t, o.refused(o.companies.HandleLogo(t.Context(), omar, company.LogoRequest{Picture: &script})).Fields, "picture")
	nothing := ""
	got, err = o.companies.HandleLogo(t.Context(), omar, company.LogoRequest{Picture: &nothing})
	require.NoError(t, err)
	require.Empty(t, got.Data.Logo)
	require.Equal(t, 2, o.acts("company.logo"))
}

func TestDomainsTellWhoIsInAndWhoWaitsAndPublicOnesAreRefused(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar := o.admin(sample.Harbour)
	waits, unproved := servertest.Eater(t, o.pool, sample.Harbour), servertest.Eater(t, o.pool, sample.Harbour)
	stranger := servertest.Eater(t, o.pool, sample.Qasr)
	for _, who := range []web.Caller{waits, unproved, stranger} {
		servertest.Do(t, o.pool, "UPDATE persons SET email = lower(id) || '@harbour.example' WHERE id = $1", who.PersonID)
	}
	servertest.Do(t, o.pool, "UPDATE profiles SET status = 'Pending', proved_at = $2 WHERE id = $1", waits.ProfileID, servertest.Now)
	servertest.Do(t, o.pool, "UPDATE profiles SET status = 'Pending' WHERE id = $1", unproved.ProfileID)
	seen := o.profile(omar).Domains
	r := company.DomainsRequest{Domains: []string{"@Harbour.example ", "harbour.example", "example.ae"}, Seen: seen.Seal}
	for range 2 {
		got, err := o.companies.HandleDomains(t.Context(), omar, r)
		require.NoError(t, err)
		require.Equal(t, []company.Domain{{Name: "harbour.example", Waiting: 1}, {Name: "example.ae", Active: 1}}, got.Data.Domains.Domains)
	}
	require.Equal(t, 1, o.acts("company.domains"))
	require.Equal(t, "Pending", o.one("SELECT status FROM profiles WHERE id = $1", waits.ProfileID), "nobody is let in by it")
	letters := company.DomainsRequest{Domains: []string{"Ünder.example", "xn--nder-zra.example"}, Seen: o.profile(omar).Domains.Seal}
	both, err := o.companies.HandleDomains(t.Context(), omar, letters)
	require.NoError(t, err)
	require.Equal(t, []company.Domain{{Name: "xn--nder-zra.example"}}, both.Data.Domains.Domains, "two spellings of one domain")
	r.Seen = o.profile(omar).Domains.Seal
	_, err = o.companies.HandleDomains(t.Context(), omar, r)
	require.NoError(t, err)
	public := r
	public.Domains = []string{"gmail.com"}
	require.Contains(t, o.refused(o.companies.HandleDomains(t.Context(), omar, public)).Fields, "allowed_domains")
	stale := r
	stale.Domains = []string{}
	require.ErrorIs(t, o.refused(o.companies.HandleDomains(t.Context(), omar, stale)), company.ErrChanged)
	stale.Seen = o.profile(omar).Domains.Seal
	got, err := o.companies.HandleDomains(t.Context(), omar, stale)
	require.NoError(t, err)
	require.Empty(t, got.Data.Domains.Domains)
}

// An admin sees and changes only their own company; a caller without a valid session or without a company reaches none.
func TestNobodyChangesACompanyThatIsNotTheirs(t *testing.T) {
	t.Parallel()
	o := openOffice(t)
	omar, lina := o.admin(sample.Harbour), o.admin(sample.Qasr)
	require.Equal(t, sample.Harbour.Name, o.profile(omar).Details.Name)
	require.Equal(t, sample.Qasr.Name, o.profile(lina).Details.Name)
	theirs := o.profile(lina)
	r := company.DetailsRequest{Name: "Taken over", Seen: theirs.Details.Seal}
	require.ErrorIs(t, o.refused(o.companies.HandleDetails(t.Context(), omar, r)), company.ErrChanged)
	gone := omar
	gone.Session = []byte("somebody signed out somewhere el")
	_, err := o.companies.HandleDetails(t.Context(), gone,
		company.DetailsRequest{Name: "Taken over", TRN: sample.Harbour.TRN, Seen: o.profile(omar).Details.Seal})
	require.Error(t, err)
	require.Equal(t, "Unauthenticated.", fault.As(err).Message)
	cash := omar
	cash.CompanyID = sample.Cash.ID
	_, err = o.companies.HandleProfile(t.Context(), cash, company.Nothing{})
	require.ErrorIs(t, err, fault.ErrNotFound)
	require.Equal(t, theirs, o.profile(lina))
	require.Equal(t, sample.Harbour.Name, o.profile(omar).Details.Name)
}
