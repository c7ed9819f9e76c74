package quote_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/quote"
)

// given is a quote's input as the file of cases writes it: menus by their names, and only what is not zero.
type given struct {
	Days      []quote.Day `json:"days"`
	Menu      []string    `json:"menu"`
	Terms     quote.Terms `json:"terms"`
	Live      quote.Live  `json:"live"`
	UseWallet bool        `json:"use_wallet"`
	Now       time.Time   `json:"now"`
}

// cases is the file that the device's tests read too.
type cases struct {
	Menus map[string]*menu.Week
	Cases []struct {
		Name string
		In   given
		Want json.RawMessage
	}
	Differences []struct {
		Name        string
		Seen, Fresh given
		Want        json.RawMessage
	}
}

func (c cases) price(g given) quote.Quote {
	in := quote.Input{Days: g.Days, Terms: g.Terms, Live: g.Live, UseWallet: g.UseWallet, Now: g.Now, Menu: map[clock.Date]*menu.Week{}}
	for _, name := range g.Menu {
		in.Menu[c.Menus[name].Week] = c.Menus[name]
	}
	return quote.Price(in)
}

func read(t *testing.T) (c cases) {
	t.Helper()
	b, err := os.ReadFile("testdata/quotes.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(b, &c))
	require.Greater(t, len(c.Cases), 280, "the file of cases must not shrink unseen")
	return c
}

func TestTheServerAndTheDeviceAgreeOnPrices(t *testing.T) {
	t.Parallel()
	all := read(t)
	for _, c := range all.Cases {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			got, err := json.Marshal(all.price(c.In))
			require.NoError(t, err)
			require.JSONEq(t, string(c.Want), string(got))
		})
	}
}

func TestTheServerAndTheDeviceAgreeOnWhatChanged(t *testing.T) {
	t.Parallel()
	all := read(t)
	for _, c := range all.Differences {
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			got, err := json.Marshal(quote.Differences(all.price(c.Seen), all.price(c.Fresh)))
			require.NoError(t, err)
			require.JSONEq(t, string(c.Want), string(got))
		})
	}
}
