package person_test

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

// half is a picture whose middle square is red on the left and blue on the right, with green outside of it.
func half(wide, high int) *image.RGBA {
	m, side := image.NewRGBA(image.Rect(0, 0, wide, high)), min(wide, high)
	for y := range high {
		for x := range wide {
			c := color.RGBA{200, 0, 0, 255}
			if x >= wide/2 {
				c = color.RGBA{0, 0, 200, 255}
			}
			if x < (wide-side)/2 || x >= (wide+side)/2 || y < (high-side)/2 || y >= (high+side)/2 {
				c = color.RGBA{0, 200, 0, 255}
			}
			m.Set(x, y, c)
		}
	}
	return m
}

func asJPEG(t *testing.T, m image.Image) []byte {
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, m, nil))
	return b.Bytes()
}

func asPNG(t *testing.T, m image.Image) []byte {
	var b bytes.Buffer
	require.NoError(t, png.Encode(&b, m))
	return b.Bytes()
}

// withNote puts a metadata segment behind a JPEG's first two bytes, where cameras write the place.
func withNote(jpg []byte, note string) []byte {
	segment := append([]byte{0xFF, 0xE1, 0, 0}, "Exif\x00\x00"+note...)
	binary.BigEndian.PutUint16(segment[2:], uint16(len(segment)-2))
	return append(append(append([]byte{}, jpg[:2]...), segment...), jpg[2:]...)
}

func (b *browser) setPicture(sent []byte) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/profile-picture", fields{"picture": base64.StdEncoding.EncodeToString(sent)})
}

func TestAPictureIsKeptAsASmallSquareOfItsMiddleWithoutWhatElseWasInTheFile(t *testing.T) {
	t.Parallel()
	b := settle(t).browser().signIn(sample.Mariam)
	for name, sent := range map[string][]byte{
		"a wide photo": withNote(asJPEG(t, half(900, 500)), "GPS 25.2048 55.2708"), "a tall one": asJPEG(t, half(400, 901)),
		"a drawing": asPNG(t, half(193, 193)), "a tiny one": asPNG(t, half(40, 44)),
		"with something behind it": append(asJPEG(t, half(300, 300)), "<script>GPS</script>"...),
	} {
		got := b.setPicture(sent)
		require.Equal(t, 200, got.status, "%s: %s", name, got.body)
		var said struct {
			Data struct {
				Picture string `json:"profile_picture"`
			} `json:"data"`
		}
		require.NoError(t, json.Unmarshal([]byte(got.body), &said))
		coded, ok := strings.CutPrefix(said.Data.Picture, "data:image/jpeg;base64,")
		require.True(t, ok, name)
		kept, err := base64.StdEncoding.DecodeString(coded)
		require.NoError(t, err)
		require.Less(t, len(kept), 12_000, name)
		require.NotContains(t, string(kept), "GPS", name)
		require.NotContains(t, string(kept), "Exif", name)
		m, err := jpeg.Decode(bytes.NewReader(kept))
		require.NoError(t, err, name)
		require.Equal(t, m.Bounds().Dx(), m.Bounds().Dy(), name)
		require.LessOrEqual(t, m.Bounds().Dx(), 192, name)
		side := m.Bounds().Dx()
		for x, want := range map[int]string{side / 5: "red", side - side/5: "blue"} {
			for _, y := range []int{side / 8, side / 2, side - side/8} {
				red, green, blue, _ := m.At(x, y).RGBA()
				require.Equal(t, want == "red", red > blue+0x4000, "%s at %d,%d", name, x, y)
				require.Less(t, green, uint32(0x5000), name)
			}
		}
	}
	removed := b.call("POST", "/api/profile-picture", fields{"picture": ""})
	require.Contains(t, removed.body, `"profile_picture":""`)
}

func TestWhatIsNoSmallPictureIsRefused(t *testing.T) {
	t.Parallel()
	b := settle(t).browser().signIn(sample.Mariam)
	var animated bytes.Buffer
	require.NoError(t, gif.Encode(&animated, half(30, 30), nil))
	// A few bytes that unpack to ten thousand million pixels.
	bomb := asPNG(t, half(10, 10))
	binary.BigEndian.PutUint32(bomb[16:], 100_000)
	binary.BigEndian.PutUint32(bomb[20:], 100_000)
	binary.BigEndian.PutUint32(bomb[29:], crc32.ChecksumIEEE(bomb[12:29]))
	noise := image.NewRGBA(image.Rect(0, 0, 215, 215))
	seed := uint32(1)
	for i := range noise.Pix {
		seed = seed*1664525 + 1013904223
		noise.Pix[i] = byte(seed>>24) | 0x80
	}
	for name, sent := range map[string][]byte{
		"a GIF": animated.Bytes(), "a bomb": bomb, "a page": []byte("<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>"),
		"half a picture": asJPEG(t, half(300, 300))[:400], "just a header": bomb[:40], "text": []byte("hello"),
		"too wide": asPNG(t, image.NewGray(image.Rect(0, 0, 5000, 900))),
	} {
		got := b.setPicture(sent)
		require.Equal(t, 422, got.status, "%s: %s", name, got.body)
		require.Contains(t, got.body, `"errors":{"picture":[`, name)
	}
	require.Greater(t, len(asPNG(t, noise)), 180_000)
	require.Equal(t, 422, b.setPicture(asPNG(t, noise)).status, "too many bytes")
	require.Equal(t, 422, b.call("POST", "/api/profile-picture", fields{"picture": "data:image/png;base64,AAAA"}).status)
	require.Contains(t, b.profile().body, `"profile_picture":""`)
}
