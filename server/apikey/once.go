package apikey

import (
	"context"
	"fmt"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

const (
	remembered = 24 * time.Hour
	sealUse    = "answer to a program"
)

// Begin notes that a program's write of this name is being done, and is zero; or says what it was answered the first time.
func (k *APIKeys) Begin(ctx context.Context, who web.Caller, name string, asked []byte) (had web.Answered, err error) {
	q := db.New(k.Conn)
	if err := q.APIKeyForget(ctx, who.CompanyID, who.KeyID, k.Clock().Add(-remembered)); err != nil {
		return had, err
	}
	begun, err := q.APIKeyBegin(ctx,
		db.APIKeyBeginParams{CompanyID: who.CompanyID, KeyID: who.KeyID, Name: name, Asked: asked, Now: k.Clock()})
	if err != nil || begun > 0 {
		return had, err
	}
	row, err := q.APIKeyAnswered(ctx, who.CompanyID, who.KeyID, name)
	if err != nil {
		return had, db.NoneIs(err, nil)
	}
	had.Asked = row.Asked
	if row.Status == nil {
		return had, nil
	}
	body, err := k.Keys.Open(sealUse, who.KeyID+name, row.Answer)
	if err != nil {
		return had, fmt.Errorf("a program's first answer: %w", err)
	}
	had.Status, had.Body = int(*row.Status), []byte(body)
	return had, nil
}

// End remembers what a write was answered, or forgets one that did nothing.
func (k *APIKeys) End(ctx context.Context, who web.Caller, name string, done web.Answered) error {
	q := db.New(k.Conn)
	if done.Status == 0 {
		return q.APIKeyUndone(ctx, who.CompanyID, who.KeyID, name)
	}
	sealed, err := k.Keys.Seal(sealUse, who.KeyID+name, string(done.Body))
	if err != nil {
		return err
	}
	return q.APIKeyDone(ctx, db.APIKeyDoneParams{CompanyID: who.CompanyID, KeyID: who.KeyID, Name: name, Status: done.Status, Answer: sealed})
}
