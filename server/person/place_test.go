package person_test

import (
	"bytes"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/alicebob/miniredis/v2"
	"github.com/gofiber/fiber/v3"
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
	"sahn/server/platform/mail"
	"sahn/server/platform/web"
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
}

func settle(t *testing.T) *place {
	t.Helper()
	p := &place{t: t, pool: servertest.DB(t), clock: servertest.ClockAt(monday)}
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
	return p.peopleOn(p.pool, redisAddress)
}

// peopleOn is an instance on another way to that database.
func (p *place) peopleOn(conn db.Conn, redisAddress string) *person.People {
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
	return person.New(person.Options{DB: conn, Redis: client, Queue: queue, Mail: sender,
		Secret: []byte("a secret of thirty-two characters"), Clock: p.clock.Now, Log: log})
}

func (p *place) newServer(people *person.People, proxies ...netip.Prefix) *fiber.App {
	public, err := url.Parse(own)
	require.NoError(p.t, err)
	e := &web.Edge{Sessions: people.Sessions, Secret: []byte("a secret of thirty-two characters"), Public: public, Proxies: proxies,
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
		{Method: "POST", Path: "/api/profile-logout", Who: web.SignedIn, Endpoint: web.JSON(200, people.ProfileLogout)},
		{Method: "GET", Path: "/api/get-profile", Who: web.SignedIn, Endpoint: web.JSON(200, people.GetProfile)},
		{Method: "POST", Path: "/api/client/forgot-password/send-otp", Who: web.Anyone, Endpoint: web.JSON(200, people.SendResetOTP)},
		{Method: "POST", Path: "/api/client/forgot-password/reset", Who: web.Anyone, Endpoint: web.JSON(200, people.Reset)},
		{Method: "POST", Path: "/api/client-register", Who: web.Anyone, Endpoint: web.JSON(201, people.ClientRegister)},
		{Method: "POST", Path: "/api/employee-registration", Who: web.Anyone, Endpoint: web.JSON(201, people.EmployeeRegistration)},
		{Method: "POST", Path: "/api/switch-user", Who: web.Eater, Endpoint: web.JSON(200, people.SwitchUser)},
		{Method: "POST", Path: "/api/update-profile", Who: web.Eater, Endpoint: web.JSON(200, people.UpdateProfile)},
		{Method: "POST", Path: "/api/update-diet", Who: web.Eater, Endpoint: web.JSON(200, people.UpdateDiet)},
		{Method: "POST", Path: "/api/profile-picture", Who: web.SignedIn, Endpoint: web.JSON(200, people.ProfilePicture)},
		{Method: "POST", Path: "/api/change-password", Who: web.SignedIn, Endpoint: web.JSON(200, people.ChangePassword)},
		{Method: "GET", Path: "/api/devices", Who: web.SignedIn, Endpoint: web.JSON(200, people.Devices)},
		{Method: "DELETE", Path: "/api/devices/:id", Who: web.SignedIn, Of: web.OwnSession, Endpoint: web.JSON(200, people.SignOutDevice)},
		{Method: "GET", Path: "/api/my-data", Who: web.SignedIn, Endpoint: web.JSON(200, people.MyData)},
		{Method: "POST", Path: "/api/delete-account", Who: web.Eater, Endpoint: web.JSON(200, people.DeleteAccount)},
	})
	return app
}

// deliver works all mail jobs that are waiting, and answers with all mails of this place, newest first.
func (p *place) deliver() []local.Mail {
	p.t.Helper()
	workers := river.NewWorkers()
	p.people.Work(workers)
	runner, err := job.Start(p.t.Context(), p.pool, workers, nil, slog.New(slog.DiscardHandler))
	require.NoError(p.t, err)
	// The queue tells nobody when it is empty; the bound only ends a test that hangs.
	require.Eventually(p.t, func() bool { return p.count("river_job WHERE state <> 'completed'") == 0 }, 30*time.Second, 20*time.Millisecond)
	require.NoError(p.t, runner.Stop(p.t.Context()))
	mails, err := p.mailbox.Mails(100)
	require.NoError(p.t, err)
	return mails
}

func (p *place) count(from string) (n int) {
	p.t.Helper()
	require.NoError(p.t, p.pool.QueryRow(p.t.Context(), "SELECT count(*) FROM "+from).Scan(&n))
	return n
}

func (p *place) exec(sql string, args ...any) {
	p.t.Helper()
	_, err := p.pool.Exec(p.t.Context(), sql, args...)
	require.NoError(p.t, err)
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

// signIn signs in by password, which needs no mail, and an operator with the code beside it.
func (b *browser) signIn(who sample.Person) *browser {
	b.place.t.Helper()
	if who == sample.Sara {
		got := b.call("POST", "/api/kitchen/verify", fields{"email": who.Email, "otp": b.askAsOperator(who)})
		require.Equal(b.place.t, 201, got.status, got.body)
		return b
	}
	got := b.call("POST", "/api/profile-login", fields{"email": who.Email, "password": sample.Password})
	require.Equal(b.place.t, 201, got.status, got.body)
	return b
}

func (b *browser) profile() reply { b.place.t.Helper(); return b.call("GET", "/api/get-profile", nil) }

// wrong is a code that is not this one.
func wrong(code string) string {
	last := (code[5]-'0'+1)%10 + '0'
	return code[:5] + string(last)
}
