// Package trail gives the audit trail away as a file that others can verify without us. Its promise: what is changed, removed, inserted,
// moved or cut off in such a file is found, and no file is made without an act that says who made it and of what.
package trail

import (
	"context"
	"crypto/ed25519"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/url"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/keys"
	"sahn/server/platform/sheet"
	"sahn/server/platform/web"
)

const (
	keyUse    = "audit trail"
	kindOfAct = "trail.export"
	fetching  = 15 * time.Minute // how long an export can be fetched after it was asked for
	perPage   = 500
	maxDays   = 366
)

// Trails exports the trail. Its methods with a Caller are handlers of the API.
type Trails struct {
	Conn   db.Conn
	Keys   keys.Keys
	Clock  clock.Clock
	Public *url.URL
}

// ExportRequest is which acts are exported: those of days in Dubai, both included, of operators alone, about one company, or all.
type ExportRequest struct {
	From    clock.Date `json:"from"`
	Until   clock.Date `json:"until"`
	Of      string     `json:"of" validate:"omitempty,oneof=operators company"`
	Company string     `json:"company" validate:"max=26"`
}

// OwnRequest is which acts of their own company's admins and programs are exported to an admin: those of days in Dubai, both included.
type OwnRequest struct {
	From  clock.Date `json:"from"`
	Until clock.Date `json:"until"`
}

// Export is an export that can be fetched until a moment, and the key that signs it, in base64url.
type Export struct {
	ID    string    `json:"id"`
	Until time.Time `json:"until"`
	Key   string    `json:"key"`
}

// asked is what is recorded of an export: what it is of, and the key.
type asked struct {
	From    clock.Date `json:"from"`
	Until   clock.Date `json:"until"`
	Of      string     `json:"of"`
	Company string     `json:"company,omitempty"`
	Name    string     `json:"company_name,omitempty"`
	Key     string     `json:"key"`
}

// about is the content of a file's first row.
type about struct {
	Format       int       `json:"format"`
	Export       string    `json:"export"`
	Installation string    `json:"installation"`
	At           time.Time `json:"at"`
	asked
}

// end is the content of a file's last row.
type end struct {
	Rows int `json:"rows"` // without the first and the last
}

// HandleExport records that the trail of a period is exported, which can be fetched for a quarter of an hour. A manager may.
func (t *Trails) HandleExport(ctx context.Context, who web.Caller, r ExportRequest) (Export, error) {
	return t.export(ctx, who, r)
}

// ofOwn is an export to a company's admin: what its own people, programs and providers did, and never what operators did.
const ofOwn = "own"

// HandleOwn records that an admin exports what was done in their company, by whoever is not of the lunch company's staff. Admins may; the
// file can be fetched for a quarter of an hour.
func (t *Trails) HandleOwn(ctx context.Context, who web.Caller, r OwnRequest) (Export, error) {
	return t.export(ctx, who, ExportRequest{From: r.From, Until: r.Until, Of: ofOwn, Company: who.CompanyID})
}

func (t *Trails) export(ctx context.Context, who web.Caller, r ExportRequest) (Export, error) {
	if r.From <= 0 {
		return Export{}, fault.Field("from", "Please choose the first day, like 2026-11-01.")
	}
	if r.Until < r.From || r.Until-r.From >= maxDays {
		return Export{}, fault.Field("until", "Please choose a last day that is not before the first, and at most a year after it.")
	}
	key, err := t.Keys.Signer(keyUse)
	if err != nil {
		return Export{}, err
	}
	now := t.Clock()
	export := Export{ID: ulid.Make().String(), Until: now.Add(fetching).UTC(), Key: spell(public(key))}
	return export, person.InTx(ctx, t.Conn, who, func(ctx context.Context, tx db.Tx) error {
		of := asked{From: r.From, Until: r.Until, Of: r.Of, Key: export.Key}
		if r.Of == "company" || r.Of == ofOwn {
			if of.Company = r.Company; of.Company == "" {
				return fault.Field("company", "Please choose a company.")
			}
			if of.Name, err = tx.TrailCompany(ctx, r.Company); err != nil {
				return fmt.Errorf("read company: %w", db.NoneIs(err, fault.ErrNotFound))
			}
		}
		if err := tx.TrailKeySet(ctx, public(key), now); err != nil {
			return fmt.Errorf("keep the key: %w", err)
		}
		return audit.Write(ctx, tx.Queries,
			audit.Act{At: now, Who: who.ProfileID, Company: of.Company, Kind: kindOfAct, Subject: export.ID, After: of})
	})
}

// FileRequest names an export.
type FileRequest struct {
	ID string `path:"id" validate:"required,max=26"`
}

// HandleFile answers with an export to the manager or admin who asked for it, written while it is read.
func (t *Trails) HandleFile(ctx context.Context, who web.Caller, r FileRequest) (web.File, error) {
	row, err := db.New(t.Conn).TrailExport(ctx, db.TrailExportParams{Person: who.PersonID, ID: r.ID, Kind: kindOfAct,
		By: who.ProfileID, Since: t.Clock().Add(-fetching)})
	if err != nil {
		return web.File{}, fmt.Errorf("read export: %w", db.NoneIs(err, fault.ErrNotFound))
	}
	head := about{Format: 1, Export: r.ID, Installation: t.Public.String(), At: row.At.UTC()}
	if err := json.Unmarshal(row.After, &head.asked); err != nil {
		return web.File{}, fmt.Errorf("export %s: %w", r.ID, err)
	}
	key, err := t.Keys.Signer(keyUse)
	if err != nil {
		return web.File{}, err
	}
	if head.Key != spell(public(key)) { // the secret was replaced meanwhile
		return web.File{}, fault.ErrNotFound
	}
	first := act{record: recordBegin, at: row.At, who: row.Name, whoID: who.ProfileID, role: who.ClientType, kind: kindOfAct, subjectID: r.ID,
		company: head.Name, companyID: head.Company}
	return web.File{Name: "sahn-audit-" + head.From.String() + "-" + head.Until.String() + ".csv", Type: web.CSV,
		Write: func(ctx context.Context, w io.Writer) error {
			out, err := newWriter(w, key, sheet.In(who.Language))
			if err != nil {
				return err
			}
			return t.write(ctx, out, head, first)
		}}, nil
}

// write writes all rows of an export, a page at a time.
func (t *Trails) write(ctx context.Context, out *writer, head about, first act) error {
	said, err := json.Marshal(head)
	if err != nil {
		return err
	}
	first.after = string(said)
	if err := out.row(first); err != nil {
		return err
	}
	until := (head.Until + 1).Start()
	if head.At.Before(until) {
		until = head.At
	}
	q := db.New(t.Conn).Unprepared()
	for next := (db.ActsPageParams{Since: head.From.Start(), Until: until, Company: head.Company, Operators: head.Of == "operators",
		Own: head.Of == ofOwn, Most: perPage}); ; {
		rows, err := q.ActsPage(ctx, next)
		if err != nil {
			return fmt.Errorf("read acts: %w", err)
		}
		for _, r := range rows {
			if err := out.row(act{record: recordAct, at: r.At, who: r.Who, role: r.WhoType, whoID: r.WhoID, kind: r.Kind,
				subject: r.SubjectName, subjectID: r.Subject, company: r.Company, companyID: r.CompanyID, note: r.Note, before: r.Before,
				after: r.After, id: r.ID}); err != nil {
				return err
			}
		}
		if len(rows) < perPage {
			break
		}
		last := rows[len(rows)-1]
		next.AfterAt, next.AfterID = last.At, last.ID
	}
	if said, err = json.Marshal(end{out.n - 1}); err != nil {
		return err
	}
	if err := out.row(act{record: recordEnd, at: head.At, subjectID: head.Export, after: string(said)}); err != nil {
		return err
	}
	return out.flush()
}

// PublicKey is a public key as a JSON Web Key (RFC 8037).
type PublicKey struct {
	KeyType   string `json:"kty"`
	Curve     string `json:"crv"`
	Use       string `json:"use"`
	Algorithm string `json:"alg"`
	X         string `json:"x"` // the key in base64url
}

// PublicKeys are the keys with which exports of the trail are verified, the present one first.
type PublicKeys struct {
	Keys []PublicKey `json:"keys"`
}

// HandleKeys shows the keys with which exports of the trail are verified, also those of former secrets. Anybody may.
func (t *Trails) HandleKeys(ctx context.Context, _ web.Caller, _ web.None) (PublicKeys, error) {
	key, err := t.Keys.Signer(keyUse)
	if err != nil {
		return PublicKeys{}, err
	}
	former, err := db.New(t.Conn).TrailKeys(ctx)
	if err != nil {
		return PublicKeys{}, fmt.Errorf("read keys: %w", err)
	}
	all := PublicKeys{Keys: []PublicKey{spelled(public(key))}}
	for _, k := range former {
		if one := spelled(k); one != all.Keys[0] {
			all.Keys = append(all.Keys, one)
		}
	}
	return all, nil
}

func public(key ed25519.PrivateKey) ed25519.PublicKey { return key.Public().(ed25519.PublicKey) }

func spell(key ed25519.PublicKey) string { return base64.RawURLEncoding.EncodeToString(key) }

func spelled(key ed25519.PublicKey) PublicKey {
	return PublicKey{KeyType: "OKP", Curve: "Ed25519", Use: "sig", Algorithm: "EdDSA", X: spell(key)}
}
