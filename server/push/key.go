package push

import (
	"context"
	"crypto/ecdh"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/keys"
)

// vapid is the pair of keys by which push services know this installation, in base64url.
type vapid struct{ private, public string }

// keyUse is what the private key is sealed for; its owner is the public one.
const keyUse = "web push key"

// ErrKey is what is wrong with a key of the settings.
var ErrKey = errors.New("PUSH_KEY is not a private key of P-256: 32 bytes in base64url")

// ParseKey reads a private key of P-256 in base64url. It is for whoever reads the settings.
func ParseKey(text string) (*vapid, error) {
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil {
		return nil, ErrKey
	}
	private, err := ecdh.P256().NewPrivateKey(raw)
	if err != nil {
		return nil, ErrKey
	}
	return &vapid{text, base64.RawURLEncoding.EncodeToString(private.PublicKey().Bytes())}, nil
}

// vapid is this installation's key: that of the settings, or the one in the database, which is made at the first need.
func (p *Pushes) vapid(ctx context.Context) (*vapid, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.key != nil {
		return p.key, nil
	}
	key, err := MakeKey(ctx, db.New(p.db), p.keys, p.now())
	if err == nil {
		p.key = key
	}
	return key, err
}

// MakeKey reads the key of this installation, and makes it where there is none. The first one stays, whoever made it. It is for servers and
// for `sahn setup`.
func MakeKey(ctx context.Context, q *db.Queries, secrets keys.Keys, now time.Time) (*vapid, error) {
	row, err := q.PushKey(ctx)
	if db.None(err) {
		private, err := ecdh.P256().GenerateKey(rand.Reader)
		if err != nil {
			return nil, fmt.Errorf("make push key: %w", err)
		}
		public := private.PublicKey().Bytes()
		sealed, err := secrets.Seal(keyUse, ownerOf(public), base64.RawURLEncoding.EncodeToString(private.Bytes()))
		if err != nil {
			return nil, err
		}
		if err := q.PushKeyMake(ctx, sealed, public, now); err != nil {
			return nil, fmt.Errorf("keep push key: %w", err)
		}
		row, err = q.PushKey(ctx)
		if err != nil {
			return nil, fmt.Errorf("read push key: %w", err)
		}
	} else if err != nil {
		return nil, fmt.Errorf("read push key: %w", err)
	}
	text, err := secrets.Open(keyUse, ownerOf(row.Public), row.Secret)
	if err != nil {
		return nil, fmt.Errorf("push key: %w", err)
	}
	return ParseKey(text)
}

func ownerOf(public []byte) string { return base64.RawURLEncoding.EncodeToString(public) }

// Reseal seals the key anew with the first secret, so that the others can be removed. It may run while servers serve. It is for whoever
// operates the server.
func Reseal(ctx context.Context, q *db.Queries, secrets keys.Keys) (done keys.Resealed, err error) {
	row, err := q.PushKey(ctx)
	if db.None(err) {
		return done, nil
	}
	if err != nil {
		return done, err
	}
	done.All = 1
	_, fresh, err := secrets.Again(keyUse, ownerOf(row.Public), row.Secret)
	if err != nil {
		done.Closed = 1
		return done, nil
	}
	if fresh == nil {
		return done, nil
	}
	n, err := q.PushKeyReseal(ctx, fresh, row.Secret)
	done.Anew = int(n)
	return done, err
}
