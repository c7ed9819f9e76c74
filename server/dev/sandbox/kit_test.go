package sandbox

import (
	"encoding/json"
	"html"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/payment/aps"
	"sahn/server/platform/money"
)

// shop is a merchant with its provider: it keeps every notification and answers as it is told.
type shop struct {
	t        *testing.T
	provider *Sandbox
	settings aps.Settings
	clock    *servertest.Clock
	base     string // the provider's address
	own      string // the merchant's

	mu       sync.Mutex
	received []notification
	answers  []int // statuses of the next notifications; 200 when used up
	news     chan struct{}
}

type notification struct {
	kind string
	raw  []byte
	m    aps.Message
	err  error
}

func open(t *testing.T, change func(*Options)) *shop {
	t.Helper()
	s := &shop{t: t, clock: servertest.ClockAt(time.Date(2026, 11, 23, 8, 0, 0, 0, time.UTC)), news: make(chan struct{}, 1000)}
	merchant := httptest.NewServer(http.HandlerFunc(s.notify))
	t.Cleanup(merchant.Close)
	s.own = merchant.URL

	var provider http.Handler
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { provider.ServeHTTP(w, r) }))
	t.Cleanup(server.Close)
	s.base = server.URL
	s.settings = aps.Settings{MerchantIdentifier: "SahnSandbox", AccessCode: "SandboxAccess", SHAType: "SHA-256",
		RequestPhrase: "sandbox-request-phrase", ResponsePhrase: "sandbox-response-phrase",
		PageURL: s.base + "/FortAPI/paymentPage", APIURL: s.base + "/FortAPI/paymentApi"}
	o := Options{Settings: s.settings, NotifyURL: s.own + "/payment/notify", Clock: s.clock.Now, Behaviour: Behaviour{RetryMS: 1}}
	if change != nil {
		change(&o)
	}
	s.settings = o.Settings
	p, err := New(o)
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.Close()) })
	s.provider, provider = p, p
	return s
}

func (s *shop) notify(w http.ResponseWriter, r *http.Request) {
	raw, _ := io.ReadAll(r.Body)
	m, err := s.settings.Read(r.Header.Get("Content-Type"), raw)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.received = append(s.received, notification{r.Header.Get("Content-Type"), raw, m, err})
	if len(s.answers) > 0 {
		w.WriteHeader(s.answers[0])
		s.answers = s.answers[1:]
	}
	s.news <- struct{}{}
}

// notifications waits for n notifications in all.
func (s *shop) notifications(n int) []notification {
	s.t.Helper()
	for {
		s.mu.Lock()
		if len(s.received) >= n {
			defer s.mu.Unlock()
			require.Len(s.t, s.received, n)
			return s.received
		}
		s.mu.Unlock()
		select {
		case <-s.news:
		case <-time.After(10 * time.Second): // only when it hangs
			require.FailNow(s.t, "no notification")
		}
	}
}

func (s *shop) client() aps.Client { return aps.Client{Settings: s.settings} }

func (s *shop) check(reference string) aps.Status {
	s.t.Helper()
	status, err := s.client().CheckStatus(s.t.Context(), reference)
	require.NoError(s.t, err)
	return status
}

func (s *shop) refund(reference, fort string, amount money.Fils, own string) aps.RefundAnswer {
	s.t.Helper()
	answer, err := s.client().Refund(s.t.Context(), reference, fort, amount, own)
	require.NoError(s.t, err)
	return answer
}

func (s *shop) form(reference string, amount money.Fils) map[string]string {
	return s.fields(aps.Purchase{Reference: reference, Amount: amount})
}

// fields are a purchase as the merchant would write it.
func (s *shop) fields(p aps.Purchase) map[string]string {
	s.t.Helper()
	p.Email, p.ReturnURL, p.Description = "mona@example.ae", s.own+"/payment/return", "Lunch for five days"
	fields, err := p.Form(s.settings)
	require.NoError(s.t, err)
	return fields
}

// signed signs changed fields again, as the merchant.
func (s *shop) signed(fields map[string]string) map[string]string {
	out := without(fields, "signature")
	out["signature"] = aps.Sign(out, s.settings.RequestPhrase, s.settings.SHAType)
	return out
}

// page is what a browser got.
type page struct {
	status int
	header http.Header
	body   string
}

func (s *shop) post(address string, fields map[string]string) page {
	s.t.Helper()
	values := url.Values{}
	for key, value := range fields {
		values.Set(key, value)
	}
	return s.do(http.MethodPost, address, "application/x-www-form-urlencoded", values.Encode())
}

func (s *shop) do(method, address, kind, body string) page {
	req, err := http.NewRequestWithContext(s.t.Context(), method, address, strings.NewReader(body))
	require.NoError(s.t, err)
	req.Header.Set("Content-Type", kind)
	browser := http.Client{Timeout: 20 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	res, err := browser.Do(req)
	require.NoError(s.t, err)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(s.t, err)
	return page{res.StatusCode, res.Header, string(raw)}
}

func (s *shop) opened(reference string, amount money.Fils) string {
	s.t.Helper()
	return s.address(s.post(s.settings.PageURL, s.form(reference, amount)))
}

// address is that of the card page to which a browser is sent.
func (s *shop) address(p page) string {
	s.t.Helper()
	require.Equal(s.t, http.StatusSeeOther, p.status, p.body)
	return s.base + p.header.Get("Location")
}

func typed(number string) map[string]string {
	return map[string]string{"action": "pay", "card_number": number, "expiry": "12/28", "cvv": "123", "name": "Mona Ali"}
}

func (s *shop) pays(reference string, amount money.Fils, number string) page {
	s.t.Helper()
	return s.post(s.opened(reference, amount), typed(number))
}

var hidden = regexp.MustCompile(`<input type="hidden" name="([^"]+)" value="([^"]*)">`)

// returned is what the browser brings back to the shop, proved or not.
func (s *shop) returned(p page) (aps.Message, error) {
	s.t.Helper()
	if p.status == http.StatusSeeOther {
		u, err := url.Parse(p.header.Get("Location"))
		require.NoError(s.t, err)
		require.Equal(s.t, s.own+"/payment/return", u.Scheme+"://"+u.Host+u.Path)
		return s.settings.Read("", []byte(u.RawQuery))
	}
	require.Contains(s.t, p.body, `action="`+s.own+`/payment/return"`)
	values := url.Values{}
	for _, field := range hidden.FindAllStringSubmatch(p.body, -1) {
		values.Set(field[1], html.UnescapeString(field[2]))
	}
	return s.settings.Read("", []byte(values.Encode()))
}

func (s *shop) mustReturn(p page) aps.Message {
	s.t.Helper()
	m, err := s.returned(p)
	require.NoError(s.t, err, p.body)
	return m
}

// listed is the public list of payments, by reference.
func (s *shop) listed() map[string]Payment {
	s.t.Helper()
	var list []Payment
	p := s.do(http.MethodGet, s.base+"/sandbox/payments", "", "")
	require.NoError(s.t, json.Unmarshal([]byte(p.body), &list))
	out := map[string]Payment{}
	for _, p := range list {
		out[p.Reference] = p
	}
	return out
}
