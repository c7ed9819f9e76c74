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
