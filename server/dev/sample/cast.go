package sample

import (
	"fmt"
	"slices"
	"strings"

	"sahn/server/platform/clock"
)

// colleagues are people of the sample companies who have a past, so that the admins of these have more than two names in their reports.
var colleagues = map[string][]string{
	Harbour.ID: {"Aisha Rahman", "Bilal Qureshi", "Carla Reyes", "Deepa Menon", "Fahad Al Marri", "George Mikhail", "Hana Yousef"},
	Qasr.ID:    {"Elena Dimitrov", "Khalid Mansour", "Maya Haddad", "Paolo Rossi"},
	Meridian.ID: {"Andrei Ivanov", "Huda Al Zaabi", "Jamal Osman", "Kavita Iyer", "Salma Bakr", "Tariq Siddiqui", "Usman Farooq",
		"Wafa Al Falasi"},
}

// Cast are the people of a sample company who have ordered for some weeks when the demo begins: those who can sign in, and their
// colleagues, whose profiles are in none of the other lists. The same company and day give the same.
func Cast(c Company, today clock.Date) (known, others []Member) {
	add := func(to []Member, person Person, profile Profile) []Member {
		i := len(known) + len(others)
		return append(to, Member{Person: person, Profile: profile, Joined: today - 120, Weeks: 88 - i%4*6, Days: 88 - i%3*9,
			Vegetarian: i%4 == 3, Card: fmt.Sprintf("%s %04d", [...]string{"VISA", "MASTERCARD"}[i%2], 4100+i*37), Welcomed: true})
	}
	for _, p := range Profiles() {
		if p.CompanyID == c.ID && p.Status == "Active" {
			known = add(known, People()[slices.IndexFunc(People(), func(one Person) bool { return one.ID == p.PersonID })], p)
		}
	}
	places := slices.DeleteFunc(Addresses(), func(a Address) bool { return a.CompanyID != c.ID })
	domain := known[0].Person.Email[strings.Index(known[0].Person.Email, "@"):]
	for i, name := range colleagues[c.ID] {
		n := c.ID[len(c.ID)-1:] + fmt.Sprintf("%02d", i+1)
		person := Person{"00SAHNPERS0N00000000000" + n, strings.ReplaceAll(strings.ToLower(name), " ", ".") + domain, name,
			"+971500000" + n, Password}
		others = add(others, person,
			Profile{"00SAHNPR0F0000000000000" + n, person.ID, c.ID, "Employee", "Active", places[i%len(places)].ID, 0})
	}
	return known, others
}
