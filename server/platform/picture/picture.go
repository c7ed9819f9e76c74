// Package picture re-encodes the pictures that people send. Its promise: the unpacked size is checked before unpacking, and only the
// visible picture of the file is kept, neither where and when it was taken nor hidden content.
package picture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"image/jpeg"
	_ "image/png" // so that image.Decode knows it
)

// ErrNone says that bytes are no JPEG or PNG, or exceed the limits.
var ErrNone = errors.New("not a picture that is taken")

// Read decodes a JPEG or PNG of at most so many bytes and pixels. Transparent pixels become white.
func Read(sent []byte, maxBytes, maxPixels int) (*image.RGBA, error) {
	shape, kind, err := image.DecodeConfig(bytes.NewReader(sent))
	if err != nil || len(sent) > maxBytes || kind != "jpeg" && kind != "png" || shape.Width < 1 || shape.Height < 1 ||
		shape.Width > maxPixels/shape.Height {
		return nil, ErrNone
	}
	from, _, err := image.Decode(bytes.NewReader(sent))
	if err != nil {
		return nil, ErrNone
	}
	read := image.NewRGBA(image.Rect(0, 0, shape.Width, shape.Height))
	draw.Draw(read, read.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	draw.Draw(read, read.Bounds(), from, from.Bounds().Min, draw.Over)
	return read, nil
}

// Square is the middle square of a picture, at most side by side.
func Square(from *image.RGBA, side int) *image.RGBA {
	whole := from.Bounds()
	edge := min(whole.Dx(), whole.Dy())
	corner := whole.Min.Add(image.Pt((whole.Dx()-edge)/2, (whole.Dy()-edge)/2))
	middle := from.SubImage(image.Rectangle{Min: corner, Max: corner.Add(image.Pt(edge, edge))}).(*image.RGBA)
	return scaled(middle, min(edge, side), min(edge, side))
}

// Fit is a picture whose longer side is at most side.
func Fit(from *image.RGBA, side int) *image.RGBA {
	width, height := from.Bounds().Dx(), from.Bounds().Dy()
	if longer := max(width, height); longer > side {
		width, height = max(1, width*side/longer), max(1, height*side/longer)
	}
	return scaled(from, width, height)
}

// JPEG encodes a picture, with a lower quality where it would be more than so many bytes; ErrNone when even that is too large.
func JPEG(m image.Image, maxBytes int) ([]byte, error) {
	for _, quality := range []int{82, 70, 55, 40} {
		var packed bytes.Buffer
		if err := jpeg.Encode(&packed, m, &jpeg.Options{Quality: quality}); err != nil {
			return nil, err
		}
		if packed.Len() <= maxBytes {
			return packed.Bytes(), nil
		}
	}
	return nil, ErrNone
}

// scaled makes a picture smaller: each pixel is the mean of the pixels that it replaces.
func scaled(from *image.RGBA, width, height int) *image.RGBA {
	was, to := from.Bounds(), image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			var sum [4]int
			x0, x1, y0, y1 := x*was.Dx()/width, (x+1)*was.Dx()/width, y*was.Dy()/height, (y+1)*was.Dy()/height
			for fy := y0; fy < y1; fy++ {
				for fx := x0; fx < x1; fx++ {
					i := from.PixOffset(was.Min.X+fx, was.Min.Y+fy)
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
