package pdf

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

var at = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// draws lets a drawing run and tells what was placed.
func draws(t *testing.T, do func(d *Doc)) (placed []Placed, pdf []byte) {
	t.Helper()
	d := New("Test", "Sahn", at)
	d.Watch(func(p Placed) { placed = append(placed, p) })
	d.Page(A4)
	do(d)
	pdf, err := d.Bytes()
	require.NoError(t, err)
	return placed, pdf
}

func TestTextStaysInItsWidthAndEndsWithAnEllipsis(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("Abdulrahman Al Maktoum of the Harbour Line ", 5)
	arabicLong := strings.Repeat("شركة خط الميناء للخدمات اللوجستية ", 5)
	for _, s := range []Style{{Size: 9}, {Size: 9, Align: Right}, {Size: 24, Bold: true, Align: Centre}} {
		placed, _ := draws(t, func(d *Doc) {
			d.Text(20, 20, 60, s, long)
			d.Text(20, 40, 60, s, arabicLong)
			d.Text(20, 60, 60, s, "short")
			d.Text(20, 80, 1, s, "nothing fits here")
		})
		require.Len(t, placed, 3)
		for _, p := range placed {
			require.GreaterOrEqual(t, p.X, 20-1e-9)
			require.LessOrEqual(t, p.X+p.Width, 80+1e-9, p.Text)
		}
		require.True(t, strings.HasSuffix(placed[0].Text, "…"), placed[0].Text)
		require.True(t, strings.HasPrefix(placed[1].Text, "…"), "an Arabic line ends at the left")
		require.Greater(t, placed[0].Width, 40.0, "as much as fits is shown")
		require.Equal(t, "short", placed[2].Text)
	}
}

func TestMoneyOfAColumnEndsAtOneEdge(t *testing.T) {
	t.Parallel()
	placed, _ := draws(t, func(d *Doc) {
		for i, m := range []string{"1.00", "13,280.00", "−60.00"} {
			d.Text(100, 20+float64(i)*6, 30, Style{Size: 9, Align: Right}, m)
		}
	})
	for _, p := range placed {
		require.InDelta(t, 130, p.X+p.Width, 1e-6)
	}
}

func TestAParagraphBreaksAtWordsAndLeavesNothingOut(t *testing.T) {
	t.Parallel()
	text := "Harbour Tower, Level 12, Business Bay, Dubai, United Arab Emirates"
	placed, _ := draws(t, func(d *Doc) {
		y := d.Paragraph(20, 20, 40, Style{Size: 9}, 0, text)
		require.Greater(t, y, 20+2*Style{Size: 9}.LineHeight())
	})
	all := ""
	for _, p := range placed {
		all += p.Text + " "
	}
	require.Equal(t, text+" ", all)
	placed, _ = draws(t, func(d *Doc) { d.Paragraph(20, 20, 40, Style{Size: 9}, 2, text) })
	require.Len(t, placed, 2)
	require.True(t, strings.HasSuffix(placed[1].Text, "…"))
}

func TestATableRepeatsItsTitlesAndNoRowsOverlap(t *testing.T) {
	t.Parallel()
	placed, _ := draws(t, func(d *Doc) {
		table := d.Table(Table{X: 15, Size: 9, Row: 7, Bottom: 280, Next: func() float64 { d.Page(A4); return 20 },
			Columns: []Column{{Titles: []string{"Person", "الشخص"}, Width: 60}, {Titles: []string{"Total", "المجموع"}, Width: 30, Align: Right}}},
			100)
		for i := range 90 {
			table.Add(Cell{Text: fmt.Sprintf("Person %d with a name that is much longer than its column is wide", i), Under: "below"},
				Cell{Text: "20.00", Bold: true})
		}
		d.OnEveryPage(func(page, of int) {
			d.Text(15, 285, 180, Style{Size: 8, Align: Right}, fmt.Sprintf("%d / %d", page, of))
		})
	})
	titles, last, pages := 0, map[int]float64{}, 0
	for _, p := range placed {
		if p.Text == "Person" {
			titles++
		}
		if strings.HasPrefix(p.Text, "Person ") {
			require.Less(t, p.Y, 280.0)
			require.Greater(t, p.Y, last[p.Page], "a row stands below the one before")
			require.LessOrEqual(t, p.X+p.Width, 15+60.0, "and keeps off the next column")
			last[p.Page] = p.Y
		}
		pages = max(pages, p.Page)
	}
	require.Equal(t, pages, titles)
	require.GreaterOrEqual(t, pages, 3)
	require.Equal(t, fmt.Sprintf("%d / %d", pages, pages), placed[len(placed)-1].Text)
}

func TestTheSameDocumentIsTheSameBytes(t *testing.T) {
	t.Parallel()
	draw := func(d *Doc) {
		d.Text(20, 20, 100, Style{Size: 12, Bold: true}, "Tax Invoice فاتورة ضريبية 🍱 日本")
		d.QR(20, 40, 30, "https://lunch.example/i/2026-000123")
		d.Page(Size{Width: 80, Height: 50})
		d.Text(5, 5, 70, Style{Size: 9}, "roll")
	}
	_, one := draws(t, draw)
	_, two := draws(t, draw)
	require.True(t, bytes.Equal(one, two))
	require.True(t, bytes.HasPrefix(one, []byte("%PDF-1.")))
	require.Less(t, len(one), 100_000, "of the fonts only what is used goes along")
}

func TestALineOfAnArabicTextMayBeginWithANumberOrALatinWord(t *testing.T) {
	t.Parallel()
	placed, _ := draws(t, func(d *Doc) {
		d.Text(20, 20, 100, Style{Size: 9, Align: Right, FromRight: true}, "INV-1: ح")
		d.Text(20, 30, 100, Style{Size: 9, Align: Right}, "INV-1: ح")
		d.Text(20, 40, 100, Style{Size: 9, FromRight: true}, "lotus root،")
	})
	require.Equal(t, []string{"\uFEA1 :INV-1", "INV-1: \uFEA1", "،lotus root"}, []string{placed[0].Text, placed[1].Text, placed[2].Text})
	require.Equal(t, "INV-1: ح", placed[0].Said)
}

func TestAWholeCellIsNeverCutAndItsRowGrows(t *testing.T) {
	t.Parallel()
	long := "peanuts, nuts, dairy, egg, gluten, fish, shellfish, molluscs, soy, sesame"
	placed, _ := draws(t, func(d *Doc) {
		table := d.Table(Table{X: 15, Size: 9, Row: 7, Bottom: 280, Columns: []Column{{Width: 40}}}, 20)
		table.Add(Cell{Text: long, Under: "one\ntwo", Whole: true})
		table.Add(Cell{Text: "next"})
	})
	all, below := "", 0.0
	for _, p := range placed {
		require.Greater(t, p.Y, below)
		all, below = all+p.Said+" ", p.Y
	}
	require.Equal(t, long+" one two next ", all)
}
