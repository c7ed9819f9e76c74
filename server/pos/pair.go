package pos

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/oklog/ulid/v2"

	"sahn/server/db"
	"sahn/server/fault"
	"sahn/server/person"
	"sahn/server/web"
)

// A pairing code is typed from one screen into another: long enough that nobody finds one while it lives.
const (
	codeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	codeLength  = 10
	pairLife    = 15 * time.Minute
)

// guesses is how many codes may be tried from one address; a site has a handful of tablets.
var guesses = web.Rate{N: 30, Per: 15 * time.Minute}

// TillCodeRequest asks for a code that pairs one tablet with one of the company's places.
type TillCodeRequest struct {
	AddressID string `json:"address_id" validate:"required,len=26,alphanum"`
	Name      string `json:"name" validate:"required,max=400"`
}

// TillCode is shown once, to be typed into the tablet.
type TillCode struct {
	Code      string    `json:"code"`
	ExpiresAt time.Time `json:"expires_at"`
}

// HandleTillCode makes a pairing code. A company's admin may, for the company's own places. (D26)
func (p *Pos) HandleTillCode(ctx context.Context, who web.Caller, r TillCodeRequest) (c TillCode, err error) {
	name, err := person.Line("name", r.Name, 60)
	if err != nil {
		return c, err
	}
	c.Code, c.ExpiresAt = newCode(), p.Clock().Add(pairLife)
	return c, db.InTx(ctx, p.Conn, func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
		if err := person.Still(ctx, q, who); err != nil {
			return err
		}
		ours, err := q.AddressAllowed(ctx, r.AddressID, who.CompanyID, "")
		if err != nil {
			return fmt.Errorf("read place: %w", err)
		}
		if !ours {
			return fault.Field("address_id", "The address id field is invalid.")
		}
		now := p.Clock()
		if err := q.TillCodesForget(ctx, now.Add(-24*time.Hour)); err != nil {
			return fmt.Errorf("forget old codes: %w", err)
		}
		return q.TillCodeInsert(ctx, db.TillCodeInsertParams{Hash: p.codeHash(c.Code), CompanyID: who.CompanyID, AddressID: r.AddressID, Name: name, MadeBy: who.ProfileID,
			MadeAt: now, ExpiresAt: c.ExpiresAt})
	})
}

func newCode() string {
	b := make([]byte, codeLength)
	rand.Read(b)
	for i := range b {
		b[i] = codeLetters[int(b[i])%len(codeLetters)]
	}
	return string(b)
}

// codeHash is of a code as it was meant: in any case, with spaces and dashes, and with letters that look like digits.
func (p *Pos) codeHash(code string) []byte {
	meant := strings.NewReplacer(" ", "", "-", "", "O", "0", "I", "1", "L", "1").Replace(strings.ToUpper(code))
	return p.derive("pairing", meant)
}

// PairRequest is a code, and the half of the tablet's key that it can give away: a point of P-256, uncompressed, in base64url.
type PairRequest struct {
	Code      string `json:"code" validate:"required,max=40"`
	PublicKey string `json:"public_key" validate:"required,max=120"`
}

// Paired tells a tablet who it is now. ReceiptKey is the till's own, for the marks on its receipts.
type Paired struct {
	Till       string `json:"till"`
	Prefix     string `json:"prefix"`
	ReceiptKey string `json:"receipt_key"`
	Now        int64  `json:"now"`
}

// HandlePair pairs a tablet. Whoever has a code may, once; the same tablet may ask again when it lost the answer.
func (p *Pos) HandlePair(ctx context.Context, who web.Caller, r PairRequest) (Paired, error) {
	point, err := base64.RawURLEncoding.DecodeString(r.PublicKey)
	if err == nil {
		_, err = ecdsa.ParseUncompressedPublicKey(elliptic.P256(), point)
	}
	if err != nil {
		return Paired{}, fault.Field("public_key", "The public key field is invalid.")
	}
	if err := p.guess(ctx, who.IP); err != nil {
		return Paired{}, err
	}
	var till db.Till
	err = db.InTx(ctx, p.Conn, func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
		now, hash := p.Clock(), p.codeHash(r.Code)
		code, err := q.TillCodeLock(ctx, hash)
		if db.None(err) {
			return ErrNoCode
		}
		if err != nil {
			return fmt.Errorf("read code: %w", err)
		}
		if code.TillID != nil {
			till, err = q.TillOne(ctx, *code.TillID)
			if err == nil && (!bytes.Equal(till.PublicKey, point) || till.RevokedAt != nil) {
				err = ErrNoCode
			}
			return err
		}
		if !now.Before(code.ExpiresAt) {
			return ErrNoCode
		}
		if till, err = q.TillInsert(ctx, db.TillInsertParams{ID: ulid.Make().String(), CompanyID: code.CompanyID, AddressID: code.AddressID, Name: code.Name,
			PublicKey: point, PairedBy: code.MadeBy, Now: now}); err != nil {
			return fmt.Errorf("write till: %w", err)
		}
		return q.TillCodeUse(ctx, till.ID, hash)
	})
	if err != nil {
		return Paired{}, err
	}
	return Paired{Till: till.ID, Prefix: prefix(till.Number), ReceiptKey: b64(p.receiptKey(till.ID)), Now: p.Clock().UnixMilli()}, nil
}

// guess counts a try.
func (p *Pos) guess(ctx context.Context, ip string) error {
	now := p.Clock()
	window := now.Truncate(guesses.Per)
	counted, err := db.New(p.Conn).AttemptsCount(ctx, []string{"pair:ip:" + ip}, []time.Time{window})
	if err != nil {
		return fmt.Errorf("count tries: %w", err)
	}
	if len(counted) == 1 && counted[0].N > guesses.N {
		return web.ErrTooMany.After(window.Add(guesses.Per).Sub(now))
	}
	return nil
}
