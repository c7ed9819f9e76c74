package planner

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"

	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/picture"
	"sahn/server/platform/web"
)

const (
	photoSide   = 1024        // twice what the largest place on screen shows
	photoBytes  = 256 << 10   // as kept
	photoSent   = 1 << 20     // as sent
	photoPixels = 2048 * 2048 // what a few bytes may unpack to
)

// PhotoBody is the most that a request with a photo may bring: its bytes in base64, and what stands around them.
const PhotoBody = photoSent*4/3 + 1024

// ErrPhoto refuses what is not a JPEG or PNG of a usual size.
var ErrPhoto = fault.Field("picture", "The picture must be a JPEG or PNG of at most 2048 by 2048 pixels and 1 MB.")

// PhotoRequest is a JPEG or PNG in base64.
type PhotoRequest struct {
	Picture string `json:"picture" validate:"required"`
}

// PhotoReply names a photo that is kept, as a meal's picture names it.
type PhotoReply struct {
	Photo string `json:"photo"`
}

// drawing bounds the memory that photos take while they are drawn anew.
var drawing = make(chan struct{}, 2)

// HandlePhoto keeps a photo of a meal, drawn anew and no larger than a screen shows. Nobody sees it before a meal names it; the same
// photo again is the same.
func (p *Planner) HandlePhoto(ctx context.Context, who web.Caller, r PhotoRequest) (PhotoReply, error) {
	raw, err := base64.StdEncoding.DecodeString(r.Picture)
	if err != nil {
		return PhotoReply{}, ErrPhoto
	}
	select {
	case drawing <- struct{}{}:
	case <-ctx.Done():
		return PhotoReply{}, ctx.Err()
	}
	body, err := drawn(raw)
	<-drawing
	if err != nil {
		return PhotoReply{}, err
	}
	sum := sha256.Sum256(body)
	hash := hex.EncodeToString(sum[:16])
	return PhotoReply{Photo: hash}, p.change(ctx, who, func(ctx context.Context, q *db.Queries, _ pgx.Tx, now time.Time) ([]audit.Act, error) {
		added, err := q.PhotoInsert(ctx, hash, body, now)
		if err != nil || added == 0 {
			return nil, err
		}
		return []audit.Act{{Kind: "photo.add", Subject: hash}}, nil
	})
}

// drawn is a photo as it is kept.
func drawn(sent []byte) ([]byte, error) {
	from, err := picture.Read(sent, photoSent, photoPixels)
	if err != nil {
		return nil, ErrPhoto
	}
	body, err := picture.JPEG(picture.Fit(from, photoSide), photoBytes)
	if errors.Is(err, picture.ErrNone) {
		return nil, ErrPhoto
	}
	return body, err
}
