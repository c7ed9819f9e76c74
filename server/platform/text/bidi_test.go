package text

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func seen(text string) string { return string(Visual([]rune(text), false)) }

func TestArabicIsJoinedAndReadFromTheRight(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"فاتورة":   "\uFE93\uFEAD\uFEEE\uFE97\uFE8E\uFED3", // alef, waw and reh reach to nobody
		"سلام":     "\uFEE1\uFEFC\uFEB3",                   // lam and alef are one
		"لا":       "\uFEFB",
		"بيت":      "\uFE96\uFEF4\uFE91", // beginning, middle, end
		"مُحَمَّد": "\uFEAA\u0651\u064E\uFEE4\u064E\uFEA4\u064F\uFEE3",
	} {
		got := []rune(seen(text))
		if strings.ContainsRune(text, 0x0651) { // marks of one letter may stand in either order
			require.Len(t, got, len([]rune(want)), text)
			require.Equal(t, '\uFEAA', got[0])
			require.Equal(t, '\uFEE3', got[len(got)-1])
			continue
		}
		require.Equal(t, want, string(got), "%s became %U", text, got)
	}
}

func TestNumbersAndLatinWordsKeepTheirOrderAmongArabic(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"Sahn 2026-000123":    "Sahn 2026-000123",
		"ح 123 ح":             "\uFEA1 123 \uFEA1",
		"ح 2026-11":           "11-2026 \uFEA1", // by the rules: a number with a hyphen stands in a field of its own
		"Tower ح 12 ح, Dubai": "Tower \uFEA1 12 \uFEA1, Dubai",
		"Tower ح 12 خ, Dubai": "Tower \uFEA5 12 \uFEA1, Dubai", // the first one read stands at the right
		"ح (Sahn)":            "(Sahn) \uFEA1",
		"ح: AED 35.30":        "AED 35.30 :\uFEA1",
		"Sahn (ح)":            "Sahn (\uFEA1)",
		"5% ح":                "\uFEA1 5%",
	} {
		require.Equal(t, want, seen(text), "%q became %q", text, seen(text))
	}
}

func TestBracketsOpenTowardsWhatTheyHold(t *testing.T) {
	t.Parallel()
	require.Equal(t, "(\uFEA1) \uFEA5", seen("خ (ح)"))
}
