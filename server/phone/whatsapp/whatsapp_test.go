package whatsapp_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/phone/carrier"
	"sahn/server/phone/whatsapp"
	"sahn/server/platform/outbound"
)

// contract is what Meta documents, and what it means to us.
type contract struct {
	Requests []struct {
		Name    string
		Message carrier.Message
		Body    string
	}
	Answers []struct {
		Name    string
		Status  int
		Headers map[string]string
		Body    json.RawMessage
		Outcome string
		ID      string
		After   string
		Pair    bool
		Reason  string
	}
	Webhooks []struct {
		Name            string
		Body            json.RawMessage
		Statuses, Heard []string
	}
}

func read(t *testing.T) (c contract) {
	t.Helper()
	text, err := os.ReadFile("testdata/contract.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(text, &c))
	return c
}

var outcomes = map[carrier.Outcome]string{carrier.Taken: "taken", carrier.Later: "later", carrier.Unsure: "unsure",
	carrier.Unreachable: "unreachable", carrier.Stopped: "stopped", carrier.Undelivered: "undelivered", carrier.Template: "template",
	carrier.Account: "account", carrier.Wrong: "wrong"}

// graph plays the Graph API: it answers as told, and keeps the last request.
type graph struct {
	asked  *http.Request
	body   string
	answer func(w http.ResponseWriter)
}

func (g *graph) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	text, _ := io.ReadAll(r.Body)
	g.asked, g.body = r, string(text)
	g.answer(w)
}

func open(t *testing.T) (*graph, *whatsapp.Client) {
	t.Helper()
	g := &graph{answer: func(w http.ResponseWriter) { _, _ = io.WriteString(w, `{"messages":[{"id":"wamid.1"}]}`) }}
	server := httptest.NewServer(g)
	t.Cleanup(server.Close)
	at, err := url.Parse(server.URL)
	require.NoError(t, err)
	return g, &whatsapp.Client{URL: at, Version: "v25.0", Number: "106540352242922", Token: "EAAJB", AppSecret: "app-secret",
		VerifyToken: "verify", HTTP: outbound.Client(true), Now: func() time.Time { return time.Date(2026, 11, 27, 6, 0, 0, 0, time.UTC) }}
}

var message = carrier.Message{Ref: "01JF8Z6Y3N6Q0V5T5M6C8B2K4R", To: "+16505551234", Template: "sahn_desk", Language: "en"}

func TestARequestIsByteForByteWhatTheDocumentationShows(t *testing.T) {
	t.Parallel()
	g, c := open(t)
	all := read(t).Requests
	require.Len(t, all, 4)
	for _, one := range all {
		require.Equal(t, carrier.Answer{ID: "wamid.1"}, c.Send(t.Context(), one.Message), one.Name)
		require.Equal(t, one.Body, g.body, one.Name)
		require.Equal(t, []string{"POST", "/v25.0/106540352242922/messages", "Bearer EAAJB", "application/json"},
			[]string{g.asked.Method, g.asked.URL.Path, g.asked.Header.Get("Authorization"), g.asked.Header.Get("Content-Type")})
	}
	g.body = ""
	for _, wrong := range []carrier.Message{{Template: "sahn_desk", Values: []string{"one too many"}}, {Template: "sahn_payment"},
		{Template: "unknown"}} {
		require.Equal(t, carrier.Wrong, c.Send(t.Context(), wrong).Outcome)
	}
	require.Empty(t, g.body, "what no template takes is not sent")
}

func TestEachDocumentedAnswerSaysWhatIsToBeDone(t *testing.T) {
	t.Parallel()
	g, c := open(t)
	all := read(t).Answers
	require.Greater(t, len(all), 25)
	for _, one := range all {
		text := string(one.Body)
		if strings.HasPrefix(text, `"`) {
			require.NoError(t, json.Unmarshal(one.Body, &text))
		}
		g.answer = func(w http.ResponseWriter) {
			for name, value := range one.Headers {
				w.Header().Set(name, value)
			}
			w.WriteHeader(one.Status)
			_, _ = io.WriteString(w, text)
		}
		got := c.Send(t.Context(), message)
		require.Equal(t, one.Outcome, outcomes[got.Outcome], one.Name)
		require.Equal(t, one.ID, got.ID, one.Name)
		require.Equal(t, one.Pair, got.Pair, one.Name)
		if one.After != "" {
			require.Equal(t, one.After, got.After.String(), one.Name)
		}
		if one.Reason != "" {
			require.Equal(t, one.Reason, got.Reason, one.Name)
		}
		require.NotContains(t, got.Reason, "EAAJB")
	}
}

func TestWhatCertainlyDidNotArriveIsTriedAgainAndTheRestMayHave(t *testing.T) {
	t.Parallel()
	g, c := open(t)
	g.answer = func(http.ResponseWriter) { panic(http.ErrAbortHandler) }
	require.Equal(t, carrier.Unsure, c.Send(t.Context(), message).Outcome, "the connection broke after the request")
	closed := httptest.NewServer(g)
	c.URL, _ = url.Parse(closed.URL)
	closed.Close()
	require.Equal(t, carrier.Later, c.Send(t.Context(), message).Outcome, "nobody listens")
	c.HTTP = outbound.Client(false)
	c.URL, _ = url.Parse("https://169.254.169.254")
	got := c.Send(t.Context(), message)
	require.Equal(t, carrier.Later, got.Outcome)
	require.NotContains(t, got.Reason, "169.254", "a private network is not asked")
}

func TestAWebhookTellsWhatBecameOfMessagesAndWhoWantsNoMore(t *testing.T) {
	t.Parallel()
	_, c := open(t)
	states := map[carrier.State]string{carrier.Sent: "sent", carrier.Delivered: "delivered", carrier.Read: "read", carrier.Failed: "failed"}
	for _, one := range read(t).Webhooks {
		events, err := c.Read(one.Body, whatsapp.Sign("app-secret", one.Body))
		require.NoError(t, err, one.Name)
		var statuses, heard []string
		for _, s := range events.Statuses {
			line := fmt.Sprintf("%s %s %s %d", states[s.State], s.Ref, s.ID, s.At.Unix())
			if s.State == carrier.Failed {
				line += fmt.Sprintf(" %s %d", outcomes[s.Answer.Outcome], s.Answer.Code)
			}
			statuses = append(statuses, line)
		}
		for _, h := range events.Heard {
			heard = append(heard, fmt.Sprintf("%s %t", h.From, h.Stop))
		}
		require.Equal(t, one.Statuses, statuses, one.Name)
		require.Equal(t, one.Heard, heard, one.Name)
	}
}

func TestAWebhookThatTheAppDidNotSignIsRefused(t *testing.T) {
	t.Parallel()
	_, c := open(t)
	body := []byte(`{"entry":[]}`)
	for _, signature := range []string{"", "sha256=", whatsapp.Sign("another", body), whatsapp.Sign("app-secret", append(body, ' ')),
		strings.TrimPrefix(whatsapp.Sign("app-secret", body), "sha256=")} {
		_, err := c.Read(body, signature)
		require.ErrorIs(t, err, whatsapp.ErrUnsigned, signature)
	}
	c.AppSecret = ""
	_, err := c.Read(body, whatsapp.Sign("", body))
	require.ErrorIs(t, err, whatsapp.ErrUnsigned, "without a secret nothing is believed")
}

func TestAnAddressIsProvedToMetaWithOurTokenAlone(t *testing.T) {
	t.Parallel()
	_, c := open(t)
	said, ok := c.Challenge("hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=verify")
	require.True(t, ok)
	require.Equal(t, "1158201444", said)
	for _, query := range []string{"", "hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=guess",
		"hub.mode=unsubscribe&hub.challenge=1&hub.verify_token=verify", "hub.mode=subscribe&hub.challenge=%3Cscript+x%3E&hub.verify_token=verify",
		"hub.mode=subscribe&hub.verify_token=verify", "%zz"} {
		_, ok := c.Challenge(query)
		require.False(t, ok, query)
	}
	c.VerifyToken = ""
	_, ok = c.Challenge("hub.mode=subscribe&hub.challenge=1158201444&hub.verify_token=")
	require.False(t, ok, "without a token of ours there is none to guess")
}

func TestTheTemplatesAreRegisteredAsTheyAreSent(t *testing.T) {
	t.Parallel()
	public, err := url.Parse("https://lunch.example")
	require.NoError(t, err)
	g, c := open(t)
	all := whatsapp.Registrations(public)
	require.Len(t, all, 2*len(carrier.Templates))
	for _, r := range all {
		form, ok := carrier.Named(r.Name)
		require.True(t, ok)
		values := make([]string, form.Values())
		for i := range values {
			values[i] = "x"
		}
		require.Equal(t, carrier.Taken, c.Send(t.Context(), carrier.Message{To: "+16505551234", Template: r.Name, Language: r.Language,
			Values: values}).Outcome)
		var sent struct {
			Template struct {
				Components []struct{ Parameters []struct{} }
			}
		}
		require.NoError(t, json.Unmarshal([]byte(g.body), &sent))
		had := 0
		if len(sent.Template.Components) > 0 {
			had = len(sent.Template.Components[0].Parameters)
		}
		if r.Category == carrier.Code {
			require.Equal(t, 1, had, "Meta writes the text around the code")
			continue
		}
		require.Equal(t, strings.Count(r.Components[0].Text, "{{"), had, r.Name)
		if had > 0 {
			require.Len(t, r.Components[0].Example.Body[0], had)
		}
	}
	text, err := json.Marshal(all[0])
	require.NoError(t, err)
	require.JSONEq(t, `{"name": "sahn_week_choose", "language": "en", "category": "UTILITY", "components": [
		{"type": "BODY", "text": "Lunch for {{1}} is not chosen yet. You can choose until the end of {{2}}.",
			"example": {"body_text": [["7 – 11 December", "Thursday"]]}},
		{"type": "FOOTER", "text": "Reply STOP to end these messages."},
		{"type": "BUTTONS", "buttons": [{"type": "URL", "text": "Choose lunch", "url": "https://lunch.example/dashboard/home"}]}]}`, string(text))
	text, err = json.Marshal(all[len(all)-1])
	require.NoError(t, err)
	require.JSONEq(t, `{"name": "sahn_code", "language": "ar", "category": "AUTHENTICATION", "components": [
		{"type": "BODY", "add_security_recommendation": true}, {"type": "FOOTER", "code_expiration_minutes": 10},
		{"type": "BUTTONS", "buttons": [{"type": "OTP", "otp_type": "COPY_CODE"}]}]}`, string(text))
}
