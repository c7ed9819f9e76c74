package planner

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"time"

	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/picture"
	"sahn/server/platform/web"
)

const (
	photoSide   = 1024        // twice what the largest place on screen shows
	photoBytes  = 256 << 10   // limit of the stored photo
	photoSent   = 1 << 20     // limit of the uploaded photo
	photoPixels = 2048 * 2048 // limit after decoding: a small file can decode to a large image
)

// PhotoBody is the size limit of a photo request in bytes: the photo in base64 and the JSON around it.
const PhotoBody = photoSent*4/3 + 1024

// ErrPhoto refuses files other than a JPEG or PNG within the limits.
var ErrPhoto = fault.Field("picture", "The picture must be a JPEG or PNG of at most 2048 by 2048 pixels and 1 MB.")

// PhotoRequest is a JPEG or PNG in base64.
type PhotoRequest struct {
	Picture string `json:"picture" validate:"required"`
}

// PhotoReply names a stored photo, in the form in which a meal's picture refers to it.
type PhotoReply struct {
	Photo string `json:"photo"`
}

// drawing limits how many photos are re-encoded at the same time, and so their memory.
var drawing = make(chan struct{}, 2)

// HandlePhoto stores a photo of a meal, re-encoded and no larger than a screen needs. It is not visible before a meal refers to it;
// uploading the same photo again returns the same name. The kitchen may.
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
	return PhotoReply{Photo: hash}, p.change(ctx, who, func(ctx context.Context, tx db.Tx, now time.Time) ([]audit.Act, error) {
		added, err := tx.PhotoInsert(ctx, hash, body, now)
		if err != nil || added == 0 {
			return nil, err
		}
		return []audit.Act{{Kind: "photo.add", Subject: hash}}, nil
	})
}

// drawn is a photo, re-encoded as it is stored.
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
