package person

import (
	"context"
	"runtime"
	"sync"

	"github.com/alexedwards/argon2id"

	"sahn/server/db"
	"sahn/server/fault"
	"sahn/server/web"
)

// ErrCredentials is the one answer to a pair that does not sign in, whatever is wrong with it. (trust W9)
var ErrCredentials = fault.New(fault.Credentials, "bad_credentials", "Bad Credentials")

var cost = &argon2id.Params{Memory: 19 * 1024, Iterations: 2, Parallelism: 1, SaltLength: 16, KeyLength: 32}

// HashPassword is what is stored of a password: argon2id with 19 MiB and two passes. (D23)
func HashPassword(password string) (string, error) { return argon2id.CreateHash(password, cost) }

// nobodysHash is checked for people without a password, so that they take as long as the others.
var nobodysHash = sync.OnceValues(func() (string, error) { return HashPassword(web.NewToken()) })

// hashing bounds the memory that guessing can take: each check needs 19 MiB.
var hashing = make(chan struct{}, 2*runtime.NumCPU())

func (p *People) checkPassword(ctx context.Context, email, password string) (personID string, err error) {
	hash, err := nobodysHash()
	if err != nil {
		return "", err
	}
	row, err := db.New(p.db).PersonPassword(ctx, email)
	if err != nil && !db.None(err) {
		return "", err
	}
	if row.PasswordHash != nil {
		hash = *row.PasswordHash
	}
	select {
	case hashing <- struct{}{}:
		defer func() { <-hashing }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	match, err := argon2id.ComparePasswordAndHash(password, hash)
	if err != nil {
		return "", err
	}
	if !match || row.PasswordHash == nil {
		return "", ErrCredentials
	}
	return row.ID, nil
}
