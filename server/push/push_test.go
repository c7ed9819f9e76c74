package push_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/riverqueue/river"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/order"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
	"sahn/server/push"
)

func TestMain(m *testing.M) { servertest.Main(m) }

// town is a kitchen whose server shows notifications, the push service that takes them, and a mailbox.
type town struct {
	*shop.Kitchen
	pushes  *push.Pushes
	service *service
	box     *local.Mailbox
	monday  clock.Date // of the week after the one that is open
	had     int        // mails so far
}

func open(t *testing.T) *town {
	t.Helper()
	h := &town{Kitchen: shop.Open(t), monday: clock.DateOf(servertest.Now).Monday() + 7}
	h.box = h.Mailbox()
	var err error
	h.pushes, err = push.New(h.options(true))
	require.NoError(t, err)
	h.Orders.Pushes = h.pushes
	h.service = newService(t, h.setting(h.guest()).Key)
	return h
}

func (h *town) options(loopback bool) push.Options {
	return push.Options{DB: h.Pool, Keys: servertest.Secrets, From: "Sahn <hello@sahn.example>", Post: h.Orders.Post, Clock: h.Clock.Now,
		Loopback: loopback, Log: slog.New(slog.DiscardHandler)}
}

// guest is somebody who has chosen lunches for the week after and not ordered them.
func (h *town) guest() *shop.Guest { h.Helper(); return h.GuestOn(nil).Wants(h.monday, h.monday+1) }

func (h *town) setting(g *shop.Guest) push.SettingReply {
	h.Helper()
	s, err := h.pushes.HandleSetting(h.Context(), g.Caller, web.None{})
	require.NoError(h, err)
	return s
}

// shows lets one of a guest's browsers show notifications.
func (h *town) shows(who web.Caller) *browser {
	h.Helper()
	b, asks := h.service.subscribes()
	said, err := h.pushes.HandleDevice(h.Context(), who, asks)
	require.NoError(h, err)
	require.True(h, said.Here)
	return b
}

func (h *town) chooses(g *shop.Guest, r push.SettingRequest) {
	h.Helper()
	_, err := h.pushes.HandleChoose(h.Context(), g.Caller, r)
	require.NoError(h, err)
}

// at moves the clock to an hour of a day in Dubai.
func (h *town) at(day clock.Date, hour, minute int) {
	h.Clock.Move(day.Start().Add(time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute).Sub(h.Clock.Now()))
}

// remind runs the reminder of the week for a guest and counts the mails that came.
func (h *town) remind(g *shop.Guest) (mails int) {
	h.Helper()
	h.tell(order.ReminderMail{Person: g.PersonID, Week: h.monday})
	all, err := h.box.Mails(100)
	require.NoError(h, err)
	mails, h.had = len(all)-h.had, len(all)
	return mails
}

func (h *town) plan(args river.JobArgs) {
	h.Helper()
	servertest.Do(h, h.Pool, "DELETE FROM river_job")
	require.NoError(h, db.InTx(h.Context(), h.Pool, func(ctx context.Context, tx db.Tx) error {
		return h.Payments.Queue.InsertTx(ctx, tx, args, nil)
	}))
}

// tell runs a job and those that it plans, until the rest waits for another time.
func (h *town) tell(args river.JobArgs) {
	h.Helper()
	h.plan(args)
	workers := river.NewWorkers()
	h.pushes.Work(workers, h.Payments.Queue)
	h.Orders.Work(workers)
	runner, err := job.Start(h.Context(), h.Pool, workers, nil, slog.New(slog.DiscardHandler))
	require.NoError(h, err)
	const waits = "SELECT count(*) FROM river_job WHERE state IN ('available', 'running')"
	// The queue tells nobody when it is empty; the bound only ends a test that hangs.
	require.Eventually(h, func() bool { return servertest.One[int](h, h.Pool, waits) == 0 }, time.Minute, 20*time.Millisecond)
	require.NoError(h, runner.Stop(context.WithoutCancel(h.Context())))
}

func TestAReminderIsOneNotificationThatSaysNothingPrivateInsteadOfALetter(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest()
	phone := h.shows(g.Caller)
	desk := h.shows(servertest.SignIn(t, h.Pool, g.Caller))
	h.at(h.monday-3, 9, 0)
	require.Zero(t, h.remind(g), "no letter")
	seen := phone.sees()
	require.Len(t, seen, 1)
	got := seen[0]
	require.Equal(t, []string{"week", "/dashboard/home", "en", "Stop these", "normal"}, []string{got.Kind, got.Path, got.Lang, got.StopText,
		got.urgency})
	require.True(t, strings.HasPrefix(got.Title, "Lunch for "), got.Title)
	require.Equal(t, "Chosen and not ordered yet. Order by the end of Saturday.", got.Text)
	require.Len(t, got.topic, 32, "a push service keeps one of an event")
	require.Equal(t, got.topic, got.Tag, "and so does the device")
	require.Equal(t, "140400", got.ttl, "until the first day closes: 39 hours")
	also := desk.sees()
	require.Len(t, also, 1, "on each device")
	require.NotEqual(t, got.Stop, also[0].Stop)
	require.True(t, servertest.One[bool](t, h.Pool, "SELECT pushed FROM mails WHERE id = $1", order.ReminderID(h.monday, g.PersonID)))

	require.Zero(t, h.remind(g))
	require.Empty(t, phone.sees(), "once for a person and week")
}

func TestWhomNoNotificationReachesGetsTheLetter(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.at(h.monday-3, 9, 0)
	require.Equal(t, 1, h.remind(h.guest()), "no device")
	for status, stays := range map[int]bool{http.StatusGone: false, http.StatusNotFound: false, http.StatusForbidden: true,
		http.StatusTooManyRequests: true, http.StatusInternalServerError: true} {
		g := h.guest()
		h.shows(g.Caller).answers(status)
		require.Equal(t, 1, h.remind(g), status)
		require.Equal(t, stays, h.setting(g).Here, status)
	}
	g := h.guest()
	phone := h.shows(g.Caller)
	servertest.Do(t, h.Pool, "UPDATE sessions SET ends_at = $2 WHERE id = $1", g.Session, h.Clock.Now())
	require.Equal(t, 1, h.remind(g), "a session that ended")
	require.Empty(t, phone.sees())
	g = h.guest()
	h.shows(g.Caller)
	h.chooses(g, push.SettingRequest{Kinds: []push.Choice{{Kind: "week", On: false}}})
	require.Zero(t, h.remind(g), "who wants no reminder gets no letter instead")
}

func TestAReminderWaitsForTheEndOfQuietHours(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest()
	phone := h.shows(g.Caller)
	h.chooses(g, push.SettingRequest{Quiet: &push.Quiet{From: "08:00", Until: "10:30"}})
	require.Equal(t, &push.Quiet{From: "08:00", Until: "10:30"}, h.setting(g).Quiet)
	h.at(h.monday-3, 9, 0)
	require.Zero(t, h.remind(g))
	require.Empty(t, phone.sees())
	h.at(h.monday-3, 10, 30)
	require.Zero(t, h.remind(g))
	require.Len(t, phone.sees(), 1)
}

// eaten is a guest whose lunch of a day is handed over.
func (h *town) eaten() (g *shop.Guest, delivery string) {
	h.Helper()
	g = h.GuestOn(shop.CompanyPaysAll).Wants(h.monday)
	placed := g.Buys(false, h.monday)
	delivery = servertest.One[string](h, h.Pool, "SELECT id FROM deliveries WHERE order_id = $1", placed.Order)
	h.hands(g, delivery)
	return g, delivery
}

// hands marks a lunch as handed over now.
func (h *town) hands(g *shop.Guest, delivery string) {
	h.Helper()
	servertest.Do(h, h.Pool, `INSERT INTO handovers (delivery_id, id, at, received_at, operator_id) VALUES ($1, $2, $3, $3, $4)
		ON CONFLICT (delivery_id) DO UPDATE SET id = excluded.id, at = excluded.at`, delivery, ulid.Make().String(), h.Clock.Now(), g.ProfileID)
}

func TestLunchAtTheDeskIsToldOnTheDayAndTheDetailsOnlyToWhoChoseThem(t *testing.T) {
	t.Parallel()
	h := open(t)
	g, delivery := h.eaten()
	phone := h.shows(g.Caller)
	other, elsewhere := h.eaten()
	h.tell(push.Handed{})
	require.Empty(t, phone.sees(), "another day")
	h.at(h.monday, 12, 20)
	h.hands(g, delivery)
	h.hands(other, elsewhere)
	h.tell(push.Handed{})
	seen := phone.sees()
	require.Len(t, seen, 1)
	require.Equal(t, []string{"desk", "Your lunch is here", "It is at the place where your lunches arrive.", "high", "5400"},
		[]string{seen[0].Kind, seen[0].Title, seen[0].Text, seen[0].urgency, seen[0].ttl})
	h.tell(push.Handed{})
	require.Empty(t, phone.sees(), "a mark that is made again is not told again")

	phone = h.shows(other.Caller)
	h.Clock.Move(91 * time.Minute)
	h.tell(push.Handed{})
	require.Empty(t, phone.sees(), "a tablet that was offline brings the mark when lunch is eaten")
	h.chooses(other, push.SettingRequest{Detail: true})
	servertest.Do(t, h.Pool, "UPDATE persons SET language = 'ar' WHERE id = $1", other.PersonID)
	h.tell(push.Notice{About: push.Desk, Event: elsewhere})
	seen = phone.sees()
	require.Len(t, seen, 1)
	place := servertest.One[string](t, h.Pool, "SELECT a.label FROM deliveries d JOIN addresses a ON a.id = d.address_id WHERE d.id = $1",
		elsewhere)
	require.Equal(t, []string{"ar", "وصل غداؤك", "تجده في \u2068" + place + "\u2069."}, []string{seen[0].Lang, seen[0].Title, seen[0].Text})
}

func TestOneTapOnANotificationSwitchesItsKindOff(t *testing.T) {
	t.Parallel()
	h := open(t)
	g, delivery := h.eaten()
	phone := h.shows(g.Caller)
	h.at(h.monday, 12, 20)
	h.tell(push.Notice{About: push.Desk, Event: delivery})
	stop := phone.sees()[0].Stop
	say := func(body string) error {
		return shop.ErrorOf(h.pushes.HandleStop(t.Context(), web.Caller{}, web.RawRequest{Body: []byte(body)}))
	}
	require.Error(t, say(`{"stop": "AAAAAAAAAAAAAAAAAAAAAA", "kind": "desk"}`), "guessed")
	require.Error(t, say(`{"stop": "`+stop+`", "kind": "codes"}`))
	require.Error(t, say(`no message`))
	for range 2 {
		require.NoError(t, say(`{"stop": "`+stop+`", "kind": "desk"}`))
	}
	for _, c := range h.setting(g).Kinds {
		require.Equal(t, c.Kind != "desk", c.On, c.Kind)
	}
	require.NotNil(t, h.setting(g).Quiet, "what holds without a choice still does")
}

func TestABrowserIsForgottenWhenItsPersonSignsOutAndAPersonHasTenAtMost(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest()
	_, asks := h.service.subscribes()
	_, err := h.pushes.HandleDevice(t.Context(), g.Caller, asks)
	require.NoError(t, err)
	again := servertest.SignIn(t, h.Pool, g.Caller)
	_, err = h.pushes.HandleDevice(t.Context(), again, asks)
	require.NoError(t, err)
	require.Equal(t, 1, h.setting(g).Devices, "the same browser, in another session")
	require.False(t, h.setting(g).Here)
	for range 12 {
		h.Clock.Move(time.Minute)
		h.shows(servertest.SignIn(t, h.Pool, g.Caller))
	}
	require.Equal(t, 10, h.setting(g).Devices, "the newest ten")
	servertest.Do(t, h.Pool, "DELETE FROM sessions WHERE person_id = $1 AND id <> $2", g.PersonID, g.Session)
	require.Zero(t, h.setting(g).Devices)
	h.shows(g.Caller)
	said, err := h.pushes.HandleDeviceEnd(t.Context(), g.Caller, web.None{})
	require.NoError(t, err)
	require.False(t, said.Here)
}

func TestABrowserWhosePushServiceMovedItIsShownNotificationsThere(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest()
	_, before := h.service.subscribes()
	_, err := h.pushes.HandleDevice(t.Context(), g.Caller, before)
	require.NoError(t, err)
	moved, after := h.service.subscribes()
	say := func(before string) error {
		return shop.ErrorOf(h.pushes.HandleMoved(t.Context(), web.Caller{}, web.RawRequest{Body: []byte(servertest.JSON(t, map[string]string{
			"before": before, "endpoint": after.Endpoint, "p256dh": after.P256dh, "auth": after.Auth}))}))
	}
	require.Error(t, say("https://push.example/guessed"))
	require.NoError(t, say(before.Endpoint))
	h.at(h.monday-3, 9, 0)
	require.Zero(t, h.remind(g))
	require.Len(t, moved.sees(), 1)
}

func TestNoBrowserLeadsIntoAPrivateNetwork(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest()
	_, good := h.service.subscribes()
	guarded, err := push.New(h.options(false))
	require.NoError(t, err)
	for _, endpoint := range []string{good.Endpoint, "http://push.example/1", "https://push.example:8443/1", "https://user@push.example/1",
		"ftp://push.example/1", "https:///1", "file:///etc/passwd", "https://push.example/#1", strings.Repeat("x", 30)} {
		asks := good
		asks.Endpoint = endpoint
		_, err := guarded.HandleDevice(t.Context(), g.Caller, asks)
		require.ErrorIs(t, err, push.ErrDevice, endpoint)
	}
	for _, keys := range [][2]string{{"AAAA", good.Auth}, {good.P256dh, "AAAA"}, {strings.Repeat("A", 87), good.Auth}, {"!", "!"}} {
		_, err := h.pushes.HandleDevice(t.Context(), g.Caller, push.DeviceRequest{Endpoint: good.Endpoint, P256dh: keys[0], Auth: keys[1]})
		require.ErrorIs(t, err, push.ErrDevice)
	}
	// A name of the internet that resolves to this machine is refused when it is connected to, and the letter goes.
	phone := h.shows(g.Caller)
	h.Orders.Pushes = guarded
	h.at(h.monday-3, 9, 0)
	require.Equal(t, 1, h.remind(g))
	require.Empty(t, phone.sees())
}

func TestTheKeyIsMadeOnceAndSealed(t *testing.T) {
	t.Parallel()
	h := open(t)
	other, err := push.New(h.options(true))
	require.NoError(t, err)
	g := h.guest()
	said, err := other.HandleSetting(t.Context(), g.Caller, web.None{})
	require.NoError(t, err)
	require.Equal(t, h.service.key, said.Key, "every server has the same")
	next := append([][]byte{[]byte("the next secret of as many letters")}, servertest.Secrets...)
	done, err := push.Reseal(t.Context(), db.New(h.Pool), next)
	require.NoError(t, err)
	require.Equal(t, 1, done.Anew)
	options := h.options(true)
	options.Keys = next[:1]
	resealed, err := push.New(options)
	require.NoError(t, err)
	said, err = resealed.HandleSetting(t.Context(), g.Caller, web.None{})
	require.NoError(t, err)
	require.Equal(t, h.service.key, said.Key)
	options.Own = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"
	own, err := push.New(options)
	require.NoError(t, err)
	said, err = own.HandleSetting(t.Context(), g.Caller, web.None{})
	require.NoError(t, err)
	require.Equal(t, "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8", said.Key)
}
