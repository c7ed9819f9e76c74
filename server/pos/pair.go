package pos

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"encoding/base64"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// A pairing code is typed from one screen into another. It is long enough that it cannot be guessed during its validity.
const (
	codeLetters = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
	codeLength  = 10
	pairLife    = 15 * time.Minute
)

// guesses limits how many codes may be tried from one address; a site has a handful of tablets.
var guesses = web.Rate{N: 30, Per: 15 * time.Minute}

// TillCodeRequest asks for a code that pairs one tablet with one of the company's places. Operators name the company.
type TillCodeRequest struct {
	Company   string `query:"company"`
	AddressID string `json:"address_id" validate:"required,len=26,alphanum"`
	Name      string `json:"name" validate:"required,max=400"`
}

// TillCode is shown once, to be typed into the tablet.
type TillCode struct {
	Code      string    `json:"code"`
	ExpiresAt time.Time `json:"expires_at"`
}

// HandleTillCode makes a pairing code. A company's admin may, for the company's own sites, and an operator for any company's. The company
// must be Active, now and when the tablet is paired.
func (p *Pos) HandleTillCode(ctx context.Context, who web.Caller, r TillCodeRequest) (c TillCode, err error) {
	name, err := person.Line("name", r.Name, 60)
	if err != nil {
		return c, err
	}
	of, err := whoseFor(who, r.Company)
	if err != nil {
		return c, err
	}
	if of.allCompanies {
		return c, fault.Field("company", "The company field is required.")
	}
	c.Code, c.ExpiresAt = newCode(), p.Clock().Add(pairLife)
	return c, person.InTx(ctx, p.Conn, who, func(ctx context.Context, tx db.Tx) error {
		if err := active(ctx, tx.Queries, of.company); err != nil {
			return err
		}
		places, err := tx.TillPlaces(ctx, of.company)
		if err != nil {
			return fmt.Errorf("read places: %w", err)
		}
		if !slices.ContainsFunc(places, func(a db.TillPlacesRow) bool { return a.ID == r.AddressID }) {
			return fault.Field("address_id", "The address id field is invalid.")
		}
		now := p.Clock()
		if err := tx.TillCodesForget(ctx, now.Add(-24*time.Hour)); err != nil {
			return fmt.Errorf("forget old codes: %w", err)
		}
		if err := tx.TillCodeInsert(ctx,
			db.TillCodeInsertParams{Hash: p.codeHashes(c.Code)[0], CompanyID: of.company, AddressID: r.AddressID, Name: name, MadeBy: who.ProfileID,
				MadeAt: now, ExpiresAt: c.ExpiresAt}); err != nil {
			return fmt.Errorf("write code: %w", err)
		}
		return p.did(ctx, tx.Queries, who, audit.Act{Kind: "till.code", Company: of.company, Subject: of.company,
			After: map[string]string{"name": name}})
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

// codeHashes are the hashes of a normalized pairing code by every secret, the first of which is stored.
func (p *Pos) codeHashes(code string) [][]byte { return p.deriveAll("pairing", plain(code)) }

// PairRequest is a pairing code and the public half of the tablet's key: a point of P-256, uncompressed, in base64url. Before is the till
// that the tablet was paired as earlier, if any.
type PairRequest struct {
	Code      string  `json:"code" validate:"required,max=40"`
	PublicKey string  `json:"public_key" validate:"required,max=120"`
	Before    *Before `json:"before,omitempty"`
}

// Before is a till as its tablet remembers it. Mark is a MAC with the till's receipt key, which only that tablet ever received, over
// "pair", the other three and the new public key, a line each.
type Before struct {
	Till    string `json:"till" validate:"max=40"`
	Prefix  string `json:"prefix" validate:"max=40"`
	Company string `json:"company_id" validate:"max=40"`
	Mark    string `json:"mark" validate:"max=40"`
}

// was is the number of the tablet's earlier till, 0 when it was none of that company.
func (p *Pos) was(b *Before, company, publicKey string) int {
	if b == nil || !isID(b.Till) || b.Company != company ||
		!p.marked(b.Till, b.Mark, strings.Join([]string{"pair", b.Till, b.Prefix, b.Company, publicKey}, "\n")) {
		return 0
	}
	n, _ := strconv.ParseInt(strings.TrimPrefix(b.Prefix, prefixLetter), 10, 32)
	return max(0, int(n))
}

// Paired tells a tablet which till it is now. ReceiptKey is the till's own, for the marks on its receipts.
type Paired struct {
	Till       string `json:"till"`
	Prefix     string `json:"prefix"`
	ReceiptKey string `json:"receipt_key"`
	Now        int64  `json:"now"`
}

// HandlePair pairs a tablet. A pairing code is valid once; the same tablet may repeat the request when it lost the answer. A tablet that
// was a till of the same company, and was not revoked, stays that till: after an older copy of the database was restored, its sales are
// booked under its own numbers, and its receipts stay valid.
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
	err = db.InTx(ctx, p.Conn, func(ctx context.Context, tx db.Tx) error {
		now := p.Clock()
		code, err := tx.TillCodeLock(ctx, p.codeHashes(r.Code))
		if db.None(err) {
			return ErrNoCode
		}
		if err != nil {
			return fmt.Errorf("read code: %w", err)
		}
		if err := active(ctx, tx.Queries, code.CompanyID); err != nil {
			return err
		}
		if code.TillID != nil {
			till, err = tx.TillOne(ctx, *code.TillID)
			if err == nil && (!bytes.Equal(till.PublicKey, point) || till.RevokedAt != nil) {
				err = ErrNoCode
			}
			return err
		}
		if !now.Before(code.ExpiresAt) {
			return ErrNoCode
		}
		number := p.was(r.Before, code.CompanyID, r.PublicKey)
		if number > 0 {
			till, err = tx.TillReturn(ctx,
				db.TillReturnParams{ID: r.Before.Till, Number: number, CompanyID: code.CompanyID, AddressID: code.AddressID, Name: code.Name,
					PublicKey: point, PairedBy: code.MadeBy, Now: now})
		}
		if number == 0 || db.None(err) {
			till, err = tx.TillInsert(ctx,
				db.TillInsertParams{ID: ulid.Make().String(), CompanyID: code.CompanyID, AddressID: code.AddressID, Name: code.Name,
					PublicKey: point, PairedBy: code.MadeBy, Now: now})
		}
		if err != nil {
			return fmt.Errorf("write till: %w", err)
		}
		if err := tx.TillCodeUse(ctx, till.ID, code.Hash); err != nil {
			return fmt.Errorf("use code: %w", err)
		}
		// The pairing is recorded as an act of the person who made the code.
		return p.did(ctx, tx.Queries, web.Caller{ProfileID: code.MadeBy}, audit.Act{Kind: "till.pair", Company: code.CompanyID, Subject: till.ID})
	})
	if err != nil {
		return Paired{}, err
	}
	return Paired{Till: till.ID, Prefix: prefix(till.Number), ReceiptKey: b64(p.receiptKey(till.ID)), Now: p.Clock().UnixMilli()}, nil
}

// guess counts a try against the rate limit.
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

// numbersSkipped is the assumed maximum of tablets that were paired since the restored copy was made.
const numbersSkipped = 100

// Restored prevents that a till's number, and with it the receipts under that number, is given twice. It is called after an older copy of
// the database was restored, before a tablet can be paired.
func Restored(ctx context.Context, conn db.Conn) error {
	return db.New(conn).TillNumbersSkip(ctx, numbersSkipped)
}
