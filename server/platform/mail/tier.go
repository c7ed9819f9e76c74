package mail

import (
	"fmt"

	"sahn/server/platform/clock"
)

var tierLetter = letterNamed("tier")

// Tier is the mail about the monthly review of a company's plan. Outcome is rose, warned or fell; Was and Discount are what is off each
// meal ("25%", "AED 10.00"), empty for no plan; Needed is how many people keep Was; Until is the first of the next month.
type Tier struct {
	Name, Company, Outcome string
	Was, Discount          string
	Needed, People         int
	Until                  clock.Date
}

// Rose reports that the discount is higher than before.
func (t Tier) Rose() bool { return t.Outcome == "rose" }

// Warned reports that nothing has changed yet.
func (t Tier) Warned() bool { return t.Outcome == "warned" }

// Missing is how many more people are needed to keep the previous discount.
func (t Tier) Missing() int { return max(0, t.Needed-t.People) }

// Active says how many people the plan counts.
func (t Tier) Active() string {
	if t.People == 1 {
		return "1 active person"
	}
	return fmt.Sprintf("%d active people", t.People)
}

// Tier writes the letter.
func (s *Sender) Tier(id string, to To, t Tier) (Message, error) {
	return s.write(tierLetter, id, to, struct {
		Tier
		Button button
	}{t, button{"See your plan", s.link("dashboard", "company-profile")}})
}
