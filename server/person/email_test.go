package person_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"sahn/server/person"
	"sahn/server/platform/fault"
)

func TestAnAddressHasOneForm(t *testing.T) {
	t.Parallel()
	for typed, want := range map[string]string{
		"a@b.example":                   "a@b.example",
		"a@münchen.example":             "a@xn--mnchen-3ya.example",
		"a@XN--MNCHEN-3YA.example":      "a@xn--mnchen-3ya.example",
		"a@MU\u0308NCHEN.example":       "a@xn--mnchen-3ya.example",
		"é@غداء.امارات":                 "é@xn--ggblx7b.xn--mgbaam7a8h",
		"  A@B.Example\r\n":             "a@b.example",
		"a+lunch@b.example":             "a+lunch@b.example",
		"Ａ＠ｂ．ｅｘａｍｐｌｅ":                   "a@b.example",
		"𝓜ariam@b.example":              "mariam@b.example",
		"e\u0301@b.example":             "é@b.example",
		"É@b.example":                   "é@b.example",
		"o'neill@b-c.example":           "o'neill@b-c.example",
		"\u00a0a@b.example":             "a@b.example",
		strings.Repeat("a", 5) + "@b.c": "aaaaa@b.c",
	} {
		got, err := person.Canonical(typed)
		require.NoError(t, err, "%q", typed)
		require.Equal(t, want, got, "%q", typed)
	}
}

func TestWhatIsNoAddressIsRefused(t *testing.T) {
	t.Parallel()
	for _, typed := range []string{
		"", " ", "a", "a@", "@b.example", "a@b", "a b@c.example", "a@b@c.example", "a@b..example", "a@.example", "a@b.example.",
		"a@b.example,c@d.example", "a@b.example\nBcc: c@d.example", "<a@b.example>", "A <a@b.example>", "a\x00@b.example", `"a"@b.example`,
		"a@b.exa mple", "a;b@c.example", "a\u202eb@c.example", "a\u200b@b.example", "a@b\u2066.example", "a\u00ad@b.example",
		"a@xn--a.example", "a@xn--mnchen-3y!.example", "a\u0085@b.example", "a\ue000@b.example", strings.Repeat("a", 250) + "@b.example",
	} {
		_, err := person.Canonical(typed)
		require.Error(t, err, "%q", typed)
		require.Contains(t, fault.As(err).Fields, "email")
	}
}

func TestTheFormOfAFormIsItself(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		typed := rapid.String().Draw(t, "local") + rapid.SampledFrom([]string{"@", "＠", "﹫"}).Draw(t, "at") +
			rapid.String().Draw(t, "host") + ".example"
		once, err := person.Canonical(typed)
		if err != nil {
			return
		}
		twice, err := person.Canonical(once)
		if err != nil || once != twice {
			t.Fatalf("%q became %q, then %q (%v)", typed, once, twice, err)
		}
	})
}
