package signon_test

import (
	"context"
	"crypto/rand"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/demo"
	"sahn/server/dev/local"
	"sahn/server/dev/provider"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/job"
	"sahn/server/platform/mail"
	"sahn/server/platform/web"
	"sahn/server/signon"
)

func TestMain(m *testing.M) { servertest.Main(m) }

var monday = time.Date(2026, 11, 23, 6, 0, 0, 0, time.UTC)

const domain = "harbourline.example"

// dns is one in which every record is what a test puts there; nil for a name server that does not answer.
type dns map[string][]string

func (d dns) LookupTXT(_ context.Context, name string) ([]string, error) {
	records, is := d[name]
	switch {
	case !is:
		return nil, &net.DNSError{Err: "no such host", Name: name, IsNotFound: true}
	case records == nil:
		return nil, &net.DNSError{Err: "i/o timeout", Name: name, IsTimeout: true, IsTemporary: true}
	}
	return records, nil
}

// place is the sample companies, a provider of Harbour's, and its admin.
type place struct {
	t        *testing.T
	pool     *pgxpool.Pool
	clock    *servertest.Clock
	mailbox  *local.Mailbox
	people   *person.People
	signOns  *signon.SignOns
	provider *provider.Provider
	dns      dns
	admin    web.Caller
}

func settle(t *testing.T) *place {
	t.Helper()
	p := &place{t: t, pool: servertest.DB(t), clock: servertest.ClockAt(monday), dns: dns{}}
	require.NoError(t, demo.People(t.Context(), db.New(p.pool), monday))
	var err error
	p.mailbox, err = local.StartMailbox(local.Options{Dir: t.TempDir()})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, p.mailbox.Stop()) })
	log := slog.New(slog.DiscardHandler)
	queue, err := job.NewQueue(log)
	require.NoError(t, err)
	sender, err := mail.New(p.mailbox.URL()+"?starttls=never", "Sahn <hello@sahn.example>")
	require.NoError(t, err)
	public := &url.URL{Scheme: "https", Host: "app.example"}
	sender.Public = public
	p.people = person.New(person.Options{DB: p.pool, Queue: queue, Mail: sender, Keys: servertest.Secrets, Clock: p.clock.Now, Log: log})
	p.signOns = signon.New(signon.Options{DB: p.pool, People: p.people, Keys: servertest.Secrets, Clock: p.clock.Now, Public: public,
		Resolver: p.dns, Queue: queue, Post: &mail.Post{DB: p.pool, Sender: sender, Clock: p.clock.Now, Log: log}, Loopback: true, Log: log})
	server := httptest.NewUnstartedServer(nil)
	p.provider, err = provider.New(provider.Options{Issuer: "http://" + server.Listener.Addr().String(), ClientID: "sahn",
		Secret: "the-client-secret", Redirects: "https://app.example/sign-on/", Now: p.clock.Now})
	require.NoError(t, err)
	server.Config.Handler = p.provider
	server.Start()
	t.Cleanup(server.Close)
	p.admin = p.adminOf(sample.Harbour)
	return p
}

func (p *place) adminOf(of sample.Company) web.Caller {
	p.t.Helper()
	who := servertest.Eater(p.t, p.pool, of)
	servertest.Do(p.t, p.pool, "UPDATE profiles SET client_type = 'Admin' WHERE id = $1", who.ProfileID)
	who.ClientType, who.Browser, who.IP = "Admin", browser().Browser, "192.0.2.1"
	return who
}

// browser is a visitor's.
func browser() web.Caller {
	b := make([]byte, 32)
	rand.Read(b)
	return web.Caller{Browser: b, IP: "192.0.2.9", Language: "en"}
}

// is adds an account to the provider; its number is who is chosen there.
func (p *place) is(subject, email string, claims map[string]any) (n string) {
	p.provider.People = append(p.provider.People, provider.Person{Subject: subject, Email: email, Name: "Somebody New", Claims: claims})
	return string(rune('0' + len(p.provider.People)))
}

// set enters Harbour's provider and shows that the domain is the company's.
func (p *place) set() {
	p.t.Helper()
	got, err := p.signOns.HandleSet(p.t.Context(), p.admin,
		signon.SettingRequest{Issuer: p.provider.Issuer, ClientID: "sahn", Secret: "the-client-secret"})
	require.NoError(p.t, err)
	p.dns["_sahn."+domain+"."] = []string{"v=spf1 -all", got.Data.Domains[0].Value}
	_, err = p.signOns.HandleDomain(p.t.Context(), p.admin, signon.DomainRequest{Domain: domain})
	require.NoError(p.t, err)
}

// switchOn does all that and lets the admin come in with it.
func (p *place) switchOn(only bool) {
	p.t.Helper()
	p.set()
	start, err := p.signOns.HandleTry(p.t.Context(), p.admin, signon.Nothing{})
	require.NoError(p.t, err)
	tried, err := p.signOns.HandleTried(p.t.Context(), p.admin, p.chosen(start, p.is("admin", "admin@"+domain, nil)))
	require.NoError(p.t, err)
	require.True(p.t, tried.Data.Fits)
	_, err = p.signOns.HandleSwitch(p.t.Context(), p.admin, signon.SwitchRequest{On: true, Only: only})
	require.NoError(p.t, err)
}

// starts is a sign-in that a browser begins.
func (p *place) starts(who web.Caller) signon.StartReply {
	p.t.Helper()
	start, err := p.signOns.HandleStart(p.t.Context(), who, signon.StartRequest{Email: "anybody@" + domain})
	require.NoError(p.t, err)
	return start
}

// chosen is what comes back from the provider's page.
func (p *place) chosen(start signon.StartReply, as string) signon.FinishRequest {
	p.t.Helper()
	back := p.pressed(start.Data.Location, as)
	q := back.Query()
	return signon.FinishRequest{CompanyID: back.Path[len("/sign-on/"):], State: q.Get("state"), Code: q.Get("code"), Issuer: q.Get("iss")}
}

func (p *place) pressed(location, as string) *url.URL {
	p.t.Helper()
	visitor := http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	page, err := visitor.Get(location + "&as=" + as)
	require.NoError(p.t, err)
	defer page.Body.Close()
	require.Equal(p.t, http.StatusFound, page.StatusCode)
	back, err := page.Location()
	require.NoError(p.t, err)
	require.Equal(p.t, "https://app.example", back.Scheme+"://"+back.Host)
	return back
}

// comes is the whole way of somebody in a browser of their own.
func (p *place) comes(as string) (person.SignedIn, error) {
	p.t.Helper()
	who := browser()
	return p.signOns.HandleFinish(p.t.Context(), who, p.chosen(p.starts(who), as))
}

// in is the profile to which a session belongs that somebody was given.
func (p *place) in(got person.SignedIn, err error) string {
	p.t.Helper()
	require.NoError(p.t, err)
	who, err := p.people.Sessions.Find(p.t.Context(), got.Session().Token, true)
	require.NoError(p.t, err)
	require.NotEmpty(p.t, who.ProfileID)
	require.Equal(p.t, sample.Harbour.ID, who.CompanyID)
	return who.ProfileID
}

// reason is why something was refused.
func (p *place) reason(_ any, err error) string {
	p.t.Helper()
	require.Error(p.t, err)
	require.NotNil(p.t, fault.As(err), "%v", err)
	return fault.As(err).Reason
}

func (p *place) count(from string, args ...any) int {
	p.t.Helper()
	return servertest.One[int](p.t, p.pool, "SELECT count(*) FROM "+from, args...)
}

// mailed is the code that an address was sent.
func (p *place) mailed(email string) string {
	p.t.Helper()
	mails := p.mails()
	i := slices.IndexFunc(mails, func(m local.Mail) bool { return slices.Contains(m.To, email) && m.Code != "" })
	require.GreaterOrEqual(p.t, i, 0, "no code to %s", email)
	return mails[i].Code
}

// mails are all that were sent once no job waits, the newest first.
func (p *place) mails() []local.Mail {
	p.t.Helper()
	workers := river.NewWorkers()
	p.people.Work(workers)
	p.signOns.Work(workers)
	runner, err := job.Start(p.t.Context(), p.pool, workers, nil, slog.New(slog.DiscardHandler))
	require.NoError(p.t, err)
	require.Eventually(p.t, func() bool { return p.count("river_job WHERE finalized_at IS NULL") == 0 }, 30*time.Second, 20*time.Millisecond)
	require.NoError(p.t, runner.Stop(p.t.Context()))
	mails, err := p.mailbox.Mails(100)
	require.NoError(p.t, err)
	return mails
}
