package person_test

import (
	"sync"
	"sync/atomic"
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
	var all sync.WaitGroup
	var answered, refused atomic.Int64
	for i := range 60 {
		all.Go(func() {
			got, err := servers[i%2].try("PUT", "/api/search-by-email", fields{"email": sample.Mariam.Email})
			switch {
			case err != nil:
				t.Error(err)
			case got.status == 200:
				answered.Add(1)
			case got.status == 429:
				refused.Add(1)
			default:
				t.Error(got.status, got.body)
			}
		})
	}
	all.Wait()
	require.EqualValues(t, 20, answered.Load())
	require.EqualValues(t, 40, refused.Load())
	p.redis.FlushAll()
	require.Equal(t, 429, b.call("PUT", "/api/search-by-email", fields{"email": sample.Mariam.Email}).status)
	require.Equal(t, 200, p.browser().call("PUT", "/api/search-by-email", fields{"email": sample.Mariam.Email}).status,
		"another browser of the same office")
}

func TestAnAddressWithManyBrowsersIsCountedToo(t *testing.T) {
	t.Parallel()
	p := settle(t)
	people := p.newPeople("")
	app := p.newServer(people)
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
