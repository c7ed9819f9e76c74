// Package einvoice writes invoices and credit notes as UBL 2.1 of the UAE's Peppol profile (PINT-AE), and checks them by our own subset of
// its rules. It knows nothing of lunches or of the database.
package einvoice

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"sahn/server/platform/fault"
)

// Registration is what an e-invoice says of a party beside its name, TRN and address: its Emirate, and what registers it. Kind is TL for a
// trade licence, EID for an Emirates ID, PAS for a passport or CD for a Cabinet decision. Issuer is the authority of a licence or the
// country of a passport, in two letters. TIN is a buyer's number at the tax authority when it has no TRN. What nobody filled in is empty.
type Registration struct {
	Emirate string `json:"emirate" validate:"max=3"`
	Kind    string `json:"kind" validate:"max=3"`
	Number  string `json:"number" validate:"max=60"`
	Issuer  string `json:"issuer" validate:"max=120"`
	TIN     string `json:"tin" validate:"max=30"`
}

// emirates are the codes of the Emirates, each with the city that an address names when it does not say more.
var emirates = map[string]string{"AUH": "Abu Dhabi", "DXB": "Dubai", "SHJ": "Sharjah", "UAQ": "Umm Al Quwain", "FUJ": "Fujairah",
	"AJM": "Ajman", "RAK": "Ras Al Khaimah"}

var (
	trnShape     = regexp.MustCompile(`^1[0-9]{12}03$`)
	tinShape     = regexp.MustCompile(`^1[0-9]{9}$`)
	countryShape = regexp.MustCompile(`^[A-Z]{2}$`)
	flagsShape   = regexp.MustCompile(`^[01]{8}$`)
)

// ErrEmirate and the faults beside it refuse what somebody typed.
var (
	ErrEmirate = fault.Field("emirate", "The emirate field is not known.")
	ErrKind    = fault.Field("kind", "The kind field is not known.")
	ErrNumber  = fault.Field("number", "The number field is required.")
	ErrIssuer  = fault.Field("issuer", "The issuer field is required.")
	ErrCountry = fault.Field("issuer", "The issuer field must be the two letters of a country, like AE.")
	ErrTIN     = fault.Field("tin", "The tin field must be 10 digits that begin with 1.")
	ErrFlags   = fault.Field("flags", "The flags field must be eight digits, each 0 or 1.")
)

// Clean is a registration as it is kept. All of it may be empty; a number needs its kind and issuer.
func (r Registration) Clean() (Registration, error) {
	for _, f := range []*string{&r.Emirate, &r.Kind, &r.Number, &r.Issuer, &r.TIN} {
		*f = strings.Join(strings.Fields(*f), " ")
		if strings.ContainsFunc(*f, func(c rune) bool { return c < ' ' || c == 0xFFFD }) {
			return r, fault.Field("number", "The number field is invalid.")
		}
	}
	if r.Number == "" && r.Issuer == "" {
		r.Kind = ""
	}
	if r.Kind == "PAS" {
		r.Issuer = strings.ToUpper(r.Issuer)
	}
	switch {
	case r.Emirate != "" && emirates[r.Emirate] == "":
		return r, ErrEmirate
	case r.TIN != "" && !tinShape.MatchString(r.TIN):
		return r, ErrTIN
	case r.Kind == "" && r.Number == "" && r.Issuer == "":
		return r, nil
	case !slices.Contains([]string{"TL", "EID", "PAS", "CD"}, r.Kind):
		return r, ErrKind
	case r.Number == "":
		return r, ErrNumber
	case r.Kind == "TL" && r.Issuer == "":
		return r, ErrIssuer
	case r.Kind == "PAS" && !countryShape.MatchString(r.Issuer):
		return r, ErrCountry
	}
	if r.Kind == "EID" || r.Kind == "CD" {
		r.Issuer = ""
	}
	return r, nil
}

// Flags are the eight answers to what kind of supply the seller's documents are about, in the tax authority's order. UsualFlags is a
// summary of many supplies of a month.
const UsualFlags = "00010000"

// Seller is what an operator sets for all e-invoices.
type Seller struct {
	Registration
	Flags string `json:"flags" validate:"max=20"`
}

// FromSettings reads what Settings has kept.
func FromSettings(s map[string]string) Seller {
	return Seller{Registration{s["einvoice_emirate"], s["einvoice_kind"], s["einvoice_number"], s["einvoice_issuer"], ""},
		cmp.Or(s["einvoice_flags"], UsualFlags)}
}

// Settings are what is kept of what an operator typed. The seller needs no TIN: it has a TRN.
func (s Seller) Settings() (map[string]string, error) {
	r, err := s.Clean()
	if err != nil {
		return nil, err
	}
	flags := cmp.Or(strings.TrimSpace(s.Flags), UsualFlags)
	if !flagsShape.MatchString(flags) {
		return nil, ErrFlags
	}
	return map[string]string{"einvoice_emirate": r.Emirate, "einvoice_kind": r.Kind, "einvoice_number": r.Number,
		"einvoice_issuer": r.Issuer, "einvoice_flags": flags}, nil
}
