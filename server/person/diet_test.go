package person_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

func (b *browser) eats(diets, avoid []string) reply {
	b.place.t.Helper()
	return b.call("POST", "/api/update-diet", fields{"diets": diets, "avoid": avoid})
}

func TestAPersonSaysWhatTheyEatAndWhatMustNotBeInIt(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Mariam)
	require.Contains(t, b.profile().body, `"diet":{"diets":[],"avoid":[],"label":false}`)
	got := b.eats([]string{"Vegetarian"}, []string{"sesame", " peanuts ", "sesame"})
	require.Equal(t, 200, got.status, got.body)
	require.Contains(t, got.body, `"diet":{"diets":["Vegetarian"],"avoid":["peanuts","sesame"],"label":false}`)
	require.JSONEq(t, got.body, b.profile().body)
	for name, bad := range map[string][2][]string{
		"nothing said": {nil, nil}, "an empty name": {{""}, {}}, "a line": {{}, {"pea\x00nuts"}},
		"a long name": {{}, {strings.Repeat("x", 41)}}, "too many": {{}, strings.Split(strings.Repeat("x,", 30)+"x", ",")},
	} {
		require.Equal(t, 422, b.eats(bad[0], bad[1]).status, name)
	}
	require.JSONEq(t, got.body, b.profile().body)
	require.Contains(t, b.eats([]string{}, []string{}).body, `"diet":{"diets":[],"avoid":[],"label":false}`)
}

func TestWhatSomebodyAvoidsStandsOnTheirLabelsOnlyWhenTheyWantIt(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Mariam)
	require.Equal(t, 200, b.eats([]string{}, []string{"lupin"}).status)
	require.Contains(t, b.profile().body, `"label":false`)
	require.Equal(t, 200, b.call("POST", "/api/update-diet", fields{"diets": []string{}, "avoid": []string{"lupin"}, "label": true}).status)
	require.Contains(t, b.profile().body, `"label":true`)
	require.Equal(t, 200, b.eats([]string{}, []string{"lupin"}).status, "an app that does not know the question")
	require.Contains(t, b.profile().body, `"label":false`)
}

func TestADietIsOfThePersonInAllTheirProfilesAndOfNobodyElse(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser().signIn(sample.Lina)
	require.Equal(t, 200, b.eats([]string{}, []string{"lupin"}).status)
	require.Equal(t, 200, b.switchTo(fields{}).status)
	require.Contains(t, b.profile().body, `"avoid":["lupin"]`)
	for _, other := range []sample.Person{sample.Mariam, sample.Omar} {
		require.NotContains(t, p.browser().signIn(other).profile().body, "lupin")
	}
	require.Equal(t, 401, p.browser().eats([]string{}, []string{}).status)
}
