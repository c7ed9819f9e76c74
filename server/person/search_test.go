package person_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

func TestASearchTellsWhetherAClientExistsAndNothingElse(t *testing.T) {
	t.Parallel()
	b := settle(t).browser()
	for email, body := range map[string]string{
		sample.Mariam.Email:            `{"client_exist":true,"client_status":"Active"}`,
		"Mariam@harbourline.EXAMPLE  ": `{"client_exist":true,"client_status":"Active"}`,
		sample.Lina.Email:              `{"client_exist":true,"client_status":"Active"}`,
		sample.Joel.Email:              `{"client_exist":true,"client_status":"Invited"}`,
		sample.Yusuf.Email:             `{"client_exist":true,"client_status":"Pending"}`,
		sample.Grace.Email:             `{"client_exist":true,"client_status":"Suspended"}`,
		"nobody@nowhere.example":       `{"client_exist":false,"client_status":null}`,
	} {
		got := b.call("PUT", "/api/search-by-email", fields{"email": email})
		require.Equal(t, 200, got.status, email)
		require.Equal(t, body, got.body, email)
	}
}

func TestSearchesAreCountedExactlyAcrossServers(t *testing.T) {
	t.Parallel()
	p := settle(t)
	// One instance with Redis and one without it: what Redis lets pass, Postgres counts.
	b := p.browser()
	servers := []*browser{b, b.on(p.newServer(p.newPeople("")))}
	require.Equal(t, map[int]int{200: 20, 429: 40}, p.replies(60, 60, func(i int) (reply, error) {
		return servers[i%2].try("PUT", "/api/search-by-email", fields{"email": sample.Mariam.Email})
	}))
	p.redis.FlushAll()
	require.Equal(t, 429, b.call("PUT", "/api/search-by-email", fields{"email": sample.Mariam.Email}).status)
	require.Equal(t, 200, p.browser().call("PUT", "/api/search-by-email", fields{"email": sample.Mariam.Email}).status,
		"another browser of the same office")
}

func TestAnAddressWithManyBrowsersIsCountedToo(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.newServer(p.newPeople(""))
	answered := 0
	for range 32 {
		b := p.browserOn(app)
		for range 10 {
			if b.call("PUT", "/api/search-by-email", fields{"email": "nobody@nowhere.example"}).status == 200 {
				answered++
			}
		}
	}
	require.Equal(t, 300, answered)
}
