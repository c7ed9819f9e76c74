package main

import (
	"net/url"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/apikey"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

func TestTheKeyOfTheDocumentationWorksInTheDemoAsItStandsThere(t *testing.T) {
	t.Parallel()
	pool, now := servertest.DB(t), time.Date(2026, 11, 23, 6, 0, 0, 0, time.UTC)
	c := config{public: &url.URL{Scheme: "https", Host: "lunch.example"}}
	require.NoError(t, c.loadDemo(t.Context(), pool, now))
	require.NoError(t, c.loadDemo(t.Context(), pool, now.AddDate(1, 0, 0)), "a demo that is started again")
	keys := apikey.APIKeys{Conn: pool, Clock: func() time.Time { return now.AddDate(2, 0, 0) }}
	who, err := keys.Find(t.Context(), demoKey)
	require.NoError(t, err)
	require.Equal(t, sample.Harbour.ID, who.CompanyID)
	require.ElementsMatch(t, web.Scopes, who.Scopes)
	text, err := os.ReadFile("../docs/api.md")
	require.NoError(t, err)
	require.Contains(t, string(text), "\nexport KEY="+demoKey+"\n")
	servertest.Do(t, pool, "UPDATE api_keys SET revoked_at = now()")
	require.NoError(t, c.loadDemo(t.Context(), pool, now))
	who, err = keys.Find(t.Context(), demoKey)
	require.NoError(t, err)
	require.Empty(t, who.KeyID, "what an admin revoked stays so")
}

func TestTheDemosPhoneTakesNotificationsUntilItsOwnerEndsIt(t *testing.T) {
	t.Parallel()
	pool, now := servertest.DB(t), time.Date(2026, 11, 23, 6, 0, 0, 0, time.UTC)
	c := config{public: &url.URL{Scheme: "http", Host: "localhost:8080"}, SandboxPort: 8081}
	require.True(t, c.sandboxed())
	require.NoError(t, config{public: &url.URL{Scheme: "https", Host: "lunch.example"}}.loadDemo(t.Context(), pool, now))
	phones := func() []db.PushDevicesOfRow {
		found, err := db.New(pool).PushDevicesOf(t.Context(), sample.Ahmed.ID, now.AddDate(5, 0, 0), 10)
		require.NoError(t, err)
		return found
	}
	require.NoError(t, c.demoPhone(t.Context(), db.New(pool), now))
	require.Len(t, phones(), 1)
	require.Equal(t, "http://127.0.0.1:8081/notifications", phones()[0].Endpoint)
	servertest.Do(t, pool, "DELETE FROM sessions WHERE person_id = $1", sample.Ahmed.ID)
	require.Empty(t, phones())
}
