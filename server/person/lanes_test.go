package person_test

import (
	"fmt"
	"maps"
	"net/netip"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/gofiber/fiber/v3"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/local"
	"sahn/server/dev/sample"
)

// attempts are the ways in that strangers may try.
var attempts = map[string]struct {
	path string
	body fields
	full int // what a caller hears who is not held up
}{
	"codes":     {"/api/login-otp", fields{}, 200},
	"passwords": {"/api/profile-login", fields{"password": "hunter-2"}, 401},
	"operators": {"/api/kitchen/login", fields{"password": "hunter-2"}, 401},
}

// besiege tries one way in for an address from as many networks as it takes, until strangers have to wait.
func (p *place) besiege(app *fiber.App, how, email string) {
	p.t.Helper()
	for i := 0; ; i++ {
		got := p.stranger(app, how, email, at(10_000+i*211))
		if got.status == 429 {
			require.NotEmpty(p.t, got.header.Get("Retry-After"))
			return
		}
		require.Less(p.t, i, 50, how)
	}
}

func (p *place) stranger(app *fiber.App, how, email, ip string) reply {
	p.t.Helper()
	return p.browserOn(app).tryIn(how, email, ip)
}

func (b *browser) tryIn(how, email, ip string) reply {
	b.place.t.Helper()
	body := maps.Clone(attempts[how].body)
	body["email"] = email
	return b.call("POST", attempts[how].path, body, "X-Forwarded-For", ip)
}

func TestOneAddressCannotCloseSignInForEverybody(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.behind("")
	for how, one := range attempts {
		// A thousand addresses of one provider's customer: a /48 is one network.
		refused := 0
		for i := range 60 {
			got := p.stranger(app, how, fmt.Sprintf("somebody%d@nowhere.example", i), fmt.Sprintf("2001:db8:7:%x::1", i))
			require.Equal(t, one.full, got.status, how)
		}
		p.exec("UPDATE attempts_made SET n = 100000 WHERE key LIKE '%:net:2001:db8:7::/48'")
		for i := range 5 {
			if p.stranger(app, how, fmt.Sprintf("more%d@nowhere.example", i), fmt.Sprintf("2001:db8:7:a%x::1", i)).status == 429 {
				refused++
			}
		}
		require.Equal(t, 5, refused, how)
		require.Equal(t, one.full, p.stranger(app, how, sample.Omar.Email, "203.0.113.9").status, "everybody else comes in")
	}
	require.Equal(t, 3, p.count("attempts_made WHERE key LIKE '%:all' AND n = 61"), "who is refused for where they are counts for nobody else")
}

func TestAFullLimitOfAllRefusesOnlyNetworksThatNobodySignsInFrom(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.behind("")
	mine := p.browserOn(app)
	require.Equal(t, 201, mine.login(sample.Mariam.Email, sample.Password, "X-Forwarded-For", "192.0.2.10").status)
	p.stranger(app, "codes", "nobody@nowhere.example", "198.51.100.1")
	p.exec("UPDATE attempts_made SET n = 10000 WHERE key = 'ask:all'")
	for range 2 {
		got := p.stranger(app, "codes", sample.Omar.Email, "198.51.100.2")
		require.Equal(t, 429, got.status)
		require.NotEmpty(t, got.header.Get("Retry-After"))
	}
	require.Zero(t, p.count("challenges WHERE person_id = $1", sample.Omar.ID), "and no code was promised")
	require.Equal(t, 200, p.stranger(app, "codes", sample.Omar.Email, "192.0.2.77").status, "a colleague of hers, in the same office")
	require.Equal(t, 200, mine.call("POST", "/api/login-otp", fields{"email": sample.Mariam.Email}, "X-Forwarded-For", "198.51.100.3").status,
		"herself, with her own phone, wherever she is")
	require.Equal(t, 1, p.count("attempts_made WHERE key = 'full:ask' AND n = 2"), "how many were turned away is kept")
}

func TestWhoSignedInHereBeforeIsNotHeldUpByStrangers(t *testing.T) {
	t.Parallel()
	for how := range attempts {
		t.Run(how, func(t *testing.T) {
			t.Parallel()
			p := settle(t)
			app := p.behind("")
			who := sample.Mariam
			if how == "operators" {
				who = sample.Sara
			}
			mine := p.browserOn(app).signIn(who)
			if how != "operators" {
				require.Equal(t, 200, mine.call("POST", "/api/profile-logout", nil).status)
				mine.call("GET", "/sanctum/csrf-cookie", nil)
			}
			p.besiege(app, how, who.Email)
			switch how {
			case "codes":
				mine.verify(who.Email, mine.ask(who.Email))
			case "passwords":
				require.Equal(t, 201, mine.login(who.Email, sample.Password).status)
			case "operators":
				mine.signIn(who)
			}
			require.Contains(t, mine.profile().body, who.Email)
			require.Equal(t, 429, p.stranger(app, how, who.Email, "192.0.2.99").status, "the control: a browser that nobody knows waits")
			other := p.browserOn(app)
			other.jar["sahn_device"] = "guessed"
			require.Equal(t, 429, other.tryIn(how, who.Email, "192.0.2.98").status, "and so does one that says that it is known")
		})
	}
}

// The eaters' sign-in does not close the operators'.
func TestWrongPasswordsAtTheEatersSignInLeaveAnOperatorAlone(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.behind("")
	p.besiege(app, "passwords", sample.Sara.Email)
	p.browserOn(app).signIn(sample.Sara)
}

var mineLink = regexp.MustCompile(`/login#mine=(\S+)`)

// tried are the letters that tell somebody that strangers try.
func (p *place) tried() (all []local.Mail) {
	p.t.Helper()
	for _, m := range p.deliver() {
		if m.Subject == "Somebody tries to sign in with your address" {
			all = append(all, m)
		}
	}
	return all
}

// Nobody closes the operators' only door: whoever is shut out in a new browser comes in by their mailbox.
func TestAnOperatorWhoIsShutOutIsToldAndComesInByTheLinkInThatLetter(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.behind("")
	p.besiege(app, "operators", sample.Sara.Email)
	letters := p.tried()
	require.Len(t, letters, 1)
	require.Equal(t, []string{sample.Sara.Email}, letters[0].To)
	require.Contains(t, letters[0].Text, own+"/kitchen/login#mine=", "their own page")
	b := p.browserOn(app)
	require.Equal(t, 429, b.tryIn("operators", sample.Sara.Email, "192.0.2.99").status)
	token := mineLink.FindStringSubmatch(letters[0].Text)[1]
	require.Equal(t, 200, b.call("POST", "/api/own-browser", fields{"token": token}).status)
	b.signIn(sample.Sara)
	require.Equal(t, 429, p.stranger(app, "operators", sample.Sara.Email, "192.0.2.98").status, "strangers go on waiting")
}

func TestTheOwnerIsToldOnceADayAndComesInByTheLinkInThatLetter(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.behind("")
	p.besiege(app, "codes", "nobody@nowhere.example")
	require.Empty(t, p.tried(), "there is nobody to tell")
	p.besiege(app, "codes", sample.Mariam.Email)
	p.besiege(app, "passwords", sample.Mariam.Email)
	letters := p.tried()
	require.Len(t, letters, 1)
	require.Equal(t, []string{sample.Mariam.Email}, letters[0].To)
	token := mineLink.FindStringSubmatch(letters[0].Text)[1]
	b := p.browserOn(app)
	require.Equal(t, 429, b.login(sample.Mariam.Email, sample.Password).status)
	require.Equal(t, 422, b.call("POST", "/api/own-browser", fields{"token": token[:len(token)-2] + "xx"}).status)
	require.Equal(t, 429, b.login(sample.Mariam.Email, sample.Password).status)
	require.Equal(t, 200, b.call("POST", "/api/own-browser", fields{"token": token}).status)
	require.Equal(t, 401, b.profile().status, "the link signs nobody in")
	require.Equal(t, 201, b.login(sample.Mariam.Email, sample.Password).status)

	p.clock.Move(24 * time.Hour)
	require.Contains(t, p.browserOn(app).call("POST", "/api/own-browser", fields{"token": token}).body, `"link_old"`)
	p.besiege(app, "passwords", sample.Mariam.Email)
	require.Len(t, p.tried(), 2, "and once more on the next day")
}

// What strangers with any number of addresses get out of a day and of a year, when each asks as soon as they may: a code has a million
// values and five tries.
func TestGuessingFromEverywhereIsHopeless(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.newServer(p.newPeople(""), netip.MustParsePrefix("0.0.0.0/0"))
	for how, most := range map[string]int{"codes": 28, "passwords": 92} {
		got, start := 0, p.clock.Now()
		for i := 0; p.clock.Now().Before(start.Add(24 * time.Hour)); i++ {
			said := p.stranger(app, how, sample.Omar.Email, at(i*211))
			if said.status != 429 {
				got++
				continue
			}
			wait, err := strconv.Atoi(said.header.Get("Retry-After"))
			require.NoError(t, err)
			p.clock.Move(time.Duration(wait) * time.Second)
		}
		require.LessOrEqual(t, got, most, how)
		require.Greater(t, got, most/2, "they did try: %s", how)
	}
}

func TestALostPhoneAndANewPasswordEndTheLaneOfABrowser(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.behind("")
	phone, laptop := p.browserOn(app).signIn(sample.Mariam), p.browserOn(app).signIn(sample.Mariam)
	known := func() int { return p.count("known_devices WHERE person_id = $1", sample.Mariam.ID) }
	require.Equal(t, 2, known())
	require.Equal(t, 200, laptop.call("DELETE", fmt.Sprintf("/api/devices/%x", phone.caller().Session), nil).status)
	require.Equal(t, 1, known())
	other := p.browserOn(app).signIn(sample.Mariam)
	require.Equal(t, 2, known())
	require.Equal(t, 200, other.changePassword(sample.Password, fresh).status)
	require.Equal(t, 1, known(), "only the browser in which it was changed")
}

// A cookie that somebody else put into a browser does not stand for its person afterwards.
func TestAPlantedDeviceCookieIsNotTheVictimsAfterTheySignIn(t *testing.T) {
	t.Parallel()
	p := settle(t)
	app := p.behind("")
	attacker, victim := p.browserOn(app).signIn(sample.Omar), p.browserOn(app)
	victim.jar["sahn_device"] = attacker.jar["sahn_device"]
	victim.signIn(sample.Mariam)
	require.NotEqual(t, attacker.jar["sahn_device"], victim.jar["sahn_device"])
	require.Equal(t, 3, p.count("known_devices"), "Omar in both, Mariam in hers alone")
	before := victim.jar["sahn_device"]
	victim.signIn(sample.Mariam)
	require.Equal(t, before, victim.jar["sahn_device"], "a known browser keeps its cookie")
}
