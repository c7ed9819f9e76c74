package picture_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/platform/picture"
)

const (
	maxBytes  = 100_000
	maxPixels = 500 * 500
)

func asPNG(t *testing.T, m image.Image) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	return b.Bytes()
}

func TestAPictureKeepsItsShapeWhenItIsMadeSmaller(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ wide, high, toWide, toHigh int }{
		"wide": {400, 200, 100, 50}, "tall": {200, 400, 50, 100}, "small": {30, 40, 30, 40}, "a line": {480, 1, 100, 1},
	} {
		read, err := picture.Read(asPNG(t, image.NewGray(image.Rect(0, 0, c.wide, c.high))), maxBytes, maxPixels)
		require.NoError(t, err, name)
		require.Equal(t, image.Rect(0, 0, c.toWide, c.toHigh), picture.Fit(read, 100).Bounds(), name)
		edge := min(c.wide, c.high, 20)
		require.Equal(t, image.Rect(0, 0, edge, edge), picture.Square(read, 20).Bounds(), name)
	}
}

func TestWhatCanBeSeenThroughIsWhiteAndPixelsAreTheMeanOfThoseTheyStandFor(t *testing.T) {
	t.Parallel()
	m := image.NewNRGBA(image.Rect(0, 0, 4, 2))
	for x := range 2 {
		m.Set(x, 0, color.Black)
		m.Set(x, 1, color.Black)
	}
	read, err := picture.Read(asPNG(t, m), maxBytes, maxPixels)
	require.NoError(t, err)
	two := picture.Fit(read, 2)
	require.Equal(t, color.RGBA{0, 0, 0, 255}, two.RGBAAt(0, 0))
	require.Equal(t, color.RGBA{255, 255, 255, 255}, two.RGBAAt(1, 0))
	require.Equal(t, color.RGBA{127, 127, 127, 255}, picture.Fit(read, 1).RGBAAt(0, 0))
}

func TestAPictureThatUnpacksToTooMuchIsRefusedUnread(t *testing.T) {
	t.Parallel()
	bomb := asPNG(t, image.NewGray(image.Rect(0, 0, 10, 10)))
	binary.BigEndian.PutUint32(bomb[16:], 1<<30)
	binary.BigEndian.PutUint32(bomb[20:], 1<<30) // their product is beyond what a number holds
	binary.BigEndian.PutUint32(bomb[29:], crc32.ChecksumIEEE(bomb[12:29]))
	for name, sent := range map[string][]byte{
		"a bomb": bomb, "too wide": asPNG(t, image.NewGray(image.Rect(0, 0, 501, 500))),
		"half": asPNG(t, image.NewGray(image.Rect(0, 0, 90, 90)))[:60], "a page": []byte("<svg/>"), "nothing": nil,
		"many bytes": append(asPNG(t, image.NewGray(image.Rect(0, 0, 9, 9))), make([]byte, maxBytes)...),
	} {
		_, err := picture.Read(sent, maxBytes, maxPixels)
		require.ErrorIs(t, err, picture.ErrNone, name)
	}
}

func TestAPictureIsPackedLessFinelyUntilItFits(t *testing.T) {
	t.Parallel()
	noise := image.NewRGBA(image.Rect(0, 0, 200, 200))
	seed := uint32(1)
	for i := range noise.Pix {
		seed = seed*1664525 + 1013904223
		noise.Pix[i] = byte(seed >> 24)
	}
	fine, err := picture.JPEG(noise, 1<<20)
	require.NoError(t, err)
	coarse, err := picture.JPEG(noise, len(fine)-1)
	require.NoError(t, err)
	require.Less(t, len(coarse), len(fine))
	shape, err := jpeg.DecodeConfig(bytes.NewReader(coarse))
	require.NoError(t, err)
	require.Equal(t, 200, shape.Width)
	_, err = picture.JPEG(noise, 1000)
	require.ErrorIs(t, err, picture.ErrNone)
}
