package carrier_test

import (
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"sahn/server/phone/carrier"
)

func TestANumberIsReadAsPeopleTypeItAndIsTheEmiratesWithoutACountry(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"050 123 4567": "+971501234567", "50-123-4567": "+971501234567", "+971 50 123 4567": "+971501234567",
		"00971501234567": "+971501234567", "971501234567": "+971501234567", "+971 (0)50 123 4567": "+971501234567",
		"٠٥٠١٢٣٤٥٦٧": "+971501234567", "\u202a+971 50 123 4567\u202c": "+971501234567", "+1 650 555 1234": "+16505551234",
		"00442071838750": "+442071838750", "+91 98765 43210": "+919876543210",
	} {
		got, err := carrier.Number(typed)
		require.NoError(t, err, typed)
		require.Equal(t, want, got, typed)
	}
	for _, typed := range []string{"", "04 123 4567", "+97141234567", "+971 50 123 456", "050 123 45678", "12345", "+0501234567", "call me",
		"+1650555123456789", "+971501234567;ext=1"} {
		_, err := carrier.Number(typed)
		require.ErrorIs(t, err, carrier.ErrNumber, typed)
	}
	require.Equal(t, "+971••••••567", carrier.Masked("+971501234567"))
	require.Empty(t, carrier.Masked("+97150"))
}

// Meta refuses texts that begin or end with a value or are too long, and a locked screen shows all of a message.
func TestATemplateCanBeRegisteredAndSaysNothingPrivate(t *testing.T) {
	t.Parallel()
	values := regexp.MustCompile(`\{\{([0-9]+)\}\}`)
	private := regexp.MustCompile(`(?i)AED|درهم|[0-9]|kcal|calor`)
	seen := map[string]bool{}
	for _, form := range carrier.Templates {
		require.Regexp(t, `^sahn_[a-z_]+$`, form.Name)
		require.False(t, seen[form.Name], form.Name)
		seen[form.Name] = true
		if form.Category == carrier.Code {
			require.Equal(t, 1, form.Values())
			continue
		}
		require.Equal(t, "UTILITY", form.Category)
		require.Regexp(t, `^/[a-z/]+$`, form.Path)
		for _, language := range []string{"en", "ar"} {
			text := form.In(language)
			found := values.FindAllStringSubmatch(text.Body, -1)
			require.Len(t, found, form.Values(), form.Name+" "+language)
			for i, one := range found {
				require.Equal(t, string(rune('1'+i)), one[1], "values are numbered in their order")
			}
			require.Len(t, form.Example[language], form.Values(), "an example for each value")
			require.LessOrEqual(t, form.Values(), 2, "no more than a week and a weekday")
			require.False(t, strings.HasPrefix(text.Body, "{{") || strings.HasSuffix(text.Body, "}}"), form.Name)
			require.NotRegexp(t, private, values.ReplaceAllString(text.Body, ""), form.Name)
			require.LessOrEqual(t, utf8.RuneCountInString(text.Body), 1024)
			require.LessOrEqual(t, utf8.RuneCountInString(text.Footer), 60)
			require.LessOrEqual(t, utf8.RuneCountInString(text.Button), 25)
			require.NotEmpty(t, text.Footer, "it says how to end them")
		}
	}
	require.True(t, seen[carrier.CodeTemplate])
	_, ok := carrier.Named("sahn_none")
	require.False(t, ok)
}
