package api_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/oklog/ulid/v2"
	"github.com/redis/go-redis/v9"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
	"github.com/stretchr/testify/require"

	"sahn/server/accounting"
	"sahn/server/amendment"
	"sahn/server/api"
	"sahn/server/apikey"
	"sahn/server/calendar"
	"sahn/server/company"
	"sahn/server/dev/demo"
	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/dev/sandbox"
	"sahn/server/dev/servertest"
	"sahn/server/directory"
	"sahn/server/invoice"
	"sahn/server/kitchen"
	"sahn/server/ledger"
	"sahn/server/member"
	"sahn/server/menu/published"
	"sahn/server/mydata"
	"sahn/server/operator"
	"sahn/server/order"
	"sahn/server/payment"
	"sahn/server/payment/aps"
	"sahn/server/payment/attempt"
	"sahn/server/person"
	"sahn/server/phone"
	"sahn/server/planner"
	"sahn/server/platform/cache"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/platform/outbound"
	"sahn/server/platform/web"
	"sahn/server/pos"
	"sahn/server/push"
	"sahn/server/report"
	"sahn/server/signon"
	"sahn/server/sync"
	"sahn/server/trail"
	"sahn/server/wallet"
	"sahn/server/webhook"
	"sahn/server/withdrawal"
)

func TestMain(m *testing.M) { servertest.Main(m) }

// testApp is the whole app on a port of its own, with the demo, a mailbox and the card sandbox around it.
type testApp struct {
	t       *testing.T
	url     string
	clock   *servertest.Clock
	pool    *pgxpool.Pool
	parts   api.Parts
	mailbox *local.Mailbox
	cards   *sandbox.Sandbox
	redis   string                // the address of one that is used, instead of one of its own
	fast    redis.UniversalClient // asks it; nil for one of its own
	plugins []rivertype.Plugin    // see its jobs
}

// now is a Saturday morning in Dubai: the week from Monday the 23rd is open from Tuesday on.
var now = time.Date(2026, 11, 21, 6, 0, 0, 0, time.UTC)

var built = fstest.MapFS{
	"index.html":           {Data: []byte("<!doctype html><title>Sahn</title>")},
	"assets/app-1.js":      {Data: []byte("console.log('plain')")},
	"assets/app-1.js.br":   {Data: []byte("small")},
	"manifest.webmanifest": {Data: []byte("{}")},
	"sw.js":                {Data: []byte("self")},
}

func open(t *testing.T) *testApp { t.Helper(); return openOn(t, servertest.DB(t)) }

// openOn is a testApp on a database that a test brings.
func openOn(t *testing.T, pool *pgxpool.Pool) *testApp {
	t.Helper()
	h := openIdle(t, pool)
	h.work()
	return h
}

// work runs the app's jobs until the test ends.
func (h *testApp) work() {
	h.t.Helper()
	workers := river.NewWorkers()
	h.parts.People.Work(workers)
	h.parts.Payments.Work(workers)
	h.parts.Orders.Work(workers)
	h.parts.Amendments.Work(workers)
	h.parts.Planner.Withdrawals.Work(workers)
	h.parts.Office.Work(workers)
	h.parts.Companies.Work(workers)
	runner, err := job.Start(h.t.Context(), h.pool, workers, nil, slog.New(slog.DiscardHandler), h.plugins...)
	require.NoError(h.t, err)
	h.t.Cleanup(func() { require.NoError(h.t, runner.Stop(context.WithoutCancel(h.t.Context()))) })
}

// openIdle is one that runs no jobs.
func openIdle(t *testing.T, pool *pgxpool.Pool) *testApp {
	t.Helper()
	h := &testApp{t: t, clock: servertest.ClockAt(now), pool: pool}
	require.NoError(t, demo.Load(t.Context(), h.pool, now))
	listener, public := listen(t)
	h.url = public.String()
	var err error
	h.mailbox, err = local.StartMailbox(local.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, h.mailbox.Stop()) })

	settings := aps.Settings{MerchantIdentifier: "TestMerchant", AccessCode: "TestAccess", RequestPhrase: "phrase-for-requests",
		ResponsePhrase: "phrase-for-responses", SHAType: "SHA-256"}
	page := httptest.NewUnstartedServer(nil)
	settings.PageURL, settings.APIURL = "http://"+page.Listener.Addr().String()+"/FortAPI/paymentPage",
		"http://"+page.Listener.Addr().String()+"/FortAPI/paymentApi"
	h.cards, err = sandbox.New(sandbox.Options{Settings: settings, NotifyURL: h.url + "/payment/notify"})
	require.NoError(t, err)
	page.Config.Handler = h.cards
	page.Start()
	t.Cleanup(func() { page.Close(); require.NoError(t, h.cards.Close()) })

	h.parts = h.assemble(public, settings)
	serve(t, listener, h.parts)
	return h
}

// xsrfOf is the token of a session.
func (h *testApp) xsrfOf(session string) string {
	return base64.RawURLEncoding.EncodeToString(h.parts.Edge.Keys.MAC([]byte("xsrf:" + session)))
}

// listen takes a port of a server's own.
func listen(t *testing.T) (net.Listener, *url.URL) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	return listener, &url.URL{Scheme: "http", Host: listener.Addr().String()}
}

// serve is a server until the test ends.
func serve(t *testing.T, listener net.Listener, parts api.Parts) {
	t.Helper()
	app, err := api.New(parts)
	require.NoError(t, err)
	go func() { _ = app.Listener(listener, fiber.ListenConfig{DisableStartupMessage: true}) }()
	t.Cleanup(func() { require.NoError(t, app.Shutdown()) })
}

func (h *testApp) assemble(public *url.URL, settings aps.Settings) api.Parts {
	log := slog.New(slog.DiscardHandler)
	queue, err := job.NewQueue(log, h.plugins...)
	require.NoError(h.t, err)
	sender, err := mail.New(h.mailbox.URL()+"?starttls=never", "Sahn <hello@sahn.example>")
	require.NoError(h.t, err)
	sender.Public = public
	if h.redis == "" {
		_, mini := servertest.Redis(h.t)
		h.redis = mini.Addr()
	}
	if h.fast == nil {
		h.fast, err = cache.Open("redis://"+h.redis, log)
		require.NoError(h.t, err)
		h.t.Cleanup(func() { _ = h.fast.Close() })
	}
	people := person.New(person.Options{DB: h.pool, Redis: h.fast, Queue: queue, Mail: sender,
		Keys: servertest.Secrets, Clock: h.clock.Now, Log: log,
		Public: &url.URL{Scheme: "http", Host: "localhost:" + public.Port()}})
	payments := &payment.Payments{Conn: h.pool, Queue: queue, Provider: aps.Client{Settings: settings}, Public: public, Clock: h.clock.Now,
		Log: log, SentBack: ledger.SentBack, Keys: servertest.Secrets}
	orders := &order.Orders{Conn: h.pool, Clock: h.clock.Now, Menus: published.NewStore(), Queue: queue, Payments: payments,
		Post: &mail.Post{DB: h.pool, Sender: sender, Clock: h.clock.Now, Log: log}}
	wallets := &wallet.Wallets{Conn: h.pool, Clock: h.clock.Now, Payments: payments}
	amendments := &amendment.Amendments{Orders: orders}
	payments.Subjects = map[attempt.Purpose]attempt.Subject{attempt.ForOrder: orders, attempt.ForAmendment: amendments,
		attempt.ForTopup: wallets}
	invoices := &invoice.Invoices{Conn: h.pool, Clock: h.clock.Now, Queue: queue, Payments: payments, Public: public, Log: log,
		Seller: invoice.Seller{Name: "Sahn Meals LLC", TRN: "100000000000003", Address: "Dubai"}}
	payments.Subjects[attempt.ForInvoice] = invoices
	counters := &pos.Pos{Conn: h.pool, Clock: h.clock.Now, Menus: published.NewStore(), App: "2026.11.1",
		Keys: servertest.Secrets, Log: log, Queue: queue, Post: orders.Post}
	companies := company.New(company.Options{DB: h.pool, People: people, Queue: queue, Post: orders.Post, Clock: h.clock.Now})
	withdrawals := &withdrawal.Withdrawals{Orders: orders, Amendments: amendments}
	office := &operator.Office{Conn: h.pool, Clock: h.clock.Now, People: people, Companies: companies, Payments: payments, Queue: queue,
		Post: orders.Post, Demo: true, DaysChanged: withdrawals.Soon, LunchOver: withdrawal.LunchOver}
	keys := &apikey.APIKeys{Conn: h.pool, Clock: h.clock.Now, Keys: servertest.Secrets}
	phones := &phone.Phones{DB: h.pool, Queue: queue, Keys: servertest.Secrets, Clock: h.clock.Now, Wording: push.Wording, Log: log,
		Letters: map[string]phone.Undelivered{"week": orders.RemindByMail}}
	pushes, err := push.New(push.Options{DB: h.pool, Keys: servertest.Secrets, From: "Sahn <hello@sahn.example>", Post: orders.Post,
		Phones: phones, Clock: h.clock.Now, Loopback: true, Log: log})
	require.NoError(h.t, err)
	orders.Pushes = pushes
	return api.Parts{
		Pushes:      pushes,
		Phones:      phones,
		Withdrawals: withdrawals, APIKeys: keys,
		Webhooks: &webhook.Webhooks{Conn: h.pool, Queue: queue, Post: orders.Post, Client: outbound.Client(true), Keys: servertest.Secrets,
			Clock: h.clock.Now, Public: public, Loopback: true, Forecast: companies.HandleForecast},
		Edge: &web.Edge{Sessions: people.Sessions, Tills: counters, APIKeys: keys, Keys: servertest.Secrets, Public: public,
			Card: "http://card.example", Log: log},
		Members: &member.Members{Conn: h.pool, People: people, Queue: queue, Clock: h.clock.Now},
		People:  people, Companies: companies, Menus: &published.Menus{Conn: h.pool}, Weeks: &published.Weeks{Conn: h.pool, Clock: h.clock.Now},
		Orders: orders, Amendments: amendments, Payments: payments, Wallets: wallets, Invoices: invoices,
		Syncs: &sync.Syncs{Conn: h.pool, Clock: h.clock.Now, App: "2026.11.1", Log: log}, Counters: counters, Office: office,
		Kitchen: &kitchen.Kitchen{Conn: h.pool, Clock: h.clock.Now, Menus: published.NewStore(), Queue: queue},
		Planner: &planner.Planner{Conn: h.pool, Clock: h.clock.Now, Menus: published.NewStore(),
			Withdrawals: withdrawals},
		Calendars: &calendar.Calendars{Conn: h.pool, Clock: h.clock.Now, Public: public},
		Directories: &directory.Directories{Conn: h.pool, People: people, Clock: h.clock.Now, Public: public,
			Members: &member.Members{Conn: h.pool, People: people, Queue: queue, Clock: h.clock.Now}},
		SignOns: signon.New(signon.Options{DB: h.pool, People: people, Keys: servertest.Secrets, Clock: h.clock.Now, Public: public,
			Loopback: true, Log: log}),
		Copies:     &mydata.Copies{Conn: h.pool, People: people, Clock: h.clock.Now},
		Accounting: &accounting.Books{Conn: h.pool, Clock: h.clock.Now},
		Trails:     &trail.Trails{Conn: h.pool, Keys: servertest.Secrets, Clock: h.clock.Now, Public: public},
		Reports:    &report.Reports{Conn: h.pool, Clock: h.clock.Now}, PWA: built, Ready: h.pool.Ping, Draining: &atomic.Bool{},
	}
}

// browser keeps cookies and sends the token, as the app does.
type browser struct {
	t    *testing.T
	home string
	http *http.Client
}

func (h *testApp) browser() *browser {
	jar, err := cookiejar.New(nil)
	require.NoError(h.t, err)
	return &browser{t: h.t, home: h.url,
		http: &http.Client{Jar: jar, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// as is a browser in which a demo person has signed in with their password.
func (h *testApp) as(p sample.Person) *browser {
	b := h.browser()
	b.visit()
	if strings.HasSuffix(p.Email, "@sahn.example") { // an operator, who proves more
		return h.asOperator(b, p)
	}
	b.signIn(p.Email, sample.Password)
	return b
}

// operator is one more of the lunch company's own staff.
func (h *testApp) operator(role string) sample.Person {
	h.t.Helper()
	p := sample.Person{Email: role + "@sahn.example", Name: "Operator " + role}
	_, err := operator.Add(h.t.Context(), db.New(h.pool), operator.StaffRequest{Email: p.Email, Name: p.Name, Role: role}, "", now)
	require.NoError(h.t, err)
	h.exec(`WITH s AS (SELECT password_hash FROM persons WHERE id = $1), p AS (UPDATE persons
		SET password_hash = s.password_hash FROM s WHERE email = $2 RETURNING persons.id)
		UPDATE profiles SET status = 'Active' FROM p WHERE person_id = p.id`, sample.Sara.ID, p.Email)
	return p
}

// asOperator proves a password and the code that comes for it.
func (h *testApp) asOperator(b *browser, p sample.Person) *browser {
	h.t.Helper()
	had := len(h.codesOf(p))
	b.ok("POST", "/api/kitchen/login", fields{"email": p.Email, "password": sample.Password})
	b.expect(http.StatusCreated, "POST", "/api/kitchen/verify", fields{"email": p.Email, "otp": h.code(p, had)})
	return b
}

// code is the newest one that somebody was mailed, of more than they had.
func (h *testApp) code(p sample.Person, had int) string {
	h.t.Helper()
	var codes []string
	// The server sends letters after it has answered; the bound only ends a test that hangs.
	require.Eventually(h.t, func() bool { codes = h.codesOf(p); return len(codes) > had }, 20*time.Second, 50*time.Millisecond, "no mail came")
	return codes[0]
}

// codesOf are the codes that somebody was mailed, the newest first.
func (h *testApp) codesOf(p sample.Person) (codes []string) {
	mails, err := h.mailbox.Mails(1000)
	require.NoError(h.t, err)
	for _, m := range mails {
		if slices.Contains(m.To, p.Email) && m.Code != "" {
			codes = append(codes, m.Code)
		}
	}
	return codes
}

func (b *browser) visit() {
	b.t.Helper()
	b.expect(http.StatusNoContent, "GET", "/sanctum/csrf-cookie", nil)
}

type (
	fields = map[string]any
	answer map[string]any
)

// data is what an answer brings.
func (a answer) data() fields { return a["data"].(fields) }

// ok asks for something that succeeds.
func (b *browser) ok(method, path string, body any) answer {
	b.t.Helper()
	return b.expect(http.StatusOK, method, path, body)
}

// expect asks for something that is answered with a status; why says what a test means by it.
func (b *browser) expect(status int, method, path string, body any, why ...string) answer {
	b.t.Helper()
	got, said := b.call(method, path, body)
	require.Equal(b.t, status, got, "%s %s: %v %s", method, path, said, why)
	return said
}

// refused is expect with the reason that is given.
func (b *browser) refused(status int, reason, method, path string, body any, why ...string) answer {
	b.t.Helper()
	said := b.expect(status, method, path, body, why...)
	require.Equal(b.t, reason, said["reason"], "%s %s %s", method, path, why)
	return said
}

// profile is that of whoever is signed in.
func (b *browser) profile() fields { b.t.Helper(); return b.ok("GET", "/api/get-profile", nil).data() }

// signIn signs in by password, which needs no mail.
func (b *browser) signIn(email, password string) answer {
	b.t.Helper()
	return b.expect(http.StatusCreated, "POST", "/api/profile-login", fields{"email": email, "password": password})
}

// round is what a device sends to sync.
func round(device string, ops ...any) fields {
	return fields{"v": 3, "app": "2026.11.1", "dev": device, "cur": 0, "done": 0, "ops": append([]any{}, ops...)}
}

// chosen is the n-th thing that a device tells: what somebody wants to eat on a date.
func chosen(n int, date any, items ...any) fields {
	return fields{"n": n, "id": ulid.Make().String(), "k": "day.set/1",
		"a": fields{"date": date, "items": append([]any{}, items...), "seen": 0}}
}

// portions are so many of a meal.
func portions(meal any, qty int) fields { return fields{"meal": meal, "qty": qty} }

// call sends JSON (or, given a string, those very bytes) and reads JSON.
func (b *browser) call(method, path string, body any) (int, answer) {
	b.t.Helper()
	res := b.send(method, path, body)
	defer res.Body.Close()
	raw, err := io.ReadAll(res.Body)
	require.NoError(b.t, err)
	var a answer
	if strings.HasPrefix(res.Header.Get("Content-Type"), "application/json") {
		require.NoError(b.t, json.Unmarshal(raw, &a), "%s", raw)
	}
	return res.StatusCode, a
}

func (b *browser) send(method, path string, body any) *http.Response {
	b.t.Helper()
	return b.sendWith(method, path, body)
}

// sendWith replaces headers of what the app would send; an empty one is left out.
func (b *browser) sendWith(method, path string, body any, headers ...string) *http.Response {
	b.t.Helper()
	res, err := b.http.Do(b.request(method, path, body, headers...))
	require.NoError(b.t, err)
	return res
}

// request is what the app would send.
func (b *browser) request(method, path string, body any, headers ...string) *http.Request {
	b.t.Helper()
	var reader io.Reader
	if text, ok := body.(string); ok {
		reader = strings.NewReader(text)
	} else if body != nil {
		raw, err := json.Marshal(body)
		require.NoError(b.t, err)
		reader = bytes.NewReader(raw)
	}
	req, err := http.NewRequestWithContext(b.t.Context(), method, b.home+path, reader)
	require.NoError(b.t, err)
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Origin", b.home)
	for _, c := range b.http.Jar.Cookies(req.URL) {
		if c.Name == "XSRF-TOKEN" {
			req.Header.Set("X-XSRF-TOKEN", c.Value)
		}
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Del(headers[i])
		if headers[i+1] != "" {
			req.Header.Set(headers[i], headers[i+1])
		}
	}
	return req
}
