package directory_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/url"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/demo"
	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/directory"
	"sahn/server/member"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/web"
)

func TestMain(m *testing.M) { servertest.Main(m) }

var monday = time.Date(2026, 11, 23, 6, 0, 0, 0, time.UTC)

const domain = "harbourline.example"

type fields = map[string]any

// place is the sample companies, Harbour's domain shown to be its own, and a token of its directory.
type place struct {
	*testing.T
	pool   *pgxpool.Pool
	clock  *servertest.Clock
	people *person.People
	all    *directory.Directories
	admin  web.Caller
	token  string
}

func settle(t *testing.T) *place {
	t.Helper()
	p := &place{T: t, pool: servertest.DB(t), clock: servertest.ClockAt(monday)}
	require.NoError(t, demo.People(t.Context(), db.New(p.pool), monday))
	log := slog.New(slog.DiscardHandler)
	queue, err := job.NewQueue(log)
	require.NoError(t, err)
	p.people = person.New(person.Options{DB: p.pool, Queue: queue, Keys: servertest.Secrets, Clock: p.clock.Now, Log: log})
	p.all = &directory.Directories{Conn: p.pool, People: p.people, Clock: p.clock.Now, Public: &url.URL{Scheme: "https", Host: "app.example"},
		Members: &member.Members{Conn: p.pool, People: p.people, Queue: queue, Clock: p.clock.Now},
		Left:    func(context.Context, db.Tx) error { return nil }}
	servertest.Do(t, p.pool, "UPDATE companies SET allowed_domains = $1 WHERE id = $2", []string{domain}, sample.Harbour.ID)
	servertest.Do(t, p.pool, "INSERT INTO sign_on_domains (domain, company_id, verified_at) VALUES ($1, $2, now())", domain, sample.Harbour.ID)
	p.admin = p.adminOf(sample.Harbour)
	p.token = p.minted(p.admin)
	return p
}

func (p *place) adminOf(of sample.Company) web.Caller {
	p.Helper()
	who := servertest.Eater(p.T, p.pool, of)
	servertest.Do(p.T, p.pool, "UPDATE profiles SET client_type = 'Admin' WHERE id = $1", who.ProfileID)
	who.ClientType = "Admin"
	return who
}

func (p *place) minted(who web.Caller) string {
	p.Helper()
	made, err := p.all.HandleToken(p.Context(), who, directory.Nothing{})
	require.NoError(p, err)
	return made.Token
}

// asks is one request with a token, and its status and answer.
func (p *place) asks(token, method, path string, body any) (int, fields) {
	p.Helper()
	raw := []byte(nil)
	switch b := body.(type) {
	case nil:
	case string:
		raw = []byte(b)
	default:
		var err error
		raw, err = json.Marshal(body)
		require.NoError(p, err)
	}
	at, err := url.Parse("/scim/v2/" + path)
	require.NoError(p, err)
	reply, err := p.all.HandleSCIM(p.Context(), web.Caller{IP: "192.0.2.9"},
		web.RawRequest{Method: method, Path: at.Path, Query: at.RawQuery, Authorization: "Bearer " + token, Body: raw})
	require.NoError(p, err)
	if len(reply.Body) == 0 {
		return reply.Status, nil
	}
	require.Equal(p, "application/scim+json", reply.ContentType)
	var said fields
	require.NoError(p, json.Unmarshal(reply.Body, &said))
	return reply.Status, said
}

func (p *place) expect(status int, method, path string, body any) fields {
	p.Helper()
	got, said := p.asks(p.token, method, path, body)
	require.Equal(p, status, got, "%s %s: %v", method, path, said)
	return said
}

// makes is somebody whom the directory tells of, and their id.
func (p *place) makes(email string) string {
	p.Helper()
	return p.expect(201, "POST", "Users", fields{"userName": email, "externalId": "x-" + email})["id"].(string)
}

func patch(operations ...fields) fields {
	return fields{"schemas": []string{"urn:ietf:params:scim:api:messages:2.0:PatchOp"}, "Operations": operations}
}

func (p *place) count(from string, args ...any) int {
	p.Helper()
	return servertest.One[int](p.T, p.pool, "SELECT count(*) FROM "+from, args...)
}

func (p *place) status(id string) string {
	p.Helper()
	return servertest.One[string](p.T, p.pool, "SELECT status FROM profiles WHERE id = $1", id)
}
