package sample

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// Sidra is the large company, which has a year of history.
var Sidra = Company{
	ID: "00SAHNC0MPANY0000000000004", Name: "Sidra Holdings", CompanyType: "Corporate", Status: "Active",
	PlanID: 3, TRN: "100739215400003",
	DiscountType: "Percentage", DiscountAmount: 30,
	ShareType: "Percentage", ShareValue: 50, ShareCap: new(money.Fils(27500)), ShareDuration: "Monthly",
	AllowedDomains: []string{"sidraholdings.example"},
}

// SidraAddresses are its places.
func SidraAddresses() []Address {
	return []Address{
		{ID: "00SAHNADDRESS0000000000041", CompanyID: Sidra.ID, Label: "Sidra Tower, floor 9",
			Line: "Sidra Tower, floor 9, Al Khail Street, Al Quoz 1, Dubai", AreaTimingID: alQuoz.ID},
		{ID: "00SAHNADDRESS0000000000042", CompanyID: Sidra.ID, Label: "Sidra Tower, floor 21",
			Line: "Sidra Tower, floor 21, Al Khail Street, Al Quoz 1, Dubai", AreaTimingID: alQuoz.ID},
		{ID: "00SAHNADDRESS0000000000043", CompanyID: Sidra.ID, Label: "Creek office",
			Line: "Canal View House, floor 4, Marasi Drive, Business Bay, Dubai", AreaTimingID: businessBay.ID},
	}
}

// Member is one of a company's people in a history: who they are, when they joined and left, and how often they eat. They order in Weeks
// of a hundred weeks, and on about Days of a hundred days of such a week.
type Member struct {
	Person     Person
	Profile    Profile
	Department string
	Joined     clock.Date
	Left       clock.Date // 0: still there
	Weeks      int
	Days       int
	Vegetarian bool
	FromWallet bool
	Card       string // brand and last digits
	Welcomed   bool   // got no welcome in the history
}

// departments and how many of three hundred people are in each. One has fewer than five.
var departments = []struct {
	name   string
	people int
}{{"Engineering", 78}, {"Operations", 66}, {"Sales", 48}, {"Customer Care", 41}, {"Finance", 27}, {"People & Culture", 19}, {"Legal", 13},
	{"Procurement", 5}, {"Chairman's Office", 3}}

// Departments are the names of the large company's departments.
func Departments() []string {
	names := make([]string, len(departments))
	for i, d := range departments {
		names[i] = d.name
	}
	return names
}

// TeamSize is how many people the large company has today, TeamLeft how many left it in the year before.
const (
	TeamSize = 300
	TeamLeft = 27
)

// Team is the large company's people as of a day, the same for the same day and source: the present people, three admins first, and then
// those who have left. About a quarter joined in the last year.
func Team(today clock.Date, r *rand.Rand, id func(at time.Time) string) []Member {
	team, known := make([]Member, 0, TeamSize+TeamLeft), map[string]int{}
	for i := range TeamSize + TeamLeft {
		m := Member{Department: departmentOf(i), Joined: today - 380, Weeks: 20 + r.IntN(79), Days: 55 + r.IntN(45), Vegetarian: r.IntN(4) == 0,
			FromWallet: r.IntN(5) < 2, Card: fmt.Sprintf("%s %04d", [...]string{"VISA", "MASTERCARD"}[r.IntN(2)], r.IntN(10000))}
		if i >= 3 && r.IntN(4) == 0 || i >= TeamSize && r.IntN(3) == 0 {
			m.Joined = today - clock.Date(20+r.IntN(330))
		}
		status, kind := "Active", "Employee"
		switch {
		case i < 3:
			kind = "Admin"
		case i >= TeamSize:
			status, m.Left = "Suspended", m.Joined+10+clock.Date(r.IntN(int(today-m.Joined)-15))
		case i >= TeamSize-4:
			status, m.Joined = "Pending", today-clock.Date(1+r.IntN(6))
		case i >= TeamSize-12:
			status, m.Joined = "Invited", today-clock.Date(1+r.IntN(20))
		}
		name := givenNames[r.IntN(len(givenNames))] + " " + familyNames[r.IntN(len(familyNames))]
		if i == 0 {
			name = "Noura Al Ketbi"
		}
		mail := strings.ReplaceAll(strings.ToLower(name), " ", ".")
		if known[mail]++; known[mail] > 1 {
			mail += fmt.Sprint(known[mail])
		}
		if i == 0 {
			mail = "noura"
		}
		joined := (m.Joined).Start().Add(time.Duration(8*60+r.IntN(480)) * time.Minute)
		m.Person = Person{ID: id(joined), Email: mail + "@sidraholdings.example", Name: name, Mobile: fmt.Sprintf("+97150%07d", 1000000+i),
			Password: Password}
		m.Profile = Profile{ID: id(joined), PersonID: m.Person.ID, CompanyID: Sidra.ID, ClientType: kind, Status: status,
			AddressID: SidraAddresses()[r.IntN(3)].ID}
		if status == "Invited" {
			m.Person.Password = ""
		}
		team = append(team, m)
	}
	return team
}

// departmentOf spreads the departments over the team, so that people of each join and leave.
func departmentOf(i int) string {
	place := i * 7 % TeamSize // 7 is coprime to the size: every place is used once
	for _, d := range departments {
		if place < d.people {
			return d.name
		}
		place -= d.people
	}
	return departments[0].name
}

// Entropy makes ids that are the same for the same source and times.
func Entropy(r *rand.ChaCha8) func(at time.Time) string {
	return func(at time.Time) string { return ulid.MustNew(ulid.Timestamp(at), r).String() }
}

var (
	givenNames = []string{"Aisha", "Ahmed", "Ali", "Amina", "Ananya", "Andrei", "Arjun", "Bilal", "Carla", "Catherine", "Chidi", "Dalia",
		"Deepa", "Elena", "Fahad", "Farah", "Faisal", "George", "Hala", "Hamad", "Hana", "Hassan", "Huda", "Ibrahim", "Imran", "Irina", "Jamal",
		"James", "Jasmine", "Karim", "Kavita", "Khalid", "Layla", "Leo", "Lina", "Maha", "Majid", "Maria", "Maya", "Mohammed", "Mona", "Nadia",
		"Naveen", "Noor", "Olga", "Omar", "Paolo", "Pooja", "Rania", "Rashid", "Ravi", "Rosa", "Saeed", "Salma", "Samir", "Sana", "Sofia",
		"Sultan", "Tariq", "Thomas", "Usman", "Vikram", "Wafa", "Yara", "Youssef", "Zainab", "Zayed"}
	familyNames = []string{"Abdullah", "Al Ameri", "Al Blooshi", "Al Falasi", "Al Mansoori", "Al Marri", "Al Nuaimi", "Al Zaabi", "Aziz",
		"Bakr", "Cruz", "Das", "Dimitrov", "Farooq", "Fernandes", "Garcia", "Ghosh", "Haddad", "Hussain", "Ivanova", "Iyer", "Jaber", "Joseph",
		"Kapoor", "Khan", "Khoury", "Kumar", "Lopez", "Mansour", "Menon", "Mikhail", "Nair", "Nasser", "Okafor", "Osman", "Patel", "Pillai",
		"Qureshi", "Rahman", "Rao", "Reyes", "Rossi", "Saleh", "Santos", "Shah", "Sharma", "Siddiqui", "Singh", "Tan", "Thomas", "Varma",
		"Wilson", "Yousef", "Zaman"}
)
