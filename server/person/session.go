package person

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/redis/go-redis/v9"

	"sahn/server/platform/cache"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Sessions finds the owner of a session cookie. Postgres holds the session of record; Redis keeps a copy for at most `trusted`, and losing
// Redis signs no one out.
type Sessions struct {
	db    db.Conn
	redis redis.UniversalClient
	now   clock.Clock
	log   *slog.Logger

	required     Required
	operatorIdle time.Duration
	operatorLock time.Duration
}

const (
	trusted   = 30 * time.Second
	ended     = 2 * trusted // longer than a request that read the row before its deletion may take to copy it
	seenEvery = 5 * time.Minute
	actsEvery = time.Minute // of an operator, whose sessions are idle after minutes
)

// shift is the longest that an operator's session lives.
const shift = 8 * time.Hour

// locking is how long an operator's session may be idle before it takes their PIN to go on.
func (s *Sessions) locking() time.Duration { return min(cmp.Or(s.operatorLock, shift), shift) }

// lives are how long a session may be idle and its whole length; profiles with more rights have shorter ones. With a PIN an operator's is
// locked when it is idle, and lasts.
func (s *Sessions) lives(clientType string, pin bool) (idle, whole time.Duration) {
	switch clientType {
	case "Operator":
		if pin {
			return shift, shift
		}
		return min(cmp.Or(s.operatorIdle, shift), shift), shift
	case "Admin":
		return 12 * time.Hour, 12 * time.Hour
	}
	return 14 * day, 90 * day
}

// kept is a session as Redis caches it. Misses are cached too; an unknown token never becomes valid.
type kept struct {
	Profile string    `json:"p,omitempty"`
	Person  string    `json:"o,omitempty"`
	Company string    `json:"c,omitempty"`
	Client  string    `json:"t,omitempty"`
	Role    string    `json:"r,omitempty"`
	Until   time.Time `json:"u,omitzero"`
	// Enrols says that somebody needs a second factor and has none: the session is nobody's.
	Enrols bool `json:"e,omitempty"`
	// Seen is when an operator was seen to do something; nobody else's is kept here.
	Seen time.Time `json:"s,omitzero"`
	// Locked is no copy of a session: it says that Postgres has to be asked, as long as a copy of before the lock may come late.
	Locked bool `json:"l,omitempty"`
}

func (k kept) caller(id []byte) web.Caller {
	if k.Locked {
		return web.Caller{Session: id, Locked: true}
	}
	if k.Profile == "" || k.Enrols {
		return web.Caller{}
	}
	return web.Caller{Session: id, ProfileID: k.Profile, PersonID: k.Person, CompanyID: k.Company, ClientType: k.Client, Role: k.Role}
}

func sessionID(token string) []byte { sum := sha256.Sum256([]byte(token)); return sum[:] }

func sessionKey(id []byte) string { return "session:" + hex.EncodeToString(id) }

// Find is the caller of a session token: a zero Caller when it belongs to no one, an error when neither Redis nor Postgres answers. acts is
// false for what an app asks by itself: it does not keep an operator's session from being idle.
func (s *Sessions) Find(ctx context.Context, token string, acts bool) (web.Caller, error) {
	id := sessionID(token)
	if s.redis == nil {
		return s.found(ctx, id, nil, acts)
	}
	return s.found(ctx, id, s.redis.Get(ctx, sessionKey(id)), acts)
}

// Beside adds the look at Redis to a pipeline of others; find goes on from there as Find does.
func (s *Sessions) Beside(ctx context.Context, p redis.Pipeliner, token string, acts bool) (
	find func(context.Context) (web.Caller, error),
) {
	id := sessionID(token)
	copied := p.Get(ctx, sessionKey(id))
	return func(ctx context.Context) (web.Caller, error) { return s.found(ctx, id, copied, acts) }
}

// found is the caller of the session that Redis has a copy of, or else Postgres. copied is nil without Redis. A copy does not suffice when
// an operator does something of which Postgres has not heard for a while.
func (s *Sessions) found(ctx context.Context, id []byte, copied *redis.StringCmd, acts bool) (web.Caller, error) {
	k, fresh, fillable := s.read(copied)
	if fresh && !(acts && !k.Seen.IsZero() && s.now().Sub(k.Seen) >= actsEvery) {
		return k.caller(id), nil
	}
	row, err := s.recorded(ctx, id, acts)
	if err != nil && fresh {
		return k.caller(id), nil
	}
	if err != nil {
		return web.Caller{}, err
	}
	if fillable && !row.Locked {
		s.copy(ctx, id, row)
	}
	return row.caller(id), nil
}

// read is what Redis said of a session. fillable says that it answered and has no copy.
func (s *Sessions) read(copied *redis.StringCmd) (k kept, fresh, fillable bool) {
	if copied == nil {
		return k, false, false
	}
	b, err := copied.Bytes()
	if err != nil {
		return k, false, cache.Missing(err)
	}
	if err := json.Unmarshal(b, &k); err != nil {
		return k, false, false
	}
	if k.Locked {
		return k, false, false
	}
	return k, k.Profile == "" || s.now().Before(k.Until), false
}

// recorded reads the session from Postgres, and from time to time records there that it is in use. A locked one is nothing but that.
func (s *Sessions) recorded(ctx context.Context, id []byte, acts bool) (kept, error) {
	now, q := s.now(), db.New(s.db)
	row, err := q.SessionFind(ctx, id, now)
	if err != nil {
		return kept{}, db.NoneIs(err, nil)
	}
	seen, every := row.SeenAt, seenEvery
	if row.ClientType == "Operator" {
		if row.HasPin && (row.Locked || now.Sub(seen) >= s.locking()) {
			return kept{Locked: true}, nil
		}
		every = actsEvery
	} else {
		acts = true
	}
	if acts && now.Sub(seen) >= every {
		if err := q.SessionSeen(ctx, now, id); err != nil {
			s.log.Warn("session not marked as seen", "error", err.Error())
		} else {
			seen = now
		}
	}
	k := kept{Profile: row.ProfileID, Person: row.PersonID, Client: row.ClientType, Role: db.Or(row.OperatorRole, ""), Until: row.EndsAt}
	k.Enrols = k.Client == "Operator" && !row.Factor && s.required.Of(k.Role)
	if row.CompanyID != nil {
		k.Company = *row.CompanyID
	}
	idle := time.Duration(row.IdleSeconds) * time.Second
	if k.Client == "Operator" {
		k.Seen = seen
	}
	if row.HasPin {
		idle = min(idle, s.locking())
	}
	if idle := seen.Add(idle); idle.Before(k.Until) {
		k.Until = idle
	}
	return k, nil
}

// copy never replaces an existing entry: it may be the mark of a session that ended after we read its row.
func (s *Sessions) copy(ctx context.Context, id []byte, k kept) {
	b, err := json.Marshal(k)
	if err == nil {
		err = s.redis.SetArgs(ctx, sessionKey(id), b, redis.SetArgs{Mode: "NX", TTL: trusted}).Err()
	}
	if err != nil && !cache.Missing(err) {
		s.log.Warn("session not copied", "error", err.Error())
	}
}

// markEnded makes every server forget sessions whose rows are deleted. While Redis cannot be reached, reads may accept such a session for
// as long as a copy is trusted; writes never do.
func (s *Sessions) markEnded(ctx context.Context, ids ...[]byte) {
	if s.redis == nil {
		return
	}
	for _, id := range ids {
		if id == nil {
			continue // a visitor had no session
		}
		if err := s.redis.Set(ctx, sessionKey(id), "{}", ended).Err(); err != nil {
			s.log.Warn("ended session may be copied for a while", "error", err.Error())
		}
	}
}

// markLocked makes every server ask Postgres about a session that was locked just now. While Redis cannot be reached, reads may be answered
// for as long as a copy is trusted; writes never are. The mark stays after the session is unlocked: taken away, it could be that of a lock
// that came meanwhile.
func (s *Sessions) markLocked(ctx context.Context, id []byte) {
	if s.redis == nil {
		return
	}
	if err := s.redis.Set(ctx, sessionKey(id), `{"l":true}`, ended).Err(); err != nil {
		s.log.Warn("locked session may be copied for a while", "error", err.Error())
	}
}

// ErrSignInAgain refuses a switch to a profile under whose limits the session would have ended already.
var ErrSignInAgain = fault.New(fault.Refused, "sign_in_again", "Please sign in again to go on as this user.")

// user is whom a session is for. agent is the browser's user agent, device the hash of the cookie by which it is known.
type user struct {
	profileID, personID, clientType, agent string
	device                                 []byte
}

// start makes a session for a profile in the caller's transaction. began is when the person proved who they are: the session's whole life
// is counted from there. The caller ends the session that the browser had, and calls markEnded for it after the commit.
func (s *Sessions) start(ctx context.Context, q *db.Queries, u user, began time.Time) (web.NewSession, error) {
	token, now := web.NewToken(), s.now()
	idle, whole := s.lives(u.clientType, false)
	pinned, _ := s.lives(u.clientType, true)
	ends := began.Add(whole)
	if !ends.After(now) {
		return web.NewSession{}, ErrSignInAgain
	}
	err := q.SessionInsert(ctx, db.SessionInsertParams{
		ID: sessionID(token), ProfileID: u.profileID, PersonID: u.personID, CreatedAt: began, Now: now, IdleSeconds: int(idle / time.Second),
		IdleWithPin: int(pinned / time.Second), EndsAt: ends, Device: deviceNamed(u.agent), KnownDevice: u.device,
	})
	// The cookie gets the longest life; the server ends idle sessions.
	return web.NewSession{Token: token, Life: ends.Sub(now)}, err
}

// End ends one session, at once and on every server.
func (s *Sessions) End(ctx context.Context, id []byte) error {
	if _, err := db.New(s.db).SessionDelete(ctx, id); err != nil {
		return err
	}
	s.markEnded(ctx, id)
	return nil
}

// Still refuses a caller whose session ended or is locked, or whose profile is no longer Active, and holds both until the transaction of q
// ends. Every write begins with it, because the caller may come from a cached session that has ended meanwhile.
func Still(ctx context.Context, q *db.Queries, who web.Caller) error {
	if who.Session == nil {
		return web.ErrUnauthenticated
	}
	still, err := q.SessionStill(ctx, who.Session, who.ProfileID)
	if err == nil && still.Locked {
		return web.ErrLocked
	}
	return db.NoneIs(err, web.ErrUnauthenticated)
}

// InTx is a transaction that begins with Still. A write of a caller is one.
func InTx(ctx context.Context, conn db.Conn, who web.Caller, fn func(ctx context.Context, tx db.Tx) error) error {
	return db.InTx(ctx, conn, func(ctx context.Context, tx db.Tx) error {
		if err := Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		return fn(ctx, tx)
	})
}

// takeSession locks the caller's person, and takes their session out of the database: a new one follows it. began is when they signed in.
func takeSession(ctx context.Context, q *db.Queries, who web.Caller) (began time.Time, err error) {
	if err := q.PersonHold(ctx, who.PersonID); err != nil {
		return began, err
	}
	began, err = q.SessionTake(ctx, who.Session, who.ProfileID)
	return began, db.NoneIs(err, web.ErrUnauthenticated)
}
