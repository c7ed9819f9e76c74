package apikey

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// findOperators is who asks with a key of the lunch company's own.
func (k *APIKeys) findOperators(ctx context.Context, key []byte) (web.Caller, error) {
	row, err := db.New(k.Conn).OperatorKeyFind(ctx, key, k.Clock(), k.Clock().Add(-usedEvery))
	if err != nil {
		return web.Caller{}, db.NoneIs(err, nil)
	}
	return web.Caller{KeyID: row.ID, Scopes: scopesOf(row.Scopes)}, nil
}

func scopesOf(names []string) (all []web.Scope) {
	for _, s := range names {
		all = append(all, web.Scope(s))
	}
	return all
}

// ErrNoKey says that there is no key of an id, or that it has ended.
var ErrNoKey = errors.New("there is no such key, or it was revoked")

// AddForOperator makes a key for a program of the lunch company's own, and shows it once. It joins the caller's transaction; note says
// where it was made.
func AddForOperator(ctx context.Context, q *db.Queries, r MakeRequest, note string, now time.Time) (Made, error) {
	name := strings.TrimSpace(r.Name)
	if name == "" || r.Days < 1 || r.Days > 366 || len(r.Scopes) == 0 {
		return Made{}, errors.New("a key has a name, at least one scope and an end within 366 days")
	}
	for _, s := range r.Scopes {
		if !slices.Contains(web.OperatorScopes, web.Scope(s)) {
			return Made{}, fmt.Errorf("there is no scope %s: %v", s, web.OperatorScopes)
		}
	}
	scopes := slices.Compact(slices.Sorted(slices.Values(r.Scopes)))
	made := Made{ulid.Make().String(), web.OperatorKeyPrefix + web.NewToken()}
	sum := sha256.Sum256([]byte(made.Secret))
	key := db.OperatorKeyMakeParams{ID: made.ID, Name: name, Scopes: scopes, Token: sum[:],
		Hint: made.Secret[:len(web.OperatorKeyPrefix)+4], Now: now, ExpiresAt: now.AddDate(0, 0, r.Days)}
	if err := q.OperatorKeyMake(ctx, key); err != nil {
		return Made{}, err
	}
	return made, audit.Write(ctx, q, audit.Act{At: now, Kind: "api_key.make", Subject: made.ID, Note: note,
		After: map[string]any{"name": name, "scopes": scopes, "expires": key.ExpiresAt}})
}

// Operators lists the newest hundred keys of the lunch company's own programs, with those that ended.
func Operators(ctx context.Context, q *db.Queries) ([]db.OperatorKeysRow, error) {
	return q.OperatorKeys(ctx, listed)
}

// RevokeOperators ends a key of the lunch company's own at once. It joins the caller's transaction.
func RevokeOperators(ctx context.Context, q *db.Queries, id, note string, now time.Time) error {
	name, err := q.OperatorKeyRevoke(ctx, now, id)
	if err != nil {
		return db.NoneIs(err, ErrNoKey)
	}
	return audit.Write(ctx, q, audit.Act{At: now, Kind: "api_key.revoke", Subject: id, Note: note, Before: map[string]string{"name": name}})
}
