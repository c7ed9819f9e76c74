package person_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/person"
)

func (b *browser) devices() []person.Device {
	b.place.t.Helper()
	got := b.call("GET", "/api/devices", nil)
	require.Equal(b.place.t, 200, got.status, got.body)
	var reply person.DevicesReply
	require.NoError(b.place.t, json.Unmarshal([]byte(got.body), &reply))
	return reply.Data
}

func TestSomebodySeesWhereTheyAreSignedInAndEndsOneOfThem(t *testing.T) {
	t.Parallel()
	p := settle(t)
	laptop, phone, omar := p.browser().signIn(sample.Mariam), p.browser(), p.browser().signIn(sample.Omar)
	p.clock.Move(time.Minute)
	require.Equal(t, 201, phone.login(sample.Mariam.Email, sample.Password, "User-Agent",
		"Mozilla/5.0 (Linux; Android 10; K) Chrome/142.0.0.0 Mobile Safari/537.36").status)

	all := laptop.devices()
	require.Len(t, all, 2)
	require.Equal(t, []any{"Chrome on Android", false, "", true}, []any{all[0].Name, all[0].This, all[1].Name, all[1].This})
	require.Equal(t, p.clock.Now(), all[0].Seen)
	require.NotContains(t, all[0].ID, phone.jar["sahn_session"], "what is told opens nothing")
	require.Equal(t, 401, (&browser{p, p.app, map[string]string{"sahn_session": all[0].ID}}).profile().status)

	for _, id := range []string{strings.Repeat("0", 64), "no session", strings.Repeat("z", 64)} {
		require.Equal(t, 404, laptop.call("DELETE", "/api/devices/"+strings.ReplaceAll(id, " ", "%20"), nil).status)
	}
	require.Equal(t, 404, omar.call("DELETE", "/api/devices/"+all[0].ID, nil).status, "somebody else's")
	require.Equal(t, 200, phone.profile().status)
	require.Equal(t, 200, laptop.call("DELETE", "/api/devices/"+all[0].ID, nil).status)
	require.Equal(t, 401, phone.profile().status, "also where it was copied")
	require.Len(t, laptop.devices(), 1)
	require.Equal(t, 404, laptop.call("DELETE", "/api/devices/"+all[0].ID, nil).status, "it is over")
}
