package signon_test

import (
	"context"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"github.com/zitadel/oidc/v3/example/server/exampleop"
	"github.com/zitadel/oidc/v3/example/server/storage"
	"github.com/zitadel/oidc/v3/pkg/oidc"

	"sahn/server/dev/sample"
	"sahn/server/person"
	"sahn/server/platform/web"
	"sahn/server/signon"
)

// zitadel is the example provider of zitadel/oidc, with one account. It keeps the address for its userinfo endpoint, which may tell of
// somebody else.
type zitadel struct {
	*storage.Storage
	mixesUp *atomic.Bool
}

func (z zitadel) SetUserinfoFromToken(ctx context.Context, info *oidc.UserInfo, token, subject, origin string) error {
	err := z.Storage.SetUserinfoFromToken(ctx, info, token, subject, origin)
	if z.mixesUp.Load() {
		info.Subject = "z-2"
	}
	return err
}

// account is the one that there is.
type account storage.User

func (account) ExampleClientID() string { return storage.ServiceUserID }

func (a account) GetUserByID(id string) *storage.User {
	if id != a.ID {
		return nil
	}
	return (*storage.User)(&a)
}

func (a account) GetUserByUsername(name string) *storage.User {
	if name != a.Username {
		return nil
	}
	return (*storage.User)(&a)
}

func TestAProviderThatIsNotOurOwnSignsItsPeopleInByItsPages(t *testing.T) {
	t.Parallel()
	p := settle(t)
	ctx, zahra := t.Context(), account{ID: "z-1", Username: "zahra", Password: "verysecure", FirstName: "Zahra", LastName: "Haddad",
		Email: "Zahra@" + domain, EmailVerified: true}
	const secret = "a/secret+with: 100% of what is escaped"
	redirect := "https://app.example/sign-on/" + sample.Harbour.ID
	var mixesUp atomic.Bool
	server := httptest.NewUnstartedServer(nil)
	issuer := "http://" + server.Listener.Addr().String()
	server.Config.Handler = exampleop.SetupServer(issuer, zitadel{storage.NewStorageWithClients(zahra,
		map[string]*storage.Client{"lunch": storage.WebClient("lunch", secret, redirect)}), &mixesUp}, nil, false)
	server.Start()
	t.Cleanup(server.Close)

	p.clock.Move(time.Since(p.clock.Now())) // the provider's clock is the machine's
	back := func(start signon.StartReply, instead url.Values) signon.FinishRequest {
		t.Helper()
		page, err := url.Parse(start.Data.Location)
		require.NoError(t, err)
		query := page.Query()
		require.Equal(t, "S256", query.Get("code_challenge_method"))
		for name := range instead {
			require.NotEmpty(t, query.Get(name))
			query.Set(name, instead.Get(name))
		}
		page.RawQuery = query.Encode()
		sent := logsIn(t, page, zahra)
		require.Equal(t, redirect, sent.Scheme+"://"+sent.Host+sent.Path)
		p.clock.Move(time.Since(p.clock.Now()))
		q := sent.Query()
		return signon.FinishRequest{CompanyID: sample.Harbour.ID, State: q.Get("state"), Code: q.Get("code"), Issuer: q.Get("iss")}
	}
	comes := func(who web.Caller, instead url.Values) (person.SignedIn, error) {
		t.Helper()
		return p.signOns.HandleFinish(ctx, who, back(p.starts(who), instead))
	}

	set, err := p.signOns.HandleSet(ctx, p.admin, signon.SettingRequest{Issuer: issuer, ClientID: "lunch", Secret: secret})
	require.NoError(t, err)
	p.dns["_sahn."+domain+"."] = []string{set.Data.Domains[0].Value}
	_, err = p.signOns.HandleDomain(ctx, p.admin, signon.DomainRequest{Domain: domain})
	require.NoError(t, err)
	start, err := p.signOns.HandleTry(ctx, p.admin, signon.Nothing{})
	require.NoError(t, err)
	tried, err := p.signOns.HandleTried(ctx, p.admin, back(start, nil))
	require.NoError(t, err)
	require.True(t, tried.Data.Fits)
	require.True(t, tried.Data.Sure)
	_, err = p.signOns.HandleSwitch(ctx, p.admin, signon.SwitchRequest{On: true})
	require.NoError(t, err)

	profile := p.in(comes(browser(), nil))
	require.Equal(t, 1, p.count(`profiles pr JOIN persons p ON p.id = pr.person_id WHERE pr.id = $1 AND pr.client_type = 'Employee'
		AND pr.status = 'Active' AND p.email = 'zahra@harbourline.example' AND p.name = 'Zahra Haddad'`, profile))
	require.Equal(t, 1, p.count("sign_on_subjects WHERE profile_id = $1 AND issuer = $2 AND subject = 'z-1'", profile, issuer))
	require.Equal(t, profile, p.in(comes(browser(), nil)), "and is the same person the next time")

	mine, theirs := browser(), browser()
	answer := back(p.starts(mine), nil)
	require.Equal(t, "sign_on_over", p.reason(p.signOns.HandleFinish(ctx, theirs, answer)), "in another browser")
	p.in(p.signOns.HandleFinish(ctx, mine, answer))
	require.Equal(t, "sign_on_over", p.reason(p.signOns.HandleFinish(ctx, mine, answer)), "a state is good once")
	again := back(p.starts(mine), nil)
	again.Code = answer.Code
	require.Equal(t, "sign_on_provider", p.reason(p.signOns.HandleFinish(ctx, mine, again)), "a code is good once")
	require.Equal(t, "sign_on_provider", p.reason(comes(mine, url.Values{"nonce": {"of another attempt"}})))
	require.Equal(t, "sign_on_provider", p.reason(comes(mine, url.Values{"code_challenge": {"of-another-attempt-of-43-characters-and-more"}})))
	require.Equal(t, "sign_on_over", p.reason(comes(mine, url.Values{"state": {"of another attempt"}})))
	p.in(comes(mine, nil))
	mixesUp.Store(true)
	require.Equal(t, "sign_on_provider", p.reason(comes(mine, nil)), "its userinfo is somebody else's")
}

// logsIn is somebody in a browser of their own at the provider's pages, as far as to where it sends them back.
func logsIn(t *testing.T, page *url.URL, who account) *url.URL {
	t.Helper()
	jar, err := cookiejar.New(nil)
	require.NoError(t, err)
	visitor := http.Client{Jar: jar, CheckRedirect: func(r *http.Request, _ []*http.Request) error {
		if r.URL.Host != page.Host {
			return http.ErrUseLastResponse
		}
		return nil
	}}
	shown, err := visitor.Get(page.String())
	require.NoError(t, err)
	defer shown.Body.Close()
	content, err := io.ReadAll(shown.Body)
	require.NoError(t, err)
	form := regexp.MustCompile(`(?s)<form method="POST" action="([^"]+)".*name="id" value="([^"]+)"`).FindSubmatch(content)
	require.NotNil(t, form, "%s", content)
	action, err := shown.Request.URL.Parse(string(form[1]))
	require.NoError(t, err)
	sent, err := visitor.PostForm(action.String(), url.Values{"id": {string(form[2])}, "username": {who.Username}, "password": {who.Password}})
	require.NoError(t, err)
	defer sent.Body.Close()
	require.Equal(t, http.StatusFound, sent.StatusCode)
	back, err := sent.Location()
	require.NoError(t, err)
	return back
}
