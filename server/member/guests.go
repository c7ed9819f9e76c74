package member

import (
	"encoding/base64"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"sahn/server/person"
	"sahn/server/platform/fault"
	"sahn/server/platform/sheet"
)

// maxGuests is how many people can be invited at once.
const maxGuests = sheet.MaxRows - 1

// guestsOf parses a list of people, and notes in each row what is wrong with it by itself; what is known of the people is looked up later.
func guestsOf(req InviteRequest) ([]Guest, error) {
	var all []Guest
	switch {
	case (req.File == "") == (req.Text == ""):
		return nil, fault.Field("text", "Give a file or a text.")
	case req.File != "":
		data, err := base64.StdEncoding.DecodeString(req.File)
		if err != nil {
			return nil, fault.Field("file", sheet.ErrUnreadable.Error())
		}
		rows, err := sheet.Read(data)
		if err != nil {
			return nil, fault.Field("file", err.Error())
		}
		if all, err = inTable(rows); err != nil {
			return nil, err
		}
	default:
		all = inText(req.Text)
	}
	if len(all) == 0 {
		return nil, fault.Field(field(req), "There are no email addresses in it.")
	}
	if len(all) > maxGuests {
		return nil, fault.Field(field(req), "At most 5,000 people can be invited at once.")
	}
	seen := map[string]bool{}
	for i := range all {
		clean(&all[i])
		if g := &all[i]; g.Problem == "" && seen[g.Email] {
			g.Problem = "twice"
		}
		seen[all[i].Email] = true
	}
	return all, nil
}

func field(req InviteRequest) string {
	if req.File != "" {
		return "file"
	}
	return "text"
}

// The names of a list's columns. In a list without a header the addresses are in the first column
// with an @, then come names and departments.
var (
	emailNames      = []string{"email", "e-mail", "mail", "email address", "e-mail address", "البريد الإلكتروني"}
	nameNames       = []string{"name", "full name", "employee", "employee name", "الاسم"}
	departmentNames = []string{"department", "dept", "team", "القسم"}
)

func inTable(rows []sheet.Row) ([]Guest, error) {
	header := rows[0].Cells
	email, name, department := column(header, emailNames), column(header, nameNames), column(header, departmentNames)
	if email < 0 {
		email = slices.IndexFunc(header, func(cell string) bool { return strings.Contains(cell, "@") })
		if email < 0 {
			return nil, fault.Field("file", "The first row names the columns: one of them is called email.")
		}
		if name = 0; email == 0 {
			name = 1
		}
		department = max(email, name) + 1
	} else {
		rows = rows[1:]
	}
	all := make([]Guest, 0, len(rows))
	for _, r := range rows {
		all = append(all, Guest{Line: r.Line, Email: r.Cell(email), Name: r.Cell(name), Department: r.Cell(department)})
	}
	return all, nil
}

func column(header, names []string) int {
	return slices.IndexFunc(header, func(cell string) bool { return slices.Contains(names, fold(cell)) })
}

// inText finds what a mail program's address line or a list holds: "Zoë Rahman <zoe@qasr.example>, noor@qasr.example".
func inText(text string) (all []Guest) {
	for i, line := range strings.Split(text, "\n") {
		for _, part := range strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' || r == '\t' || r == '\r' }) {
			part = strings.TrimSpace(part)
			if part == "" {
				continue
			}
			if m := named.FindStringSubmatch(part); m != nil {
				all = append(all, Guest{Line: i + 1, Name: strings.Trim(m[1], `"' `), Email: m[2]})
				continue
			}
			for _, word := range strings.Fields(part) {
				all = append(all, Guest{Line: i + 1, Email: word})
			}
		}
	}
	return all
}

var named = regexp.MustCompile(`^([^<>]*)<([^<>]+)>$`)

// clean converts a row into the form in which it is stored, or notes what is wrong with it.
func clean(g *Guest) {
	email, err := person.Canonical(g.Email)
	if err != nil {
		g.Problem = "bad_email"
		g.Email = cut(g.Email)
		g.Name, g.Department = cut(g.Name), cut(g.Department)
		return
	}
	g.Email = email
	if strings.TrimSpace(g.Name) == "" {
		g.Name = nameOf(email)
	}
	name, err := person.Line("name", g.Name, 100)
	if err != nil {
		g.Problem = "bad_name"
		g.Name, g.Department = cut(g.Name), cut(g.Department)
		return
	}
	g.Name = name
	if strings.TrimSpace(g.Department) == "" {
		g.Department = ""
		return
	}
	if g.Department, err = person.Line("department", g.Department, 60); err != nil {
		g.Problem, g.Department = "unknown_department", cut(g.Department)
	}
}

// cut shortens an unusable text, keeping enough to find it.
func cut(text string) string {
	if r := []rune(text); len(r) > 100 {
		return string(r[:100]) + "…"
	}
	return text
}

// nameOf derives a name from an address: mariam.saleh@… is Mariam Saleh, until the person enters their own.
func nameOf(email string) string {
	local, _, _ := strings.Cut(email, "@")
	words := strings.FieldsFunc(local, func(r rune) bool { return !unicode.IsLetter(r) })
	if len(words) == 0 {
		return local
	}
	for i, w := range words {
		r := []rune(w)
		r[0] = unicode.ToUpper(r[0])
		words[i] = string(r)
	}
	return strings.Join(words, " ")
}

// fold is the form of a name in which names are compared.
func fold(name string) string { return strings.ToLower(strings.Join(strings.Fields(name), " ")) }
