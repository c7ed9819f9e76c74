package webhook_test

import (
	"encoding/json"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/webhook"
)

// The bodies in testdata are of the forms that Slack (incoming webhooks, Block Kit) and Teams (workflows, Adaptive Cards) document.
func TestChannelsGetMessagesInTheFormThatSlackAndTeamsDocument(t *testing.T) {
	t.Parallel()
	for _, style := range []string{"slack", "teams"} {
		p := settle(t)
		made := p.adds(style, "invoice.issued", "invoice.overdue", "lunch.unchosen", "share.forecast")
		require.Empty(t, made.Secret)
		require.NotContains(t, p.listed(made.ID).URL, "/hook", "the address is a secret")
		for i, e := range []struct{ kind, data string }{
			{"invoice.issued", `{"number":"INV-2026-000007","due_on":"2026-12-15","amount":123456}`},
			{"invoice.overdue", `{"number":"INV-2026-000007 <!channel>","due_on":"2026-12-15","amount":123456}`},
			{"lunch.unchosen", `{"date":"2026-11-25","people":40,"without":12,"cutoff":"2026-11-23T20:00:00Z"}`},
			{"share.forecast", `{"until":"2026-11-30","spent":120000,"projected":480000,"people":31,"capped":true,"reaching":4}`},
		} {
			id := "0000000000000000000000000" + string(rune('1'+i))
			servertest.Do(t, p.Pool, `INSERT INTO webhook_events (id, company_id, kind, key, at, data, made_at)
				VALUES ($1, $2, $3, $1, $5, $4, $5)`, id, p.company.ID, e.kind, e.data, p.Clock.Now())
			servertest.Do(t, p.Pool, `INSERT INTO webhook_deliveries (company_id, webhook_id, event_id, state, next_at)
				VALUES ($1, $2, $3, 'waiting', $4)`, p.company.ID, made.ID, id, p.Clock.Now())
		}
		all := make([]json.RawMessage, 4)
		for i, r := range p.sends() {
			require.Equal(t, "application/json", r.header.Get("Content-Type"))
			require.Empty(t, r.header.Get("webhook-signature"))
			all[i] = r.body
		}
		got, err := json.Marshal(all)
		require.NoError(t, err)
		want, err := os.ReadFile("testdata/" + style + ".json")
		require.NoError(t, err)
		require.JSONEq(t, string(want), string(got), "%s", got)
		_, err = p.hooks.HandleMake(t.Context(), p.admin, webhook.MakeRequest{Style: style, URL: p.server.URL, Events: []string{"order.placed"},
			Language: "ar"})
		require.Error(t, err, "a channel is told nothing of single people")
	}
}

func TestPeopleWithoutLunchAreCountedOnTheWorkingDayBeforeChoosingEnds(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.adds("standard", "lunch.unchosen", "share.forecast")
	said := func() (days []string) {
		require.NoError(t, p.hooks.Remind(t.Context()))
		for _, r := range p.sends() {
			var d struct {
				Date            string
				People, Without int
			}
			require.NoError(t, json.Unmarshal(p.event(r).Data, &d))
			days = append(days, d.Date)
			require.Equal(t, [2]int{1, 1}, [2]int{d.People, d.Without})
		}
		return days
	}
	monday := clock.DateOf(p.Clock.Now()).Monday() + 7
	at := func(d clock.Date, hour int) {
		p.Clock.Move(d.Start().Add(time.Duration(hour) * time.Hour).Sub(p.Clock.Now()))
	}
	at(monday, 8)
	require.Empty(t, said(), "not at night")
	at(monday, 10)
	require.Equal(t, []string{(monday + 2).String()}, said())
	require.Empty(t, said(), "once")
	require.Equal(t, 1, servertest.One[int](t, p.Pool, "SELECT count(*) FROM river_job WHERE kind = 'webhook_forecast'"))
	at(monday+3, 10)
	require.Empty(t, said(), "on Thursday nothing closes: Saturday and Sunday have no lunch")
	at(monday+4, 10)
	require.Equal(t, []string{(monday + 7).String(), (monday + 8).String()}, said(), "on Friday for Monday and Tuesday")
	at(monday+5, 10)
	require.Empty(t, said())
}
