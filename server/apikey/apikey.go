// Package apikey gives a company's programs keys to the API. Its promises: a key reaches only what its scopes name, of its own company; it
// is shown once and kept as a hash; it ends at once when an admin revokes it, when it expires and while its company is not Active.
package apikey

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/keys"
	"sahn/server/platform/web"
)

// APIKeys makes, shows, revokes and finds keys, and remembers what their programs wrote.
type APIKeys struct {
	Conn  db.Conn
	Clock clock.Clock
	Keys  keys.Keys
}

const (
	most      = 20              // keys of one company that count at a time
	listed    = 100             // keys that a list shows, with those that ended
	usedEvery = 5 * time.Minute // so often at most a use is written
	// A company's key is shorter than one of the lunch company's own, also where it happens to begin alike.
	tokenLength = 43

	hinted = len(web.KeyPrefix) + len("xxxx") // characters of a key that stay readable
)

// What an admin reads.
var (
	ErrNotActive = fault.New(fault.Conflict, "company_not_active",
		"Your company is not approved yet. You can make keys as soon as it is.")
	ErrTooMany = fault.New(fault.Conflict, "too_many_keys", "Your company has 20 keys that work. Please revoke one first.")
)

// Find answers who asks with a key; a zero Caller when the key does not count. It implements web.APIKeys.
func (k *APIKeys) Find(ctx context.Context, key string) (web.Caller, error) {
	sum := sha256.Sum256([]byte(key))
	if strings.HasPrefix(key, web.OperatorKeyPrefix) && len(key) == len(web.OperatorKeyPrefix)+tokenLength {
		return k.findOperators(ctx, sum[:])
	}
	row, err := db.New(k.Conn).APIKeyFind(ctx, sum[:], k.Clock(), k.Clock().Add(-usedEvery))
	if err != nil {
		return web.Caller{}, db.NoneIs(err, nil)
	}
	return web.Caller{KeyID: row.ID, CompanyID: row.CompanyID, Scopes: scopesOf(row.Scopes)}, nil
}

// Key is one of a company's keys as its admins see it. Hint is how it begins. Used is when it last was, to five minutes.
type Key struct {
	ID      string     `json:"id"`
	Name    string     `json:"name"`
	Scopes  []string   `json:"scopes"`
	Hint    string     `json:"hint"`
	By      string     `json:"by"`
	Made    time.Time  `json:"made"`
	Expires time.Time  `json:"expires"`
	Used    *time.Time `json:"used"`
	Revoked *time.Time `json:"revoked"`
}

// ListReply is the newest hundred keys of a company, with those that ended.
type ListReply struct {
	Data []Key `json:"data"`
}

// Nothing is a request without content.
type Nothing struct{}

// HandleList answers with the API keys of the caller's company. Admins may.
func (k *APIKeys) HandleList(ctx context.Context, who web.Caller, _ Nothing) (ListReply, error) {
	rows, err := db.New(k.Conn).APIKeysOf(ctx, who.CompanyID, listed)
	if err != nil {
		return ListReply{}, fmt.Errorf("read keys: %w", err)
	}
	all := ListReply{make([]Key, len(rows))}
	for i, r := range rows {
		all.Data[i] = Key{r.ID, r.Name, r.Scopes, r.Hint, r.MadeBy, r.CreatedAt, r.ExpiresAt, r.UsedAt, r.RevokedAt}
	}
	return all, nil
}

// MakeRequest names a key, what it may do and for how many days.
type MakeRequest struct {
	Name   string   `json:"name" validate:"required,max=100"`
	Scopes []string `json:"scopes" validate:"required,min=1,max=7,dive,max=20"`
	Days   int      `json:"days" validate:"required,min=1,max=366"`
}

// Made is a new key. Secret is what programs send; nobody can read it again.
type Made struct {
	ID     string `json:"id"`
	Secret string `json:"secret"`
}

// MadeReply holds a new key.
type MadeReply struct {
	Data Made `json:"data"`
}

// HandleMake makes an API key for the caller's company and shows it once. Admins of an Active company may.
func (k *APIKeys) HandleMake(ctx context.Context, who web.Caller, r MakeRequest) (MadeReply, error) {
	name := strings.TrimSpace(r.Name)
	if name == "" {
		return MadeReply{}, fault.Field("name", "The name field is required.")
	}
	for _, s := range r.Scopes {
		if !slices.Contains(web.Scopes, web.Scope(s)) {
			return MadeReply{}, fault.Field("scopes", "The scopes field is invalid.")
		}
	}
	slices.Sort(r.Scopes)
	made, now := Made{ulid.Make().String(), web.KeyPrefix + web.NewToken()}, k.Clock()
	row := row(made, who, MakeRequest{name, slices.Compact(r.Scopes), r.Days}, now)
	err := k.asAdmin(ctx, who, func(ctx context.Context, tx db.Tx, c db.Company) error {
		if c.Status != "Active" {
			return ErrNotActive
		}
		live, err := tx.APIKeysLive(ctx, who.CompanyID, now)
		if err != nil {
			return err
		}
		if live >= most {
			return ErrTooMany
		}
		if err := tx.APIKeyMake(ctx, row); err != nil {
			return err
		}
		return audit.Write(ctx, tx.Queries, audit.Act{At: now, Who: who.ProfileID, Company: who.CompanyID, Kind: "api_key.make",
			Subject: made.ID, After: map[string]any{"name": row.Name, "scopes": row.Scopes, "expires": row.ExpiresAt}})
	})
	if err != nil {
		return MadeReply{}, err
	}
	return MadeReply{made}, nil
}

func row(made Made, who web.Caller, r MakeRequest, now time.Time) db.APIKeyMakeParams {
	sum := sha256.Sum256([]byte(made.Secret))
	return db.APIKeyMakeParams{ID: made.ID, CompanyID: who.CompanyID, Name: r.Name, Scopes: r.Scopes, Token: sum[:],
		Hint: made.Secret[:hinted], MadeBy: who.ProfileID, Now: now, ExpiresAt: now.AddDate(0, 0, r.Days)}
}

// OneRequest names a key.
type OneRequest struct {
	ID string `path:"id" json:"-" validate:"required,max=64"`
}

// HandleRevoke ends an API key of the caller's company at once, and answers with all. Admins may; a key that has ended is not found.
func (k *APIKeys) HandleRevoke(ctx context.Context, who web.Caller, r OneRequest) (ListReply, error) {
	err := k.asAdmin(ctx, who, func(ctx context.Context, tx db.Tx, _ db.Company) error {
		name, err := tx.APIKeyRevoke(ctx, k.Clock(), r.ID, who.CompanyID)
		if err != nil {
			return db.NoneIs(err, fault.ErrNotFound)
		}
		return audit.Write(ctx, tx.Queries, audit.Act{At: k.Clock(), Who: who.ProfileID, Company: who.CompanyID, Kind: "api_key.revoke",
			Subject: r.ID, Before: map[string]string{"name": name}})
	})
	if err != nil {
		return ListReply{}, err
	}
	return k.HandleList(ctx, who, Nothing{})
}

// asAdmin runs fn while nobody else changes the company or its keys, and the caller's session is held.
func (k *APIKeys) asAdmin(ctx context.Context, who web.Caller, fn func(ctx context.Context, tx db.Tx, c db.Company) error) error {
	return db.InTx(ctx, k.Conn, func(ctx context.Context, tx db.Tx) error {
		c, err := tx.CompanyHold(ctx, who.CompanyID)
		if err != nil {
			return db.NoneIs(err, fault.ErrNotFound)
		}
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		return fn(ctx, tx, c)
	})
}
