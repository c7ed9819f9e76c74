package phone_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/dev/servertest/shop"
	"sahn/server/phone"
	"sahn/server/phone/carrier"
	"sahn/server/platform/web"
)

func TestWhatTheCarrierTellsTwiceOrLateChangesNothing(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest(number, "week")
	h.reminded(g)
	for _, one := range []struct {
		told carrier.State
		is   string
	}{{carrier.Delivered, "delivered"}, {carrier.Sent, "delivered"}, {carrier.Delivered, "delivered"}, {carrier.Read, "read"},
		{carrier.Failed, "read"}} {
		h.told(g, one.told, carrier.Answer{Outcome: carrier.Unreachable, Code: 131026})
		require.Equal(t, one.is, h.state(g, "week"))
	}
	require.NoError(t, h.phones.Told(t.Context(), carrier.Events{Statuses: []carrier.Status{{Ref: "unknown", ID: "", State: carrier.Failed,
		At: h.Clock.Now()}}}))
	h.runs()
	require.Zero(t, h.mails())
	require.Equal(t, []string{"week true page"}, h.history(g))
}

func TestSTOPTakesTheNumberAwayAndTheHistorySaysSo(t *testing.T) {
	t.Parallel()
	h := open(t)
	g, other := h.guest(number, "desk", "week"), h.guest("050 123 4568", "week")
	stop := carrier.Heard{From: "+971501234567", Stop: true, At: h.Clock.Now().Add(time.Minute)}
	require.NoError(t, h.phones.Told(t.Context(), carrier.Events{Heard: []carrier.Heard{{From: "+971501234568", At: stop.At}, stop}}))
	require.Equal(t, []string{"week true page", "desk true page", "desk false reply", "week false reply"}, h.history(g))
	require.Equal(t, []string{"week true page"}, h.history(other), "another word ends nothing")
	h.reminded(g)
	require.Empty(t, h.carrier.got())
	require.Equal(t, 1, h.mails())
	h.Clock.Move(2 * time.Minute)
	require.NoError(t, h.ask(g, number))
	h.runs()
	require.NoError(t, h.prove(g, h.carrier.got()[0].Values[0]))
	h.chooses(g, "week")
	require.NoError(t, h.phones.Told(t.Context(), carrier.Events{Heard: []carrier.Heard{stop}}))
	require.Equal(t, "week true page", h.history(g)[4], "the same STOP again is older than the new choice")
	require.Len(t, h.history(g), 5)
	servertest.Sound(t, h.Pool)
}

func TestWithoutACarrierNothingIsOfferedAndNothingIsBelieved(t *testing.T) {
	t.Parallel()
	h := open(t)
	g := h.guest(number, "week")
	h.phones.Carrier = nil
	said, err := h.phones.HandleSetting(t.Context(), g.Caller, web.None{})
	require.NoError(t, err)
	require.Equal(t, phone.SettingReply{Kinds: []phone.Choice{}}, said)
	require.ErrorIs(t, h.ask(g, number), phone.ErrOff)
	require.Error(t, shop.ErrorOf(h.phones.HandleTold(t.Context(), web.Caller{}, web.RawRequest{Method: http.MethodPost})))
	require.Error(t, shop.ErrorOf(h.phones.HandleChallenge(t.Context(), web.Caller{}, web.RawRequest{Method: http.MethodGet})))
	h.reminded(g)
	require.Equal(t, 1, h.mails(), "by mail as before")
}
