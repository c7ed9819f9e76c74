package local_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/SherClockHolmes/webpush-go"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
)

func TestTheDemosPhoneShowsWhatWasEncryptedForItAndNothingElse(t *testing.T) {
	t.Parallel()
	phone, err := local.NewNotices("a phone")
	require.NoError(t, err)
	other, err := local.NewNotices("another one")
	require.NoError(t, err)
	server := httptest.NewServer(phone)
	t.Cleanup(server.Close)
	private, public, err := webpush.GenerateVAPIDKeys()
	require.NoError(t, err)
	tells := func(to *local.Notices, text string) int {
		key, auth := to.Keys()
		spell := base64.RawURLEncoding.EncodeToString
		res, err := webpush.SendNotificationWithContext(t.Context(), []byte(text),
			&webpush.Subscription{Endpoint: server.URL, Keys: webpush.Keys{P256dh: spell(key), Auth: spell(auth)}},
			&webpush.Options{Subscriber: "us@example.com", VAPIDPublicKey: public, VAPIDPrivateKey: private})
		require.NoError(t, err)
		require.NoError(t, res.Body.Close())
		return res.StatusCode
	}
	require.Equal(t, http.StatusCreated, tells(phone, `{"title":"Your lunch is there"}`))
	require.Equal(t, http.StatusCreated, tells(phone, `{"title":"غداؤك وصل"}`))
	require.Equal(t, http.StatusBadRequest, tells(other, `{"title":"x"}`), "for another phone")
	require.Equal(t, http.StatusBadRequest, tells(phone, "no JSON"))
	plain, err := http.Post(server.URL, "application/json", strings.NewReader(`{"title":"x"}`))
	require.NoError(t, err)
	require.NoError(t, plain.Body.Close())
	require.Equal(t, http.StatusBadRequest, plain.StatusCode)
	res, err := http.Get(server.URL)
	require.NoError(t, err)
	defer res.Body.Close()
	var shown []struct{ Notification struct{ Title string } }
	require.NoError(t, json.NewDecoder(res.Body).Decode(&shown))
	require.Len(t, shown, 2)
	require.Equal(t, "غداؤك وصل", shown[0].Notification.Title, "the newest first")
	require.Equal(t, "Your lunch is there", shown[1].Notification.Title)
}
