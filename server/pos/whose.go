package pos

import (
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// whose is the set of counters that a caller may see and change. A company's admin has the company's own; an operator has all, or those of
// the one company that they name. Other counters are not found, like those that do not exist.
type whose struct {
	company      string
	allCompanies bool
}

func whoseFor(who web.Caller, named string) (whose, error) {
	operator := who.ClientType == "Operator"
	switch {
	case operator && named == "":
		return whose{allCompanies: true}, nil
	case operator && isID(named):
		return whose{company: named}, nil
	case !operator && who.CompanyID != "" && (named == "" || named == who.CompanyID):
		return whose{company: who.CompanyID}, nil
	}
	return whose{}, fault.ErrNotFound
}

// has reports whether a company's counters are in the set.
func (w whose) has(company string) bool {
	return w.allCompanies || company != "" && w.company == company
}
