package webhook_test

import (
	"net/http"
	"strconv"
	"testing"
	"time"

	standardwebhooks "github.com/standard-webhooks/standard-webhooks/libraries/go"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/clock"
	"sahn/server/platform/fault"
	"sahn/server/platform/outbound"
	"sahn/server/webhook"
)

func verified(t *testing.T, secret string, r request) error {
	t.Helper()
	key, err := standardwebhooks.NewWebhook(secret)
	require.NoError(t, err)
	return key.VerifyIgnoringTimestamp(r.body, r.header)
}

func TestAnOrderIsToldOnceAndTheReferenceLibraryVerifiesIt(t *testing.T) {
	t.Parallel()
	p := settle(t)
	made := p.adds("standard", "order.placed", "order.changed")
	require.Regexp(t, `^whsec_[A-Za-z0-9+/]{43}=$`, made.Secret)
	require.Zero(t, servertest.One[int](t, p.Pool, "SELECT count(*) FROM webhooks w WHERE strpos(w::text, $1) > 0", made.Secret[6:]))
	p.Clock.Move(minute)
	monday := clock.DateOf(p.Clock.Now()).Monday() + 7
	g := p.Guest(p.company).Wants(monday)
	h := g.Buys(false, monday)
	require.Empty(t, p.runs(), "not before it is paid")
	p.Pays(h)
	got := p.runs()
	require.Equal(t, []string{"order.placed"}, p.kinds(got))
	require.NoError(t, verified(t, made.Secret, got[0]))
	require.Equal(t, strconv.FormatInt(p.Clock.Now().Unix(), 10), got[0].header.Get("webhook-timestamp"))
	e := p.event(got[0])
	require.Equal(t, p.company.ID, e.CompanyID)
	require.Equal(t, 1, e.Version)
	require.JSONEq(t, `{"order_id":"`+h.Order+`","member_id":"`+g.Caller.ProfileID+`","week":"`+monday.String()+`"}`, string(e.Data))
	p.Clock.Move(minute)
	require.Empty(t, p.runs(), "it is read again and known")
	got[0].body = append(got[0].body, ' ')
	require.Error(t, verified(t, made.Secret, got[0]), "what somebody changed")
}

func TestWhatIsCommittedLateIsFoundAndAnotherCompanyHearsNothing(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.adds("standard", "order.placed")
	p.Clock.Move(10 * minute)
	require.Empty(t, p.runs())
	monday := clock.DateOf(p.Clock.Now()).Monday() + 7
	p.Pays(p.Guest(p.company).Wants(monday).Buys(false, monday))
	p.Eats(func(*sample.Company) {}, monday)
	servertest.Do(t, p.Pool, "ALTER TABLE transactions DISABLE TRIGGER never_changed")
	servertest.Do(t, p.Pool, "UPDATE transactions SET at = at - interval '2 minutes'")
	require.Len(t, p.runs(), 1)
	require.Equal(t, 1, servertest.One[int](t, p.Pool, "SELECT count(*) FROM webhook_events"))
}

func TestASecretIsReplacedWithADayInWhichBothCount(t *testing.T) {
	t.Parallel()
	p := settle(t)
	made := p.adds("standard", "invoice.issued")
	fresh, err := p.hooks.HandleRotate(t.Context(), p.admin, webhook.EditRequest{ID: made.ID})
	require.NoError(t, err)
	got := p.tests(made.ID)
	require.NoError(t, verified(t, made.Secret, got[0]))
	require.NoError(t, verified(t, fresh.Data.Secret, got[0]))
	p.Clock.Move(25 * time.Hour)
	got = p.tests(made.ID)
	require.Error(t, verified(t, made.Secret, got[0]))
	require.NoError(t, verified(t, fresh.Data.Secret, got[0]))
}

func TestWhatFailsIsTriedAgainLaterAndNoSoonerThanTheAnswerAsks(t *testing.T) {
	t.Parallel()
	p := settle(t)
	made := p.adds("standard", "invoice.issued")
	p.answers = answer(503, "Retry-After", "3600")
	require.Len(t, p.tests(made.ID), 1)
	d := p.deliveries(made.ID)[0]
	require.Equal(t, "waiting", d.State)
	require.Equal(t, p.Clock.Now().Add(time.Hour), d.Next.UTC())
	require.Equal(t, []webhook.Attempt{{At: d.Attempts[0].At, Status: 503, Error: "status", Ms: d.Attempts[0].Ms}}, d.Attempts)
	require.NotNil(t, p.listed(made.ID).Failing)
	p.Clock.Move(59 * minute)
	require.Empty(t, p.sends())
	p.Clock.Move(minute)
	p.answers = answer(204)
	require.Len(t, p.sends(), 1)
	require.Equal(t, "sent", p.deliveries(made.ID)[0].State)
	require.Nil(t, p.listed(made.ID).Failing)
	require.Empty(t, p.sends())
}

func TestADeliveryIsGivenUpAfterTenTriesAndAnAdminSendsItAgain(t *testing.T) {
	t.Parallel()
	p := settle(t)
	made := p.adds("standard", "invoice.issued")
	p.answers = answer(500)
	p.tests(made.ID)
	for range 9 {
		p.Clock.Move(p.deliveries(made.ID)[0].Next.Sub(p.Clock.Now()))
		require.Len(t, p.sends(), 1)
	}
	d := p.deliveries(made.ID)[0]
	require.Equal(t, "failed", d.State)
	require.Len(t, d.Attempts, 10)
	p.answers = answer(200)
	_, err := p.hooks.HandleReplay(t.Context(), p.admin, webhook.ReplayRequest{ID: made.ID, Event: &d.Event})
	require.NoError(t, err)
	again := p.sends()
	require.Len(t, again, 1)
	require.Equal(t, d.Event, again[0].header.Get("webhook-id"), "under the id that it had")
	since := p.Clock.Now().Add(-5 * 24 * time.Hour)
	_, err = p.hooks.HandleReplay(t.Context(), p.admin, webhook.ReplayRequest{ID: made.ID, Since: &since})
	require.NoError(t, err)
	require.Len(t, p.sends(), 1)
}

func TestAWebhookThatFailsForFiveDaysOrIsGoneIsSwitchedOffAndTheAdminsAreTold(t *testing.T) {
	t.Parallel()
	p := settle(t)
	failing, gone := p.adds("standard", "invoice.issued"), p.adds("standard", "invoice.issued")
	p.answers = answer(500)
	p.tests(failing.ID)
	p.Clock.Move(4 * 24 * time.Hour)
	p.tests(failing.ID)
	require.Nil(t, p.listed(failing.ID).Off)
	p.Clock.Move(25 * time.Hour)
	p.tests(failing.ID)
	for range 3 {
		require.Nil(t, p.listed(failing.ID).Off, "one delivery that fails a few times may be a short failure")
		p.Clock.Move(24 * time.Hour)
		require.Len(t, p.sends(), 1)
	}
	require.Equal(t, "failing", *p.listed(failing.ID).Off)
	p.answers = answer(410)
	p.tests(gone.ID)
	require.Equal(t, "gone", *p.listed(gone.ID).Off)
	require.Equal(t, 2, servertest.One[int](t, p.Pool, "SELECT count(*) FROM river_job WHERE kind = 'mail_webhook'"))
	_, err := p.hooks.HandleTest(t.Context(), p.admin, webhook.OneRequest{ID: gone.ID})
	require.ErrorIs(t, err, webhook.ErrOff)

	servertest.Do(t, p.Pool, `INSERT INTO webhook_events (id, company_id, kind, key, at, data, made_at)
		VALUES (repeat('0', 26), $1, 'invoice.issued', 'x', now(), '{}', now())`, p.company.ID)
	p.Clock.Move(16 * 24 * time.Hour)
	require.NoError(t, p.hooks.Remind(t.Context()))
	require.Empty(t, p.deliveries(failing.ID), "what is old is forgotten")
}

func TestAnAddressOfAPrivateNetworkIsRefusedAndNeverAsked(t *testing.T) {
	t.Parallel()
	p := settle(t)
	made := p.adds("standard", "invoice.issued")
	p.hooks.Loopback = false
	for _, bad := range []string{"http://example.com/x", "https://10.0.0.1/x", "https://[::1]/x", "https://169.254.169.254/latest",
		"https://a b.example", "https://user:pass@example.com/", "https://example.com:8443/", "https://localhost/",
		"ftp://example.com/", "//example.com", p.server.URL} {
		_, err := p.hooks.HandleMake(t.Context(), p.admin, webhook.MakeRequest{Style: "standard", URL: bad, Events: []string{"invoice.paid"},
			Language: "en"})
		require.Error(t, err, bad)
		require.Equal(t, fault.Invalid, fault.As(err).Kind, bad)
	}
	for style, bad := range map[string]string{"slack": "https://hooks.slack.com.evil.example/services/x",
		"teams": "https://evillogic.azure.com/x"} {
		_, err := p.hooks.HandleMake(t.Context(), p.admin, webhook.MakeRequest{Style: style, URL: bad, Events: []string{"invoice.issued"},
			Language: "en"})
		require.Error(t, err, bad)
	}
	p.hooks.Client = outbound.Client(false) // a name that leads there since
	require.Empty(t, p.tests(made.ID))
	require.Equal(t, "private", p.deliveries(made.ID)[0].Attempts[0].Error)
}

func TestARedirectIsNotFollowed(t *testing.T) {
	t.Parallel()
	p := settle(t)
	made := p.adds("standard", "invoice.issued")
	p.answers = answer(http.StatusFound, "Location", p.server.URL+"/elsewhere")
	require.Len(t, p.tests(made.ID), 1)
	require.Equal(t, 302, p.deliveries(made.ID)[0].Attempts[0].Status)
}

func TestACompanyHasOneTurnAtATimeAndTheWebhooksOfOthersAreItsOwnAlone(t *testing.T) {
	t.Parallel()
	p := settle(t)
	made := p.adds("standard", "invoice.issued")
	for range 3 {
		_, err := p.hooks.HandleTest(t.Context(), p.admin, webhook.OneRequest{ID: made.ID})
		require.NoError(t, err)
		require.NoError(t, p.hooks.Collect(t.Context()))
	}
	require.Equal(t, 1, servertest.One[int](t, p.Pool, "SELECT count(*) FROM river_job WHERE kind = 'webhook_send' AND queue = 'outside'"))
	other := settle(t)
	stranger := other.admin
	stranger.CompanyID = "00000000000000000000000000"
	_, err := p.hooks.HandleDeliveries(t.Context(), stranger, webhook.OneRequest{ID: made.ID})
	require.ErrorIs(t, err, fault.ErrNotFound)
	for range 4 {
		p.adds("standard", "invoice.issued")
	}
	_, err = p.hooks.HandleMake(t.Context(), p.admin, webhook.MakeRequest{Style: "standard", URL: p.server.URL,
		Events: []string{"invoice.paid"}, Language: "en"})
	require.ErrorIs(t, err, webhook.ErrTooMany)
}
