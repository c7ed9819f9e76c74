// Package person knows who a caller is: people, the profiles they hold, and how they sign in and out. Its promise: a request is only ever
// answered for a person who proved their identity, whose profile is Active, and who has not signed out.
package person

import (
	"log/slog"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"
	"github.com/redis/go-redis/v9"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/job"
	"sahn/server/platform/keys"
	"sahn/server/platform/mail"
	"sahn/server/platform/web"
)

// Options is what People needs. Redis may be nil: then sessions and limits are kept in Postgres alone.
type Options struct {
	DB    db.Conn
	Redis redis.UniversalClient
	Queue *job.Queue
	Mail  *mail.Sender
	Keys  keys.Keys
	Clock clock.Clock
	Log   *slog.Logger

	// Public is the address under which the app is served: passkeys sign for its name. They are off without one.
	Public *url.URL

	SecondFactor Required      // empty is of nobody
	OperatorIdle time.Duration // after which an operator without a PIN is signed out; 0 is as long as a session lives
	OperatorLock time.Duration // after which the session of one with a PIN is locked; 0 is as long as a session lives
}

// People signs persons in and out. Its methods with a Caller are the handlers of the API.
type People struct {
	Sessions *Sessions

	db      db.Conn
	limiter *web.Limiter
	queue   *job.Queue
	mail    *mail.Sender
	keys    keys.Keys
	now     clock.Clock
	log     *slog.Logger

	required Required
	shown    shown
	party    *webauthn.WebAuthn // nil: passkeys are off
}

// New makes People.
func New(o Options) *People {
	p := &People{
		Sessions: &Sessions{db: o.DB, redis: o.Redis, now: o.Clock, log: o.Log, required: o.SecondFactor,
			operatorIdle: o.OperatorIdle, operatorLock: o.OperatorLock},
		db: o.DB, queue: o.Queue, mail: o.Mail, keys: o.Keys, now: o.Clock, log: o.Log,
		required: o.SecondFactor, party: relyingParty(o.Public),
	}
	if o.Redis != nil {
		p.limiter = web.NewLimiter(o.Redis)
	}
	return p
}
