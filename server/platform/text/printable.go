package text

import (
	"strings"
	"unicode"
)

// Printable is a text without invisible characters. Characters beyond the basic plane, which the fonts of our documents do not have,
// become the replacement character.
func Printable(text string) []rune {
	return []rune(strings.Map(func(r rune) rune {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
			return ' '
		case r == '−': // a real minus sign, which no font here has
			return '–'
		case unicode.Is(unicode.Cf, r) || unicode.IsControl(r):
			return -1
		case r > 0xFFFD || r >= 0xD800 && r < 0xF900:
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD")))
}

// IsArabic reports whether a font for Arabic has a character, and one for Latin letters does not.
func IsArabic(r rune) bool {
	// The comma and the question mark belong to the script "Common" in Unicode.
	return unicode.Is(unicode.Arabic, r) || r == tatweel || vowel(r) || r >= 0x060C && r <= 0x061F
}
