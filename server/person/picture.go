package person

import (
	"context"
	"encoding/base64"

	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/picture"
	"sahn/server/platform/web"
)

const (
	pictureSide   = 192         // twice what the largest place on screen shows
	pictureBytes  = 180_000     // limit of the uploaded picture
	picturePixels = 2048 * 2048 // limit after decoding: a small file can decode to a large image
)

// ErrPicture refuses anything but a small JPEG or PNG.
var ErrPicture = fault.Field("picture", "The picture must be a JPEG or PNG of at most 2048 by 2048 pixels and 180 kB.")

// ProfilePictureRequest is a JPEG or PNG; empty removes the picture.
type ProfilePictureRequest struct {
	Picture string `json:"picture"`
}

// ProfilePicture stores a small square of a person's picture, re-encoded: no metadata of the file is kept, neither where and when it was
// taken nor hidden content.
func (p *People) ProfilePicture(ctx context.Context, who web.Caller, req ProfilePictureRequest) (ProfileReply, error) {
	small, err := Small(ctx, req.Picture)
	if err != nil {
		return ProfileReply{}, err
	}
	return p.changeSelf(ctx, who, func(ctx context.Context, tx db.Tx) error {
		return tx.PersonPictureSet(ctx, who.PersonID, small)
	})
}

// Small is a small square of a picture that was sent in base64, re-encoded, as a data URL. Empty gives empty.
func Small(ctx context.Context, sent string) (string, error) {
	if sent == "" {
		return "", nil
	}
	raw, err := base64.StdEncoding.DecodeString(sent)
	if err != nil {
		return "", ErrPicture
	}
	small, err := slowly(ctx, func() ([]byte, error) { return shrink(raw) })
	if err != nil {
		return "", err
	}
	return "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(small), nil
}

// shrink makes a JPEG of at most pictureSide squared of the middle of a picture.
func shrink(sent []byte) ([]byte, error) {
	from, err := picture.Read(sent, pictureBytes, picturePixels)
	if err != nil {
		return nil, ErrPicture
	}
	return picture.JPEG(picture.Square(from, pictureSide), pictureBytes)
}
