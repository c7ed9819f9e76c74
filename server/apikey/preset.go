package apikey

import (
	"context"
	"crypto/sha256"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// Preset is the key that the demo has, so that the examples of the documentation work as they stand: a secret that is no secret.
type Preset struct{ Company, Admin, Name, Secret string }

// Apply makes it, with every scope and for ten years, unless it is there: also revoked it stays what its company's admins made of it.
func (r Preset) Apply(ctx context.Context, q *db.Queries, now time.Time) error {
	sum := sha256.Sum256([]byte(r.Secret))
	if is, err := q.APIKeyIs(ctx, r.Company, sum[:]); err != nil || is {
		return err
	}
	key := db.APIKeyMakeParams{ID: ulid.Make().String(), CompanyID: r.Company, Name: r.Name, Token: sum[:], Hint: r.Secret[:hinted],
		MadeBy: r.Admin, Now: now, ExpiresAt: now.AddDate(10, 0, 0)}
	for _, s := range web.Scopes {
		key.Scopes = append(key.Scopes, string(s))
	}
	return q.APIKeyMake(ctx, key)
}
