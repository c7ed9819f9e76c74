package person_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/gofiber/fiber/v3"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/redis/go-redis/v9"
	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/demo"
	"sahn/server/dev/local"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/person"
	"sahn/server/platform/cache"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/keys"
	"sahn/server/platform/mail"
	"sahn/server/platform/web"
	"sahn/server/retention"
)

func TestMain(m *testing.M) {
	servertest.FixSeed()
	servertest.Main(m)
}

const own = "https://app.example"

var monday = time.Date(2026, 11, 23, 6, 0, 0, 0, time.UTC)

// place is one database with the sample people, a Redis, a mailbox, and a server.
type place struct {
	t       *testing.T
	pool    *pgxpool.Pool
	redis   *miniredis.Miniredis
	clock   *servertest.Clock
	mailbox *local.Mailbox
	people  *person.People
	app     *fiber.App

	required person.Required // of those people that newPeople makes, like idle
	idle     time.Duration
	lock     time.Duration
	keys     keys.Keys
}

func settle(t *testing.T) *place {
	t.Helper()
	p := &place{t: t, pool: servertest.DB(t), clock: servertest.ClockAt(monday), keys: servertest.Secrets}
	require.NoError(t, demo.People(t.Context(), db.New(p.pool), monday))
	_, p.redis = servertest.Redis(t)
	var err error
	p.mailbox, err = local.StartMailbox(local.Options{Dir: filepath.Join(t.TempDir(), "mail")})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.mailbox.Stop()) })
	p.people = p.newPeople(p.redis.Addr())
	p.app = p.newServer(p.people)
	return p
}

// newPeople is one more instance on the same database; an empty address is no Redis.
func (p *place) newPeople(redisAddress string) *person.People {
	p.t.Helper()
	log := slog.New(slog.DiscardHandler)
	queue, err := job.NewQueue(log)
	require.NoError(p.t, err)
	sender, err := mail.New(p.mailbox.URL(), "Sahn <hello@sahn.example>")
	require.NoError(p.t, err)
	sender.Public, err = url.Parse(own)
	require.NoError(p.t, err)
	var client redis.UniversalClient
	if redisAddress != "" {
		client, err = cache.Open("redis://"+redisAddress, log)
		require.NoError(p.t, err)
		p.t.Cleanup(func() { require.NoError(p.t, client.Close()) })
	}
	return person.New(person.Options{DB: p.pool, Redis: client, Queue: queue, Mail: sender,
		Keys: p.keys, Clock: p.clock.Now, Log: log, Public: sender.Public, SecondFactor: p.required,
		OperatorIdle: p.idle, OperatorLock: p.lock})
}

func (p *place) newServer(people *person.People, proxies ...netip.Prefix) *fiber.App {
	public, err := url.Parse(own)
	require.NoError(p.t, err)
	e := &web.Edge{Sessions: people.Sessions, Keys: p.keys, Public: public, Proxies: proxies,
		Log: slog.New(slog.DiscardHandler)}
	app := fiber.New(fiber.Config{Immutable: true, ErrorHandler: e.Fail})
	app.Use(e.Begin)
	app.Get("/sanctum/csrf-cookie", e.Visit)
	e.Mount(app, []web.Route{
		{Method: "PUT", Path: "/api/search-by-email", Who: web.Anyone, Endpoint: web.JSON(200, people.SearchByEmail)},
		{Method: "POST", Path: "/api/login-otp", Who: web.Anyone, Endpoint: web.JSON(200, people.LoginOTP)},
		{Method: "POST", Path: "/api/verify-otp", Who: web.Anyone, Endpoint: web.JSON(201, people.VerifyOTP)},
		{Method: "POST", Path: "/api/profile-login", Who: web.Anyone, Endpoint: web.JSON(201, people.ProfileLogin)},
		{Method: "POST", Path: "/api/kitchen/login", Who: web.Anyone, Endpoint: web.JSON(200, people.OperatorLogin)},
		{Method: "POST", Path: "/api/kitchen/verify", Who: web.Anyone, Endpoint: web.JSON(201, people.OperatorVerify)},
		{Method: "POST", Path: "/api/kitchen/enrol", Who: web.Anyone, Endpoint: web.JSON(200, people.OperatorEnrol)},
		{Method: "POST", Path: "/api/kitchen/enrol/confirm", Who: web.Anyone, Endpoint: web.JSON(201, people.OperatorEnrolDone)},
		{Method: "GET", Path: "/api/kitchen/second-step", Who: web.Operator, Endpoint: web.JSON(200, people.SecondStep)},
		{Method: "POST", Path: "/api/kitchen/second-step", Who: web.Operator, Endpoint: web.JSON(200, people.Enrol)},
		{Method: "POST", Path: "/api/kitchen/second-step/confirm", Who: web.Operator, Endpoint: web.JSON(200, people.EnrolDone)},
		{Method: "GET", Path: "/api/kitchen/pin", Who: web.Operator, Endpoint: web.JSON(200, people.PIN)},
		{Method: "PUT", Path: "/api/kitchen/pin", Who: web.Operator, Endpoint: web.JSON(200, people.SetPIN)},
		{Method: "DELETE", Path: "/api/kitchen/pin", Who: web.Operator, Endpoint: web.JSON(200, people.DropPIN)},
		{Method: "POST", Path: "/api/kitchen/lock", Who: web.Operator, Endpoint: web.JSON(200, people.Lock)},
		{Method: "POST", Path: "/api/kitchen/unlock", Who: web.Operator, WhileLocked: true, Endpoint: web.JSON(200, people.Unlock)},
		{Method: "GET", Path: "/api/kitchen/probe", Who: web.Operator, Endpoint: web.JSON(200, people.GetProfile)},
		{Method: "POST", Path: "/api/profile-logout", Who: web.SignedIn, WhileLocked: true, Endpoint: web.JSON(200, people.ProfileLogout)},
		{Method: "GET", Path: "/api/get-profile", Who: web.SignedIn, Endpoint: web.JSON(200, people.GetProfile)},
		{Method: "POST", Path: "/api/client/forgot-password/send-otp", Who: web.Anyone, Endpoint: web.JSON(200, people.SendResetOTP)},
		{Method: "POST", Path: "/api/client/forgot-password/reset", Who: web.Anyone, Endpoint: web.JSON(200, people.Reset)},
		{Method: "POST", Path: "/api/own-browser", Who: web.Anyone, Endpoint: web.JSON(200, people.OwnBrowser)},
		{Method: "GET", Path: "/api/erased", Who: web.Anyone, Endpoint: web.JSON(200, people.HandleErased)},
		{Method: "POST", Path: "/api/client-register", Who: web.Anyone, Endpoint: web.JSON(201, people.ClientRegister)},
		{Method: "POST", Path: "/api/employee-registration", Who: web.Anyone, Endpoint: web.JSON(201, people.EmployeeRegistration)},
		{Method: "POST", Path: "/api/switch-user", Who: web.Eater, Endpoint: web.JSON(200, people.SwitchUser)},
		{Method: "POST", Path: "/api/update-profile", Who: web.Eater, Endpoint: web.JSON(200, people.UpdateProfile)},
		{Method: "POST", Path: "/api/update-diet", Who: web.Eater, Endpoint: web.JSON(200, people.UpdateDiet)},
		{Method: "POST", Path: "/api/profile-picture", Who: web.SignedIn, Endpoint: web.JSON(200, people.ProfilePicture)},
		{Method: "PUT", Path: "/api/profile-language", Who: web.SignedIn, Endpoint: web.JSON(200, people.ProfileLanguage)},
		{Method: "POST", Path: "/api/change-password", Who: web.SignedIn, Endpoint: web.JSON(200, people.ChangePassword)},
		{Method: "GET", Path: "/api/devices", Who: web.SignedIn, Endpoint: web.JSON(200, people.Devices)},
		{Method: "DELETE", Path: "/api/devices/:id", Who: web.SignedIn, Of: web.OwnSession, Endpoint: web.JSON(200, people.SignOutDevice)},
		{Method: "POST", Path: "/api/passkey-login/ask", Who: web.Anyone, Endpoint: web.JSON(200, people.PasskeyLoginAsk)},
		{Method: "POST", Path: "/api/passkey-login", Who: web.Anyone, Endpoint: web.JSON(201, people.PasskeyLogin)},
		{Method: "POST", Path: "/api/kitchen/verify/passkey/ask", Who: web.Anyone, Endpoint: web.JSON(200, people.OperatorPasskeyAsk)},
		{Method: "POST", Path: "/api/kitchen/verify/passkey", Who: web.Anyone, Endpoint: web.JSON(201, people.OperatorPasskey)},
		{Method: "GET", Path: "/api/passkeys", Who: web.SignedIn, Endpoint: web.JSON(200, people.Passkeys)},
		{Method: "POST", Path: "/api/passkeys/add", Who: web.SignedIn, Endpoint: web.JSON(200, people.PasskeyAdd)},
		{Method: "POST", Path: "/api/passkeys", Who: web.SignedIn, Endpoint: web.JSON(201, people.PasskeyMake)},
		{Method: "PUT", Path: "/api/passkeys/:id", Who: web.SignedIn, Of: web.OwnPasskey, Endpoint: web.JSON(200, people.PasskeyRename)},
		{Method: "DELETE", Path: "/api/passkeys/:id", Who: web.SignedIn, Of: web.OwnPasskey, Endpoint: web.JSON(200, people.PasskeyRemove)},
		{Method: "GET", Path: "/api/my-data", Who: web.SignedIn, Endpoint: web.JSON(200, people.MyData)},
		{Method: "POST", Path: "/api/delete-account", Who: web.Eater, Endpoint: web.JSON(200, people.DeleteAccount)},
	})
	return app
}

func (p *place) keeper() *retention.Keeper {
	return &retention.Keeper{Conn: p.pool, Clock: p.clock.Now}
}

// work runs jobs, those that come by themselves too, until it is done. Nobody tells when that is; the bound only ends a test that hangs.
func (p *place) work(periodic []*river.PeriodicJob, done func() bool) {
	p.t.Helper()
	workers := river.NewWorkers()
	p.people.Work(workers)
	p.keeper().Work(workers)
	runner, err := job.Start(p.t.Context(), p.pool, workers, periodic, slog.New(slog.DiscardHandler))
	require.NoError(p.t, err)
	require.Eventually(p.t, done, 30*time.Second, 20*time.Millisecond)
	require.NoError(p.t, runner.Stop(p.t.Context()))
}

// deliver works all jobs that are waiting, and answers with all mails of this place, newest first.
func (p *place) deliver() []local.Mail {
	p.t.Helper()
	p.work(nil, func() bool { return p.count("river_job WHERE finalized_at IS NULL") == 0 })
	require.Zero(p.t, p.count("river_job WHERE state = 'discarded'"))
	mails, err := p.mailbox.Mails(100)
	require.NoError(p.t, err)
	return mails
}

func (p *place) count(from string, args ...any) int {
	p.t.Helper()
	return servertest.One[int](p.t, p.pool, "SELECT count(*) FROM "+from, args...)
}

func (p *place) exec(sql string, args ...any) {
	p.t.Helper()
	servertest.Do(p.t, p.pool, sql, args...)
}

// awaitLock waits until somebody waits for a lock in this database.
func (p *place) awaitLock() {
	p.t.Helper()
	for p.count("pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") == 0 {
		runtime.Gosched()
	}
}

// statementLog notes every statement that a server sends.
type statementLog struct {
	mu         sync.Mutex
	statements []string
}

func (h *statementLog) TraceQueryStart(ctx context.Context, _ *pgx.Conn, q pgx.TraceQueryStartData) context.Context {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !strings.HasPrefix(q.SQL, "-- name: PG") { // the queue's own: it asks for the version once, and notifies now and then
		h.statements = append(h.statements, q.SQL)
	}
	return ctx
}

func (*statementLog) TraceQueryEnd(context.Context, *pgx.Conn, pgx.TraceQueryEndData) {}

// at is where the statements of a name are among all.
func (h *statementLog) at(name string) (places []int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for i, sql := range h.statements {
		if strings.HasPrefix(sql, "-- name: "+name+" ") {
			places = append(places, i)
		}
	}
	return places
}

// listening is one more instance, of which every statement is noted.
func (p *place) listening(redisAddress string) (*person.People, *statementLog) {
	p.t.Helper()
	config, statements := p.pool.Config().Copy(), &statementLog{}
	config.ConnConfig.Tracer = statements
	pool, err := pgxpool.NewWithConfig(p.t.Context(), config)
	require.NoError(p.t, err)
	p.t.Cleanup(pool.Close)
	traced := *p
	traced.pool = pool
	return traced.newPeople(redisAddress), statements
}

// together does something n times, so many at once.
func together(n, atOnce int, do func(i int)) {
	var all sync.WaitGroup
	turn := make(chan int)
	for range min(n, atOnce) {
		all.Go(func() {
			for i := range turn {
				do(i)
			}
		})
	}
	for i := range n {
		turn <- i
	}
	close(turn)
	all.Wait()
}

// replies asks n times, so many at once, and answers how often each status came.
func (p *place) replies(n, atOnce int, ask func(i int) (reply, error)) map[int]int {
	p.t.Helper()
	var mu sync.Mutex
	statuses := map[int]int{}
	together(n, atOnce, func(i int) {
		got, err := ask(i)
		if err != nil {
			p.t.Error(err)
		}
		mu.Lock()
		defer mu.Unlock()
		statuses[got.status]++
	})
	return statuses
}

// browser is one browser of somebody, with its cookies, on a server.
type browser struct {
	place *place
	app   *fiber.App
	jar   map[string]string
}

func (p *place) browser() *browser { return p.browserOn(p.app) }

func (p *place) browserOn(app *fiber.App) *browser {
	b := &browser{p, app, map[string]string{}}
	b.call("GET", "/sanctum/csrf-cookie", nil)
	return b
}

// on is the same browser talking to another instance.
func (b *browser) on(app *fiber.App) *browser { return &browser{b.place, app, b.jar} }

// copy is the same cookies in other hands.
func (b *browser) copy() *browser { return &browser{b.place, b.app, maps.Clone(b.jar)} }

// caller is whom the server takes this browser for.
func (b *browser) caller() web.Caller {
	b.place.t.Helper()
	who, err := b.place.people.Sessions.Find(b.place.t.Context(), b.jar["sahn_session"], true)
	require.NoError(b.place.t, err)
	return who
}

type reply struct {
	status  int
	body    string
	header  http.Header
	cookies map[string]*http.Cookie
}

// call does what the app does: cookies, the token, the origin. Headers replace those.
func (b *browser) call(method, path string, body any, headers ...string) reply {
	b.place.t.Helper()
	got, err := b.try(method, path, body, headers...)
	require.NoError(b.place.t, err)
	for name, c := range got.cookies {
		if c.MaxAge < 0 {
			delete(b.jar, name)
		} else {
			b.jar[name] = c.Value
		}
	}
	return got
}

// try is call for many at once: it keeps no cookies.
func (b *browser) try(method, path string, body any, headers ...string) (reply, error) {
	content, raw := body.(string)
	if !raw && body != nil {
		encoded, err := json.Marshal(body)
		if err != nil {
			return reply{}, err
		}
		content = string(encoded)
	}
	r := httptest.NewRequest(method, path, bytes.NewReader([]byte(content)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", own)
	r.Header.Set("X-XSRF-TOKEN", b.jar["XSRF-TOKEN"])
	for name, value := range b.jar {
		r.AddCookie(&http.Cookie{Name: name, Value: value})
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	resp, err := b.app.Test(r, fiber.TestConfig{Timeout: time.Minute})
	if err != nil {
		return reply{}, err
	}
	defer resp.Body.Close()
	content2, err := io.ReadAll(resp.Body)
	got := reply{resp.StatusCode, string(content2), resp.Header, map[string]*http.Cookie{}}
	for _, c := range resp.Cookies() {
		got.cookies[c.Name] = c
	}
	return got, err
}

// insist is try, once more for as long as the server is too busy to wait for its turn, as the app does.
func (b *browser) insist(method, path string, body any, headers ...string) (reply, error) {
	for {
		got, err := b.try(method, path, body, headers...)
		if err != nil || got.status != http.StatusServiceUnavailable {
			return got, err
		}
	}
}

type fields = map[string]any

// ask asks for a code and reads it in the mailbox.
func (b *browser) ask(email string) string {
	b.place.t.Helper()
	return b.mailed(email, func() { require.Equal(b.place.t, 200, b.call("POST", "/api/login-otp", fields{"email": email}).status) })
}

// mailed is the code that doing something brings. Letters of before are delivered before: of several at once nobody knows which comes last.
func (b *browser) mailed(email string, do func()) string {
	b.place.t.Helper()
	if b.place.count("river_job WHERE state <> 'completed'") > 0 {
		b.place.deliver()
	}
	do()
	mails := b.place.deliver()
	i := slices.IndexFunc(mails, func(m local.Mail) bool { return slices.Contains(m.To, email) })
	require.GreaterOrEqual(b.place.t, i, 0, "no mail to %s", email)
	require.Regexp(b.place.t, `^\d{6}$`, mails[i].Code)
	return mails[i].Code
}

// askAsOperator proves the password and reads the code that comes for it.
func (b *browser) askAsOperator(who sample.Person) string {
	b.place.t.Helper()
	return b.mailed(who.Email, func() {
		got := b.call("POST", "/api/kitchen/login", fields{"email": who.Email, "password": sample.Password})
		require.Equal(b.place.t, 200, got.status, got.body)
	})
}

func (b *browser) verify(email, code string) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/verify-otp", fields{"email": email, "otp": code})
}

func (b *browser) verifyOperator(who sample.Person, code string) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/kitchen/verify", fields{"email": who.Email, "otp": code})
}

// signIn signs in by password, which needs no mail, and an operator with the code beside it.
func (b *browser) signIn(who sample.Person) *browser {
	b.place.t.Helper()
	if who == sample.Sara {
		got := b.verifyOperator(who, b.askAsOperator(who))
		require.Equal(b.place.t, 201, got.status, got.body)
		return b
	}
	got := b.login(who.Email, sample.Password)
	require.Equal(b.place.t, 201, got.status, got.body)
	return b
}

func (b *browser) login(email, password string, headers ...string) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/profile-login", fields{"email": email, "password": password}, headers...)
}

func (b *browser) switchTo(body fields) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/switch-user", body)
}

func (b *browser) profile() reply { b.place.t.Helper(); return b.call("GET", "/api/get-profile", nil) }

func wrong(code string) string {
	last := (code[5]-'0'+1)%10 + '0'
	return code[:5] + string(last)
}
