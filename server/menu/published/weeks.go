package published

import (
	"context"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
	"sahn/server/week"
)

// Weeks answers requests for the offered weeks.
type Weeks struct {
	Conn  db.Conn
	Clock clock.Clock
}

type noRequest struct{}

// Offer is an offered week with the hash of its menu, which is empty until the menu is published.
type Offer struct {
	week.Option
	Hash string `json:"hash,omitempty"`
}

// Offers is the answer of GET /api/menu.
type Offers struct {
	Weeks []Offer `json:"weeks"`
}

// HandleOffers answers with the weeks that can be chosen now. Anyone may.
func (w *Weeks) HandleOffers(ctx context.Context, _ web.Caller, _ noRequest) (Offers, error) {
	options := week.Upcoming(week.Reference(w.Clock()), week.MinWeekStartDate)
	hashes, err := Current(ctx, db.New(w.Conn), options[0].Value, options[len(options)-1].Value)
	if err != nil {
		return Offers{}, err
	}
	offers := Offers{}
	for _, o := range options {
		offers.Weeks = append(offers.Weeks, Offer{Option: o, Hash: hashes[o.Value]})
	}
	return offers, nil
}
