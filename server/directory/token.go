package directory

import (
	"context"
	"time"

	"github.com/oklog/ulid/v2"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// maxTokens is how many of a company are good at once: the old one is revoked when the provider has the new one.
const maxTokens = 5

// ErrManyTokens refuses one more token.
var ErrManyTokens = fault.New(fault.Conflict, "many_tokens", "Your company has five tokens already. Please revoke one that you do not use.")

// Setting is a company's directory as its admins see it. Address is what the provider has to know, People and Groups what it told of.
type Setting struct {
	Address string  `json:"address"`
	Tokens  []Token `json:"tokens"`
	People  int     `json:"people"`
	Groups  int     `json:"groups"`
}

// Token is one that is good. Ending is its last characters; Used says when it was last seen, to a few minutes.
type Token struct {
	ID     string     `json:"id"`
	Ending string     `json:"ending"`
	By     string     `json:"by"`
	Made   time.Time  `json:"made"`
	Used   *time.Time `json:"used"`
}

// SettingReply is the answer with a company's directory. Token is a new one, which is told this once.
type SettingReply struct {
	Data  Setting `json:"data"`
	Token string  `json:"token,omitempty"`
}

// Nothing is a request without content.
type Nothing struct{}

// HandleSetting answers with the own company's directory.
func (d *Directories) HandleSetting(ctx context.Context, who web.Caller, _ Nothing) (SettingReply, error) {
	return d.setting(ctx, db.New(d.Conn), who.CompanyID)
}

func (d *Directories) setting(ctx context.Context, q *db.Queries, company string) (reply SettingReply, err error) {
	rows, err := q.DirectoryTokens(ctx, company)
	if err != nil {
		return reply, err
	}
	counts, err := q.DirectoryCounts(ctx, company)
	if err != nil {
		return reply, err
	}
	reply.Data = Setting{Address: d.Public.String() + base, Tokens: []Token{}, People: int(counts.People), Groups: int(counts.Groups)}
	for _, r := range rows {
		reply.Data.Tokens = append(reply.Data.Tokens, Token{r.ID, r.Ending, r.MadeBy, r.MadeAt, r.SeenAt})
	}
	return reply, nil
}

// asAdmin lets an admin change the own company's directory, with an act in the audit log.
func (d *Directories) asAdmin(ctx context.Context, who web.Caller, kind string,
	do func(ctx context.Context, tx db.Tx) (subject string, err error)) (reply SettingReply, err error) {
	err = db.InTx(ctx, d.Conn, func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.CompanyHold(ctx, who.CompanyID); err != nil {
			return db.NoneIs(err, fault.ErrNotFound)
		}
		if err := person.Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		subject, err := do(ctx, tx)
		if err != nil {
			return err
		}
		if err := audit.Write(ctx, tx.Queries, audit.Act{At: d.Clock(), Who: who.ProfileID, Company: who.CompanyID, Kind: kind,
			Subject: subject}); err != nil {
			return err
		}
		reply, err = d.setting(ctx, tx.Queries, who.CompanyID)
		return err
	})
	return reply, err
}

// HandleToken makes one more token for the company's directory, which is told this once. The others stay good until they are revoked.
func (d *Directories) HandleToken(ctx context.Context, who web.Caller, _ Nothing) (SettingReply, error) {
	token := "sahn_scim_" + web.NewToken()
	reply, err := d.asAdmin(ctx, who, "directory.token", func(ctx context.Context, tx db.Tx) (string, error) {
		had, err := tx.DirectoryTokens(ctx, who.CompanyID)
		if err == nil && len(had) >= maxTokens {
			err = ErrManyTokens
		}
		if err != nil {
			return "", err
		}
		id := ulid.Make().String()
		return id, tx.DirectoryTokenMake(ctx, db.DirectoryTokenMakeParams{ID: id, CompanyID: who.CompanyID, Hash: hashed(token),
			Ending: token[len(token)-4:], MadeBy: who.ProfileID, Now: d.Clock()})
	})
	if err == nil {
		reply.Token = token
	}
	return reply, err
}

// RevokeRequest names a token of the own company's.
type RevokeRequest struct {
	ID string `json:"id" validate:"required,len=26"`
}

// HandleRevoke ends a token at once.
func (d *Directories) HandleRevoke(ctx context.Context, who web.Caller, r RevokeRequest) (SettingReply, error) {
	return d.asAdmin(ctx, who, "directory.token_end", func(ctx context.Context, tx db.Tx) (string, error) {
		n, err := tx.DirectoryTokenEnd(ctx, d.Clock(), r.ID, who.CompanyID)
		if err == nil && n == 0 {
			err = fault.ErrNotFound
		}
		return r.ID, err
	})
}
