package person_test

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

// reads is a browser in whose settings its person prefers a language.
func (p *place) reads(language string) *browser {
	b := p.browser()
	b.jar["lang"] = language
	return b
}

func (b *browser) language() string {
	b.place.t.Helper()
	var of struct{ Data struct{ Language string } }
	require.NoError(b.place.t, json.Unmarshal([]byte(b.profile().body), &of))
	return of.Data.Language
}

func TestANewAccountReadsTheLanguageOfItsRegistrationAndKeepsItUntilItsPersonChoosesAnother(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.reads("ar")
	require.Equal(t, 201, b.verify("noor@rahman.example", b.register("/api/client-register", cashClient("noor@rahman.example"))).status)
	require.Equal(t, "ar", b.language())

	require.Equal(t, "رمزك لإتمام التسجيل", p.letters("noor@rahman.example")[0].Subject, "letters come in it from the first code on")

	tablet := p.reads("en")
	require.Equal(t, 201, tablet.verify("noor@rahman.example", tablet.ask("noor@rahman.example")).status)
	tablet.register("/api/client-register", cashClient("noor@rahman.example"))
	require.Equal(t, "ar", tablet.language(), "neither another device nor another registration chooses for a known person")
	require.Equal(t, 422, tablet.call("PUT", "/api/profile-language", fields{"language": "fr"}).status)
	require.Equal(t, 200, tablet.call("PUT", "/api/profile-language", fields{"language": "en"}).status)
	require.Equal(t, "en", b.language())
	require.Equal(t, 401, p.browser().call("PUT", "/api/profile-language", fields{"language": "ar"}).status)

	cook := p.browser().signIn(sample.Sara)
	require.Equal(t, 200, cook.call("PUT", "/api/profile-language", fields{"language": "ar"}).status)
	require.Equal(t, "ar", cook.language(), "staff read their language too")
}

func TestALanguageIsThePersonsInAllTheirProfiles(t *testing.T) {
	t.Parallel()
	lina := settle(t).browser().signIn(sample.Lina)
	require.Equal(t, 200, lina.call("PUT", "/api/profile-language", fields{"language": "ar"}).status)
	require.Equal(t, 200, lina.switchTo(fields{}).status)
	require.Equal(t, "ar", lina.language())
}

func TestWhoWasInvitedReadsTheLanguageInWhichTheyAcceptAndTheBrowsersSettingCountsWithoutAChoice(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	arabic := []string{"Accept-Language", "ar-AE,ar;q=0.9,en;q=0.5"}
	accept := func(password string) {
		code := b.askReset(sample.Joel.Email)
		require.Equal(t, 200, b.call("POST", "/api/client/forgot-password/reset",
			fields{"email": sample.Joel.Email, "otp": code, "password": password}, arabic...).status)
	}
	accept(fresh)
	require.Equal(t, 201, b.login(sample.Joel.Email, fresh).status)
	require.Equal(t, "ar", b.language())
	require.Equal(t, 200, b.call("PUT", "/api/profile-language", fields{"language": "en"}).status)
	b = p.browser()
	accept(fresh + "!")
	require.Equal(t, 201, b.login(sample.Joel.Email, fresh+"!").status)
	require.Equal(t, "en", b.language(), "a new password is no new choice")
}
