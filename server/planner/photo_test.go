package planner_test

import (
	"bytes"
	"encoding/base64"
	"image"
	"image/jpeg"
	"image/png"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/menu/published"
	"sahn/server/planner"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// photo is what a camera makes, with a note beside the picture.
func photo(t *testing.T, wide, high int) string {
	t.Helper()
	m := image.NewRGBA(image.Rect(0, 0, wide, high))
	seed := uint32(1)
	for i := range m.Pix {
		if i%64 == 0 {
			seed = seed*1664525 + 1013904223
		}
		m.Pix[i] = byte(seed >> 24)
	}
	var b bytes.Buffer
	require.NoError(t, jpeg.Encode(&b, m, nil))
	note := append([]byte{0xFF, 0xE1, 0, 26}, "Exif\x00\x00GPS 25.2048 55.2708"[:24]...)
	return base64.StdEncoding.EncodeToString(append(append(append([]byte{}, b.Bytes()[:2]...), note...), b.Bytes()[2:]...))
}

func TestAPhotoIsDrawnAnewKeptOnceAndShownToAnybody(t *testing.T) {
	t.Parallel()
	d := sit(t)
	sent := planner.PhotoRequest{Picture: photo(t, 1400, 700)}
	kept, err := d.planner.HandlePhoto(t.Context(), d.cook, sent)
	require.NoError(t, err)
	again, err := d.planner.HandlePhoto(t.Context(), d.cook, sent)
	require.NoError(t, err)
	require.Equal(t, kept, again)
	require.Equal(t, 1, servertest.One[int](t, d.pool, "SELECT count(*) FROM meal_photos"))
	require.Equal(t, 1, servertest.One[int](t, d.pool, "SELECT count(*) FROM acts WHERE kind = 'photo.add' AND subject = $1", kept.Photo))

	menus := &published.Menus{Conn: d.pool}
	shown, err := menus.HandlePhoto(t.Context(), web.Caller{}, published.PhotoRequest{Hash: kept.Photo})
	require.NoError(t, err)
	require.LessOrEqual(t, len(shown.Body), 256<<10)
	require.NotContains(t, string(shown.Body), "GPS")
	require.NotContains(t, string(shown.Body), "Exif")
	shape, err := jpeg.DecodeConfig(bytes.NewReader(shown.Body))
	require.NoError(t, err)
	require.Equal(t, []int{1024, 512}, []int{shape.Width, shape.Height})
	_, err = menus.HandlePhoto(t.Context(), web.Caller{}, published.PhotoRequest{Hash: strings.Repeat("0", 32)})
	require.ErrorIs(t, err, fault.ErrNotFound)
}

func TestWhatIsNoPhotoIsRefusedAndLeavesNothing(t *testing.T) {
	t.Parallel()
	d := sit(t)
	var wide bytes.Buffer
	require.NoError(t, png.Encode(&wide, image.NewGray(image.Rect(0, 0, 4096, 1025))))
	for name, sent := range map[string]string{
		"a page": base64.StdEncoding.EncodeToString([]byte("<svg onload=alert(1)>")), "a data URL": "data:image/jpeg;base64,AAAA",
		"half": photo(t, 300, 300)[:400], "too many pixels": base64.StdEncoding.EncodeToString(wide.Bytes()),
		"too many bytes": photo(t, 40, 40) + strings.Repeat("A", 1<<21),
	} {
		_, err := d.planner.HandlePhoto(t.Context(), d.cook, planner.PhotoRequest{Picture: sent})
		require.ErrorIs(t, err, planner.ErrPhoto, name)
	}
	require.Zero(t, servertest.One[int](t, d.pool, "SELECT count(*) FROM meal_photos"))
}
