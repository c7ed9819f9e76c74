package push_test

import (
	"fmt"
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/push"
)

// history are the lines of a guest's history, the newest first: channel, kind, whether it is on, and by which way.
func (h *town) history(g *shop.Guest) (all []string) {
	h.Helper()
	after := ""
	for {
		page, err := h.pushes.HandleHistory(h.Context(), g.Caller, push.HistoryRequest{After: after})
		require.NoError(h, err)
		for _, c := range page.Data {
			all = append(all, fmt.Sprintf("%s %s %t %s %d", c.Channel, c.Kind, c.Given, c.Way, c.Wording))
		}
		if after = page.Next; after == "" {
			return all
		}
	}
}

func TestEachSwitchIsALineOfTheHistoryWithItsWayAndText(t *testing.T) {
	t.Parallel()
	h := open(t)
	g, delivery := h.eaten()
	require.Empty(t, h.history(g))
	phone, asks := h.service.subscribes()
	asks.Wording = 1
	_, err := h.pushes.HandleDevice(t.Context(), g.Caller, asks)
	require.NoError(t, err)
	_, err = h.pushes.HandleDevice(t.Context(), g.Caller, asks)
	require.NoError(t, err, "again, which changes nothing")
	off := push.SettingRequest{Kinds: []push.Choice{{Kind: "week"}}, Wording: 1}
	h.chooses(g, off)
	h.chooses(g, off)
	h.chooses(g, push.SettingRequest{Detail: true})
	h.at(h.monday, 12, 20)
	h.tell(push.Notice{About: push.Desk, Event: delivery})
	stop := `{"stop": "` + phone.sees()[0].Stop + `", "kind": "desk"}`
	for range 2 {
		require.NoError(t, shop.ErrorOf(h.pushes.HandleStop(t.Context(), web.Caller{}, web.RawRequest{Body: []byte(stop)})))
	}
	_, err = h.pushes.HandleDeviceEnd(t.Context(), g.Caller, web.None{})
	require.NoError(t, err)
	require.Equal(t, []string{"push device false page 1", fmt.Sprintf("push desk false link %d", push.Wording), "push detail true page 0",
		"mail week true page 0", "push week true page 0", "mail week false page 1", "push week false page 1", "push device true page 1"},
		h.history(g))
	page, err := h.pushes.HandleHistory(t.Context(), g.Caller, push.HistoryRequest{})
	require.NoError(t, err)
	require.Equal(t, "Stop these", page.Data[1].Text)
	require.Contains(t, page.Data[7].Text, "Turn on for this device.")
	require.Empty(t, page.Data[2].Text, "which text was read is not known")
	servertest.Sound(t, h.Pool)
}

func TestABrowserThatGoesSaysWhyInTheHistory(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest()
	gone := h.shows(g.Caller)
	gone.answer = http.StatusGone
	h.at(h.monday-3, 9, 0)
	h.remind(g)
	again := servertest.SignIn(t, h.Pool, g.Caller)
	_, asks := h.service.subscribes()
	asks.Renewed = true
	_, err := h.pushes.HandleDevice(t.Context(), again, asks)
	require.NoError(t, err)
	servertest.Do(t, h.Pool, "DELETE FROM sessions WHERE id = $1", again.Session)
	q := db.New(h.Pool)
	h.shows(g.Caller)
	_, err = q.SessionEndOf(t.Context(), g.Session, g.PersonID, false, h.Clock.Now())
	require.NoError(t, err)
	require.Equal(t, []string{"push device false operator 0", "push device true page 0", "push device false session 0",
		"push device true renewed 0", "push device false gone 0", "push device true page 0"}, h.history(g))
	servertest.Sound(t, h.Pool)
}

// Somebody with a long history, or with a guessed place in it, reads their own lines alone, a page at a time.
func TestAHistoryIsReadInPagesAndNeverAnothers(t *testing.T) {
	t.Parallel()
	h := open(t)
	g, other := h.guest(), h.guest()
	for n := range 45 {
		h.chooses(g, push.SettingRequest{Detail: n%2 == 0})
	}
	page, err := h.pushes.HandleHistory(t.Context(), g.Caller, push.HistoryRequest{})
	require.NoError(t, err)
	require.Len(t, page.Data, 20)
	require.Len(t, h.history(g), 45)
	others, err := h.pushes.HandleHistory(t.Context(), other.Caller, push.HistoryRequest{After: page.Next})
	require.NoError(t, err)
	require.Empty(t, others.Data)
	_, err = h.pushes.HandleHistory(t.Context(), g.Caller, push.HistoryRequest{After: "x"})
	require.Equal(t, fault.NotFound, fault.As(err).Kind)
}

func TestATextThatDoesNotExistIsNotWrittenDown(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest()
	_, asks := h.service.subscribes()
	for _, version := range []int{-1, push.Wording + 1} {
		asks.Wording = version
		_, err := h.pushes.HandleDevice(t.Context(), g.Caller, asks)
		require.Equal(t, push.ErrWording, err)
		_, err = h.pushes.HandleChoose(t.Context(), g.Caller, push.SettingRequest{Wording: version})
		require.Equal(t, push.ErrWording, err)
	}
	require.Empty(t, h.history(g))
}

// An erased person's lines say that all ended, under an id that no name belongs to any more.
func TestErasingEndsWhatWasOnAndTheHistorySaysSo(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest()
	h.shows(g.Caller)
	h.chooses(g, push.SettingRequest{Detail: true, Kinds: []push.Choice{{Kind: "till"}}})
	q := db.New(h.Pool)
	_, err := q.EraseSessions(t.Context(), g.PersonID, h.Clock.Now())
	require.NoError(t, err)
	require.NoError(t, q.ErasePerson(t.Context(), h.Clock.Now(), g.PersonID))
	require.NoError(t, q.ErasePushes(t.Context(), g.PersonID))
	require.Equal(t, []string{"allergen desk detail device payment week week"}, servertest.One[[]string](t, h.Pool,
		"SELECT array_agg(k) FROM (SELECT string_agg(kind, ' ' ORDER BY kind) k FROM consents WHERE way = 'erasure' AND NOT given) x"))
	servertest.Sound(t, h.Pool)
}

func TestALineOfTheHistoryIsNeverChanged(t *testing.T) {
	t.Parallel()
	h := open(t)
	h.shows(h.guest().Caller)
	_, err := h.Pool.Exec(t.Context(), "UPDATE consents SET given = false")
	require.ErrorContains(t, err, "never changed")
	_, err = h.Pool.Exec(t.Context(), "TRUNCATE consents")
	require.ErrorContains(t, err, "never changed")
}

// What a notification's button said is in the list of texts, in both languages.
func TestTheButtonOfANotificationIsInTheNewestText(t *testing.T) {
	t.Parallel()
	for _, language := range []string{"en", "ar"} {
		require.Equal(t, push.StopText(language), push.Read(push.Wording, "push", "desk", "link", language))
	}
}
