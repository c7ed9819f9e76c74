package webhook_test

import (
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/company"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/platform/job"
	"sahn/server/platform/outbound"
	"sahn/server/platform/web"
	"sahn/server/webhook"
)

func TestMain(m *testing.M) { servertest.Main(m) }

// request is what an endpoint was sent.
type request struct {
	header http.Header
	body   []byte
}

// place is a kitchen with a company, its admin, and an endpoint that answers as it is told.
type place struct {
	*shop.Kitchen
	company sample.Company
	admin   web.Caller
	hooks   *webhook.Webhooks
	server  *httptest.Server
	answers func(w http.ResponseWriter, r *http.Request)
	mu      sync.Mutex
	got     []request
}

func settle(t *testing.T) *place {
	t.Helper()
	p := &place{Kitchen: shop.Open(t), answers: func(http.ResponseWriter, *http.Request) {}}
	p.company = servertest.NewCompany(t, p.Pool, func(*sample.Company) {})
	p.admin = servertest.Eater(t, p.Pool, p.company)
	servertest.Do(t, p.Pool, "UPDATE profiles SET client_type = 'Admin' WHERE id = $1", p.admin.ProfileID)
	p.admin.ClientType = "Admin"
	queue, err := job.NewQueue(slog.New(slog.DiscardHandler))
	require.NoError(t, err)
	companies := company.New(company.Options{DB: p.Pool, Queue: queue, Clock: p.Clock.Now})
	p.hooks = &webhook.Webhooks{Conn: p.Pool, Queue: queue, Client: outbound.Client(true), Keys: servertest.Secrets, Clock: p.Clock.Now,
		Public: &url.URL{Scheme: "https", Host: "sahn.example"}, Loopback: true, Forecast: companies.HandleForecast}
	p.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.got = append(p.got, request{r.Header, body})
		p.answers(w, r)
	}))
	t.Cleanup(p.server.Close)
	return p
}

// adds is a new webhook of the company, at the endpoint.
func (p *place) adds(style string, events ...string) webhook.Made {
	p.Helper()
	made, err := p.hooks.HandleMake(p.Context(), p.admin, webhook.MakeRequest{Style: style, URL: p.server.URL + "/hook", Events: events,
		Language: "en"})
	require.NoError(p, err)
	return made.Data
}

// runs looks for events and sends what is due; it answers with what arrived meanwhile.
func (p *place) runs() []request {
	p.Helper()
	require.NoError(p, p.hooks.Collect(p.Context()))
	return p.sends()
}

func (p *place) sends() []request {
	p.Helper()
	p.mu.Lock()
	before := len(p.got)
	p.mu.Unlock()
	_, err := p.hooks.Turn(p.Context(), p.company.ID)
	require.NoError(p, err)
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.got[before:]
}

func (p *place) kinds(all []request) (kinds []string) {
	p.Helper()
	for _, r := range all {
		kinds = append(kinds, p.event(r).Type)
	}
	return kinds
}

func (p *place) event(r request) (e webhook.Event) {
	p.Helper()
	require.NoError(p, json.Unmarshal(r.body, &e))
	return e
}

func (p *place) deliveries(id string) []webhook.Delivery {
	p.Helper()
	got, err := p.hooks.HandleDeliveries(p.Context(), p.admin, webhook.OneRequest{ID: id})
	require.NoError(p, err)
	return got.Data
}

func (p *place) listed(id string) webhook.Webhook {
	p.Helper()
	got, err := p.hooks.HandleList(p.Context(), p.admin, webhook.Nothing{})
	require.NoError(p, err)
	for _, w := range got.Data {
		if w.ID == id {
			return w
		}
	}
	p.Fatal("no such webhook")
	return webhook.Webhook{}
}

// tests sends a test event and answers with what arrived.
func (p *place) tests(id string) []request {
	p.Helper()
	_, err := p.hooks.HandleTest(p.Context(), p.admin, webhook.OneRequest{ID: id})
	require.NoError(p, err)
	return p.sends()
}

func answer(status int, headers ...string) func(http.ResponseWriter, *http.Request) {
	return func(w http.ResponseWriter, _ *http.Request) {
		for i := 0; i < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
	}
}

const minute = time.Minute
