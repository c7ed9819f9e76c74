// Package sandbox imitates the card payment provider: the same hosted page, notifications and operations API, on this machine, with test
// cards. It promises to take the money of a payment once, to keep it through a crash when it has a file, and to accept no real card.
package sandbox

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"sahn/server/payment/aps"
	"sahn/server/platform/clock"
)

// Options is one provider: the merchant's account there, where to report and what to store.
type Options struct {
	Settings  aps.Settings  // the same as the merchant's
	NotifyURL string        // gets feedback about every payment; "" for none
	Path      string        // the file that stores payments; "" keeps them in memory only
	PageLife  time.Duration // after this a page without an answer expires and is forgotten; 0 means 15 minutes
	Clock     clock.Clock   // nil for the machine's
	Behaviour
}

// Behaviour is the provider's configuration and the failures that it simulates. It can be changed while it runs.
type Behaviour struct {
	ReturnMethod    string `json:"return_method"`    // POST (also when empty) or GET
	Feedback        string `json:"feedback"`         // before (also when empty) the return, after it, or never
	FeedbackFormat  string `json:"feedback_format"`  // json (also when empty) or form
	NoReturn        bool   `json:"no_return"`        // the buyer closes the browser
	Duplicates      int    `json:"duplicates"`       // each feedback is delivered this many times more
	DelayMS         int    `json:"delay_ms"`         // before feedback, milliseconds
	Retries         int    `json:"retries"`          // of a feedback that was not answered; 0 means 10, -1 none
	RetryMS         int    `json:"retry_ms"`         // between them, milliseconds; 0 means 10 000
	SettleMS        int    `json:"settle_ms"`        // until an uncertain payment settles, milliseconds; 0 means 20 000
	UpperHex        bool   `json:"upper_hex"`        // signatures in capitals
	HTMLEntity      bool   `json:"html_entity"`      // JSON feedback holds &#39;
	ExtraField      bool   `json:"extra_field"`      // a signed field that is not in the documentation
	Tamper          string `json:"tamper"`           // breaks the signature of feedback, return, api or all
	UnsignedInvalid string `json:"unsigned_invalid"` // usual (also when empty: 00008 to 00010), all or none of status 00
	RefundFails     bool   `json:"refund_fails"`     // the bank declines refunds
	API             string `json:"api"`              // up (also when empty), down, or mute: carries out the request and never answers
}

// Sandbox is the provider. Serve it on loopback only.
type Sandbox struct {
	options Options
	book    *book
	pages   http.Handler
	client  *http.Client

	mu        sync.Mutex
	behaviour Behaviour
	secure    map[string]card // page → card that waits for its 3-D Secure code; never on disk

	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
}

// New opens the provider with the payments in its file. The caller closes it.
func New(o Options) (*Sandbox, error) {
	if err := o.Settings.Validate(); err != nil {
		return nil, err
	}
	if o.Clock == nil {
		o.Clock = clock.System
	}
	if o.PageLife == 0 {
		o.PageLife = 15 * time.Minute
	}
	if u, err := url.Parse(o.NotifyURL); o.NotifyURL != "" && (err != nil || u.Host == "") {
		return nil, errors.New("sandbox: the notify URL must be absolute")
	}
	b, err := o.complete()
	if err != nil {
		return nil, err
	}
	kept, err := openBook(o.Path, o.Clock, o.PageLife)
	if err != nil {
		return nil, err
	}
	s := &Sandbox{options: o, behaviour: b, book: kept, secure: map[string]card{}}
	s.client = &http.Client{Timeout: 10 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	s.ctx, s.cancel = context.WithCancel(context.Background())

	mux := http.NewServeMux()
	mux.HandleFunc("POST /FortAPI/paymentPage", s.receive)
	mux.HandleFunc("GET /FortAPI/paymentPage/{page}", s.show)
	mux.HandleFunc("POST /FortAPI/paymentPage/{page}", s.submit)
	mux.HandleFunc("POST /FortAPI/paymentApi", s.operate)
	mux.HandleFunc("GET /sandbox/payments", s.control(s.listPayments))
	mux.HandleFunc("POST /sandbox/payments", s.control(s.keepPayments))
	mux.HandleFunc("GET /sandbox/options", s.control(s.showOptions))
	mux.HandleFunc("POST /sandbox/options", s.control(s.changeOptions))
	mux.HandleFunc("POST /sandbox/refund", s.control(s.backOfficeRefund))
	small := http.MaxBytesHandler(mux, 64<<10)
	s.pages = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/sandbox/payments" { // a year of them, from this machine only
			http.MaxBytesHandler(mux, 64<<20).ServeHTTP(w, r)
			return
		}
		small.ServeHTTP(w, r)
	})
	return s, nil
}

// ServeHTTP answers the buyer's browser, the merchant's server and the control surface.
func (s *Sandbox) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "origin")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	s.pages.ServeHTTP(w, r)
}

// Run serves on a loopback listener until ctx ends, then closes.
func (s *Sandbox) Run(ctx context.Context, listener net.Listener) error {
	if a, ok := listener.Addr().(*net.TCPAddr); !ok || !a.IP.IsLoopback() {
		return errors.New("sandbox: may only listen on a loopback address")
	}
	server := &http.Server{Handler: s, ReadHeaderTimeout: 10 * time.Second}
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
		defer cancel()
		stopped <- errors.Join(server.Shutdown(end), s.Close())
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

// Close drops waiting feedback and returns when nothing runs any more.
func (s *Sandbox) Close() error {
	s.mu.Lock()
	s.cancel()
	s.mu.Unlock()
	s.work.Wait()
	return nil
}

// background runs do unless the sandbox is closed.
func (s *Sandbox) background(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ctx.Err() == nil {
		s.work.Go(do)
	}
}

// wait sleeps; false means that the sandbox was closed meanwhile.
func (s *Sandbox) wait(ms int) bool {
	if ms <= 0 {
		return s.ctx.Err() == nil
	}
	select {
	case <-time.After(time.Duration(ms) * time.Millisecond):
		return true
	case <-s.ctx.Done():
		return false
	}
}

// Behave changes the provider's behaviour from now on.
func (s *Sandbox) Behave(b Behaviour) error {
	b, err := b.complete()
	if err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.behaviour = b
	return nil
}

func (s *Sandbox) now() Behaviour {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.behaviour
}

// complete fills in defaults and refuses unknown values.
func (b Behaviour) complete() (Behaviour, error) {
	for _, choice := range []struct {
		name    string
		value   *string
		allowed []string // the first is the default
	}{
		{"return_method", &b.ReturnMethod, []string{"POST", "GET"}},
		{"feedback", &b.Feedback, []string{"before", "after", "never"}},
		{"feedback_format", &b.FeedbackFormat, []string{"json", "form"}},
		{"tamper", &b.Tamper, []string{"", "feedback", "return", "api", "all"}},
		{"unsigned_invalid", &b.UnsignedInvalid, []string{"usual", "all", "none"}},
		{"api", &b.API, []string{"up", "down", "mute"}},
	} {
		if *choice.value == "" {
			*choice.value = choice.allowed[0]
		}
		if !slices.Contains(choice.allowed, *choice.value) {
			return b, fmt.Errorf("sandbox: %s is one of %s", choice.name, strings.Join(choice.allowed, ", "))
		}
	}
	for _, number := range []struct {
		value          *int
		least, instead int
	}{{&b.Duplicates, 0, 0}, {&b.DelayMS, 0, 0}, {&b.Retries, -1, 10}, {&b.RetryMS, 0, 10_000}, {&b.SettleMS, 0, 20_000}} {
		if *number.value < number.least || *number.value > 600_000 {
			return b, errors.New("sandbox: a number is out of range")
		}
		if *number.value == 0 {
			*number.value = number.instead
		}
	}
	return b, nil
}
