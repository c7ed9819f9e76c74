package handset_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/handset"
	"sahn/server/phone/carrier"
	"sahn/server/phone/whatsapp"
	"sahn/server/platform/outbound"
)

// town is the demo's WhatsApp, our adapter for it, and what that read of its webhooks.
type town struct {
	*testing.T
	client *whatsapp.Client
	at     string
	told   chan carrier.Events
}

func open(t *testing.T) *town {
	t.Helper()
	h := &town{T: t, told: make(chan carrier.Events, 20)}
	now := func() time.Time { return time.Date(2026, 11, 27, 6, 0, 0, 0, time.UTC) }
	ours := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			answer, ok := h.client.Challenge(r.URL.RawQuery)
			if !ok {
				w.WriteHeader(http.StatusForbidden)
			}
			_, _ = io.WriteString(w, answer)
			return
		}
		body, _ := io.ReadAll(r.Body)
		events, err := h.client.Read(body, r.Header.Get("X-Hub-Signature-256"))
		if err != nil {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		h.told <- events
	}))
	t.Cleanup(ours.Close)
	hook, err := url.Parse(ours.URL + "/whatsapp/notify")
	require.NoError(t, err)
	phones := handset.New(handset.Options{Version: "v25.0", Number: "106540352242922", Token: "token", AppSecret: "secret",
		VerifyToken: "verify", Hook: hook, HTTP: outbound.Client(true), Now: now, Log: slog.New(slog.DiscardHandler)})
	theirs := httptest.NewServer(phones)
	t.Cleanup(theirs.Close)
	graph, err := url.Parse(theirs.URL + "/graph")
	require.NoError(t, err)
	h.at = theirs.URL
	h.client = &whatsapp.Client{URL: graph, Version: "v25.0", Number: "106540352242922", Token: "token", AppSecret: "secret",
		VerifyToken: "verify", HTTP: outbound.Client(true), Now: now}
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	go phones.Run(ctx)
	return h
}

func (h *town) send(m carrier.Message) carrier.Answer {
	h.Helper()
	return h.client.Send(h.Context(), m)
}

func (h *town) posts(path string, values url.Values) int {
	h.Helper()
	reply, err := outbound.Client(true).PostForm(h.at+path, values)
	require.NoError(h, err)
	require.NoError(h, reply.Body.Close())
	return reply.StatusCode
}

func (h *town) phone(to string) (all []handset.Arrived) {
	h.Helper()
	reply, err := http.Get(h.at + "/whatsapp.json?to=" + url.QueryEscape(to))
	require.NoError(h, err)
	defer reply.Body.Close()
	require.NoError(h, json.NewDecoder(reply.Body).Decode(&all))
	return all
}

func TestAMessageArrivesAsItsTemplateSaysAndItsDeliveryIsTold(t *testing.T) {
	t.Parallel()
	h := open(t)
	for _, form := range carrier.Templates {
		for _, language := range []string{"en", "ar"} {
			values := form.Example[language]
			if form.Category == carrier.Code {
				values = []string{"123456"}
			}
			m := carrier.Message{Ref: form.Name + language, To: "+971501234567", Template: form.Name, Language: language, Values: values}
			a := h.send(m)
			require.Equal(t, carrier.Taken, a.Outcome, a.Reason)
			for _, state := range []carrier.State{carrier.Sent, carrier.Delivered} {
				told := <-h.told
				require.Len(t, told.Statuses, 1)
				require.Equal(t, []any{state, m.Ref, a.ID}, []any{told.Statuses[0].State, told.Statuses[0].Ref, told.Statuses[0].ID})
			}
			got := h.phone(m.To)[0]
			require.NotContains(t, got.Text, "{{")
			for _, value := range values {
				require.Contains(t, got.Text, value)
			}
			if form.Category != carrier.Code {
				require.True(t, strings.HasSuffix(got.Link, form.Path), got.Link)
			}
		}
	}
}

func TestANumberThatIsNotOnWhatsAppIsToldAndASTOPIsHeard(t *testing.T) {
	t.Parallel()
	h := open(t)
	a := h.send(carrier.Message{Ref: "1", To: "+971501234" + handset.Unreachable, Template: "sahn_desk", Language: "en"})
	require.Equal(t, carrier.Taken, a.Outcome)
	require.Equal(t, carrier.Sent, (<-h.told).Statuses[0].State)
	failed := (<-h.told).Statuses[0]
	require.Equal(t, []any{carrier.Failed, carrier.Unreachable}, []any{failed.State, failed.Answer.Outcome})
	require.Equal(t, http.StatusSeeOther, h.posts("/whatsapp/answer", url.Values{"from": {"+971501234567"}, "text": {"STOP"}}))
	require.Equal(t, []any{"+971501234567", true}, func() []any { heard := (<-h.told).Heard[0]; return []any{heard.From, heard.Stop} }())
	require.Equal(t, http.StatusUnprocessableEntity, h.posts("/whatsapp/answer", url.Values{"from": {"nobody"}, "text": {"STOP"}}))
}

func TestTheDemoRefusesWhatMetaRefuses(t *testing.T) {
	t.Parallel()
	h := open(t)
	m := carrier.Message{Ref: "1", To: "+971501234567", Template: "sahn_desk", Language: "en"}
	h.client.Token = "another"
	require.Equal(t, carrier.Account, h.send(m).Outcome)
	h.client.Token = "token"
	h.client.Version = "v24.0"
	require.Equal(t, carrier.Account, h.send(m).Outcome)
	h.client.Version = "v25.0"
	french := m
	french.Language = "fr"
	require.Equal(t, carrier.Template, h.send(french).Outcome)
	h.posts("/whatsapp/account", url.Values{"refused": {"true"}})
	require.Equal(t, carrier.Account, h.send(m).Outcome)
	h.posts("/whatsapp/account", url.Values{"refused": {"false"}})
	require.Equal(t, carrier.Taken, h.send(m).Outcome)
	require.Len(t, h.phone(m.To), 1)
}

func TestThePhonesAreForThisMachineAloneAndAPageElsewhereSendsNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	ask := func(method, path string, change func(*http.Request)) int {
		r, err := http.NewRequestWithContext(t.Context(), method, h.at+path, nil)
		require.NoError(t, err)
		change(r)
		reply, err := outbound.Client(true).Do(r)
		require.NoError(t, err)
		require.NoError(t, reply.Body.Close())
		return reply.StatusCode
	}
	require.Equal(t, http.StatusOK, ask(http.MethodGet, "/whatsapp", func(*http.Request) {}))
	require.Equal(t, http.StatusForbidden, ask(http.MethodGet, "/whatsapp", func(r *http.Request) { r.Host = "rebound.example" }))
	require.Equal(t, http.StatusForbidden, ask(http.MethodPost, "/whatsapp/account", func(r *http.Request) {
		r.Header.Set("Sec-Fetch-Site", "cross-site")
	}))
}
