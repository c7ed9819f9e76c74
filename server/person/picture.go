package person

import (
	"bytes"
	"context"
	"encoding/base64"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	_ "image/png" // so that image.Decode knows it

	"github.com/jackc/pgx/v5"

	"sahn/server/db"
	"sahn/server/fault"
	"sahn/server/web"
)

const (
	pictureSide   = 192         // twice what the largest place on screen shows
	pictureBytes  = 180_000     // as sent
	picturePixels = 2048 * 2048 // what a few bytes may unpack to
)

// ErrPicture refuses what is not a small JPEG or PNG.
var ErrPicture = fault.Field("picture", "The picture must be a JPEG or PNG of at most 2048 by 2048 pixels and 180 kB.")

// ProfilePictureRequest is a JPEG or PNG, or nothing to have none.
type ProfilePictureRequest struct {
	Picture string `json:"picture"`
}

// ProfilePicture keeps a small square of a person's picture, drawn anew: nothing else of the file is kept, neither where and when it was
// taken nor what hid in it.
func (p *People) ProfilePicture(ctx context.Context, who web.Caller, req ProfilePictureRequest) (ProfileReply, error) {
	picture := ""
	if req.Picture != "" {
		sent, err := base64.StdEncoding.DecodeString(req.Picture)
		if err != nil {
			return ProfileReply{}, ErrPicture
		}
		small, err := slowly(ctx, func() ([]byte, error) { return shrink(sent) })
		if err != nil {
			return ProfileReply{}, err
		}
		picture = "data:image/jpeg;base64," + base64.StdEncoding.EncodeToString(small)
	}
	var done ProfileReply
	err := db.InTx(ctx, p.db, func(ctx context.Context, q *db.Queries, _ pgx.Tx) error {
		if err := q.PersonHold(ctx, who.PersonID); err != nil {
			return err
		}
		if err := Still(ctx, q, who); err != nil {
			return err
		}
		if err := q.PersonPictureSet(ctx, who.PersonID, picture); err != nil {
			return err
		}
		var err error
		done.Data, err = profileOf(ctx, q, who.ProfileID)
		return err
	})
	return done, err
}

// shrink makes a JPEG of at most pictureSide squared of the middle of a picture.
func shrink(sent []byte) ([]byte, error) {
	shape, kind, err := image.DecodeConfig(bytes.NewReader(sent))
	if err != nil || len(sent) > pictureBytes || kind != "jpeg" && kind != "png" || shape.Width < 1 || shape.Height < 1 || shape.Width > picturePixels/shape.Height {
		return nil, ErrPicture
	}
	from, _, err := image.Decode(bytes.NewReader(sent))
	if err != nil {
		return nil, ErrPicture
	}
	side := min(shape.Width, shape.Height)
	corner := from.Bounds().Min.Add(image.Pt((shape.Width-side)/2, (shape.Height-side)/2))
	square := image.NewRGBA(image.Rect(0, 0, side, side))
	draw.Draw(square, square.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(square, square.Bounds(), from, corner, draw.Over)
	var small bytes.Buffer
	err = jpeg.Encode(&small, average(square, min(side, pictureSide)), &jpeg.Options{Quality: 82})
	return small.Bytes(), err
}

// average is a square made smaller: each pixel is the mean of those that it stands for.
func average(from *image.RGBA, side int) *image.RGBA {
	was, to := from.Bounds().Dx(), image.NewRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			var sum [4]int
			x0, x1, y0, y1 := x*was/side, (x+1)*was/side, y*was/side, (y+1)*was/side
			for fy := y0; fy < y1; fy++ {
				for fx := x0; fx < x1; fx++ {
					i := from.PixOffset(fx, fy)
					for c := range sum {
						sum[c] += int(from.Pix[i+c])
					}
				}
			}
			n, i := (x1-x0)*(y1-y0), to.PixOffset(x, y)
			for c := range sum {
				to.Pix[i+c] = uint8(sum[c] / n)
			}
		}
	}
	return to
}
