package bank

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// Open is an invoice that is not paid whole.
type Open struct {
	ID, Number         string
	CompanyID, Company string
	IssuedOn           clock.Date
	Due                money.Fils
}

// Part is how much of a line pays an invoice.
type Part struct {
	Invoice string     `json:"invoice_id"`
	Number  string     `json:"number"`
	Amount  money.Fils `json:"amount"`
}

// How certain a proposal is. Only exact ones may be confirmed together: the text names invoices, and the amount is what is due of them.
const (
	Exact    = "exact"
	Likely   = "likely"
	Possible = "possible"
	None     = "none"
)

// Proposal is which invoices of one company a line pays, how certain that is, and why. Its parts add up to the line, or there are none.
type Proposal struct {
	Certainty string `json:"certainty"`
	Reason    string `json:"reason"`
	CompanyID string `json:"company_id"`
	Company   string `json:"company"`
	Parts     []Part `json:"parts"`
	// Over is what the line brings beyond what is due; it stays as the company's credit.
	Over money.Fils `json:"over"`
}

// MaxParts is how many invoices one line may pay.
const MaxParts = 12

var numbered = regexp.MustCompile(`(?:^|[^A-Z])INV[^A-Z0-9]{0,3}(20\d\d)[^A-Z0-9]{0,3}(\d{6})(?:$|[^0-9])`)

// Numbers are the numbers of invoices that a text names, each once, in order.
func Numbers(text string) []string {
	all, rest := []string{}, strings.ToUpper(digits(text))
	for {
		at := numbered.FindStringSubmatchIndex(rest)
		if at == nil {
			return all
		}
		if n := "INV-" + rest[at[2]:at[3]] + "-" + rest[at[4]:at[5]]; !slices.Contains(all, n) {
			all = append(all, n)
		}
		rest = rest[at[5]:] // the sign after it may begin the next one
	}
}

// Match proposes for each line what it pays, in order: what one line takes of an invoice is not there for the next. twins are the lines
// that may be here twice, which are never exact.
func Match(lines []Line, open []Open, twins []bool) []Proposal {
	m := matching{open: slices.Clone(open), byNumber: map[string]int{}, byCompany: map[string][]int{}}
	slices.SortStableFunc(m.open, func(a, b Open) int {
		return cmp.Or(cmp.Compare(a.IssuedOn, b.IssuedOn), cmp.Compare(a.Number, b.Number))
	})
	for i, o := range m.open {
		m.byNumber[o.Number] = i
		if m.byCompany[o.CompanyID] == nil {
			m.companies = append(m.companies, company{o.CompanyID, o.Company, words(o.Company)})
		}
		m.byCompany[o.CompanyID] = append(m.byCompany[o.CompanyID], i)
	}
	all := make([]Proposal, len(lines))
	// Lines that name what they pay come first, so that no guess takes an invoice from them.
	for _, named := range []bool{true, false} {
		for i, l := range lines {
			if (len(Numbers(l.Text)) > 0) != named {
				continue
			}
			p := m.one(l)
			if twins != nil && twins[i] && len(p.Parts) > 0 {
				p.Certainty, p.Reason = Possible, "twice"
			} else {
				m.take(p)
			}
			all[i] = p
		}
	}
	return all
}

type company struct {
	id, name string
	words    []string
}

type matching struct {
	open      []Open
	byNumber  map[string]int
	byCompany map[string][]int
	companies []company
}

func (m *matching) take(p Proposal) {
	for _, part := range p.Parts {
		m.open[m.byNumber[part.Number]].Due -= part.Amount
	}
}

func nothing(reason string) Proposal {
	return Proposal{Certainty: None, Reason: reason, Parts: []Part{}}
}

func (m *matching) one(l Line) Proposal {
	switch {
	case l.Amount <= 0:
		return nothing("debit")
	case l.Currency != AED:
		return nothing("currency")
	case l.Reversal:
		return nothing("reversal")
	}
	if names := Numbers(l.Text); len(names) > 0 {
		return m.named(l, names)
	}
	return m.unnamed(l)
}

// named is for a line whose text names invoices. One whose payer is named like another company than theirs is never exact.
func (m *matching) named(l Line, names []string) Proposal {
	if len(names) > MaxParts {
		return nothing("many")
	}
	var found []int
	due := money.Fils(0)
	for _, n := range names {
		i, is := m.byNumber[n]
		if !is || m.open[i].Due <= 0 {
			return nothing("not_open")
		}
		if m.open[i].IssuedOn > l.BookedOn {
			return nothing("before")
		}
		if m.open[i].CompanyID != m.open[first(found, i)].CompanyID {
			return nothing("companies")
		}
		found, due = append(found, i), due+m.open[i].Due
	}
	if who, several := m.payer(Line{Payer: l.Payer}); several || who != "" && who != m.open[found[0]].CompanyID {
		certainty := Likely
		if due != l.Amount {
			certainty = Possible
		}
		return m.propose(certainty, "payer", l, found)
	}
	switch {
	case due == l.Amount && len(found) == 1:
		return m.propose(Exact, "number", l, found)
	case due == l.Amount:
		return m.propose(Exact, "numbers", l, found)
	case l.Amount < due:
		return m.propose(Likely, "part", l, found)
	}
	return m.propose(Possible, "more", l, found)
}

func first(found []int, or int) int {
	if len(found) > 0 {
		return found[0]
	}
	return or
}

// unnamed is for a line that names no invoice: its payer is found by name, or else its amount is that of one invoice alone.
func (m *matching) unnamed(l Line) Proposal {
	who, several := m.payer(l)
	if several {
		return nothing("names")
	}
	if who == "" {
		same := m.owed(l, func(o Open) bool { return o.Due == l.Amount })
		if len(same) == 1 {
			return m.propose(Possible, "amount", l, same)
		}
		return nothing("unknown")
	}
	of := func(o Open) bool { return o.CompanyID == who }
	all := m.owed(l, of)
	same := m.owed(l, func(o Open) bool { return of(o) && o.Due == l.Amount })
	sum := money.Fils(0)
	for _, i := range all {
		sum += m.open[i].Due
	}
	switch {
	case len(all) == 0:
		return nothing("nothing_due")
	case len(same) == 1:
		return m.propose(Likely, "amount_name", l, same)
	case len(same) > 1:
		return m.propose(Possible, "amounts_name", l, same[:1])
	case len(all) > MaxParts:
		return nothing("many")
	case sum == l.Amount:
		return m.propose(Likely, "all_name", l, all)
	}
	if some := m.only(l.Amount, all); some != nil {
		return m.propose(Possible, "some_name", l, some)
	}
	if l.Amount < m.open[all[0]].Due {
		return m.propose(Possible, "part_name", l, all[:1])
	}
	if l.Amount > sum {
		return m.propose(Possible, "more_name", l, all)
	}
	return m.propose(Possible, "oldest_name", l, all)
}

// owed are the open invoices that were there when the line was booked, the oldest first.
func (m *matching) owed(l Line, is func(Open) bool) (all []int) {
	for i, o := range m.open {
		if o.Due > 0 && o.IssuedOn <= l.BookedOn && is(o) {
			all = append(all, i)
		}
	}
	return all
}

// only is the one choice of some of these invoices whose dues are an amount; nil when there is none, or more than one.
func (m *matching) only(amount money.Fils, of []int) (found []int) {
	for set := 1; set < 1<<len(of); set++ {
		sum, some := money.Fils(0), []int(nil)
		for bit, i := range of {
			if set>>bit&1 == 1 {
				sum, some = sum+m.open[i].Due, append(some, i)
			}
		}
		if sum != amount {
			continue
		}
		if found != nil {
			return nil
		}
		found = some
	}
	return found
}

// propose spreads a line over invoices in order; what is left when all are paid stays with the last one.
func (m *matching) propose(certainty, reason string, l Line, of []int) Proposal {
	p := Proposal{Certainty: certainty, Reason: reason, CompanyID: m.open[of[0]].CompanyID, Company: m.open[of[0]].Company, Parts: []Part{}}
	left := l.Amount
	for _, i := range of {
		if amount := min(left, m.open[i].Due); amount > 0 {
			p.Parts = append(p.Parts, Part{m.open[i].ID, m.open[i].Number, amount})
			left -= amount
		}
	}
	p.Parts[len(p.Parts)-1].Amount += left
	p.Over = left
	return p
}

// payer is the company whose name stands in a line; several when that could be more than one.
func (m *matching) payer(l Line) (id string, several bool) {
	text, longest := " "+strings.Join(words(l.Payer+" "+l.Text), " ")+" ", 0
	for _, c := range m.companies {
		n := len(c.words)
		if n == 0 || !strings.Contains(text, " "+strings.Join(c.words, " ")+" ") {
			continue
		}
		switch {
		case n > longest:
			id, longest, several = c.id, n, false
		case n == longest:
			several = true
		}
	}
	return id, several
}

// forms are words of a company's legal form, which banks write, shorten and leave out.
var forms = map[string]bool{"llc": true, "l": true, "c": true, "fz": true, "fze": true, "fzco": true, "fzllc": true,
	"dmcc": true, "co": true,
	"company": true, "ltd": true, "limited": true, "est": true, "pjsc": true, "psc": true, "inc": true, "wll": true, "plc": true,
	"ذمم": true, "ش": true, "م": true, "ذ": true, "شركة": true}

// words are those of a name without its legal form.
func words(name string) []string {
	fields := strings.FieldsFunc(strings.ToLower(digits(name)), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r >= 0xc0)
	})
	return slices.DeleteFunc(fields, func(w string) bool { return forms[w] })
}
