package signon_test

import (
	"encoding/json"
	"maps"
	"os"
	"testing"
	"time"

	"github.com/go-jose/go-jose/v4"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
	"sahn/server/dev/servertest"
	"sahn/server/person"
	"sahn/server/platform/db"
	"sahn/server/platform/keys"
	"sahn/server/signon"
)

func TestAnAdminSwitchesOnOnlyWhatTheyCameInWithThemselves(t *testing.T) {
	t.Parallel()
	p := settle(t)
	ctx := t.Context()
	on := func() (signon.SettingReply, error) {
		return p.signOns.HandleSwitch(ctx, p.admin, signon.SwitchRequest{On: true})
	}
	for issuer, secret := range map[string]string{"http://login.example": "x", "https://a:b@login.example": "x", "ftp://login.example": "x",
		"https://login.example?x=1": "x", "login.example": "x", p.provider.Issuer: ""} {
		require.Equal(t, "invalid", p.reason(p.signOns.HandleSet(ctx, p.admin,
			signon.SettingRequest{Issuer: issuer, ClientID: "sahn", Secret: secret})), issuer)
	}
	got, err := p.signOns.HandleSet(ctx, p.admin,
		signon.SettingRequest{Issuer: p.provider.Issuer, ClientID: "sahn", Secret: "the-client-secret"})
	require.NoError(t, err)
	require.Equal(t, "https://app.example/sign-on/"+sample.Harbour.ID, got.Data.Redirect)
	require.Zero(t, p.count("sign_ons WHERE position('the-client-secret'::bytea IN secret) > 0"), "the secret is sealed")
	require.Equal(t, "sign_on_domains", p.reason(on()))
	require.Equal(t, "sign_on_record", p.reason(p.signOns.HandleDomain(ctx, p.admin, signon.DomainRequest{Domain: domain})))
	require.Equal(t, "not_found", p.reason(p.signOns.HandleDomain(ctx, p.admin, signon.DomainRequest{Domain: "qasrhotels.example"})))
	p.set()
	require.Equal(t, "sign_on_untried", p.reason(on()))
	require.Equal(t, "sign_on_none", p.reason(p.signOns.HandleStart(ctx, browser(), signon.StartRequest{Email: "a@" + domain})))

	// An address that would not come in is shown, and leaves it untried.
	start, err := p.signOns.HandleTry(ctx, p.admin, signon.Nothing{})
	require.NoError(t, err)
	tried, err := p.signOns.HandleTried(ctx, p.admin, p.chosen(start, p.is("away", "me@elsewhere.example", nil)))
	require.NoError(t, err)
	require.Equal(t, "me@elsewhere.example", tried.Data.Email)
	require.False(t, tried.Data.Fits)
	require.Equal(t, "sign_on_untried", p.reason(on()))

	// What an admin tries signs nobody in, and is no other admin's.
	start, err = p.signOns.HandleTry(ctx, p.admin, signon.Nothing{})
	require.NoError(t, err)
	require.Equal(t, "sign_on_over", p.reason(p.signOns.HandleFinish(ctx, p.admin, p.chosen(start, "1"))))
	start, err = p.signOns.HandleTry(ctx, p.admin, signon.Nothing{})
	require.NoError(t, err)
	other := p.adminOf(sample.Harbour)
	other.Browser = p.admin.Browser
	require.Equal(t, "sign_on_over", p.reason(p.signOns.HandleTried(ctx, other, p.chosen(start, "1"))))

	p.switchOn(false)
	require.Equal(t, 1, p.count("acts WHERE kind = 'company.sign_on_switch' AND profile_id = $1", p.admin.ProfileID))
	got, err = p.signOns.HandleSet(ctx, p.admin, signon.SettingRequest{Issuer: p.provider.Issuer, ClientID: "other"})
	require.NoError(t, err)
	require.False(t, got.Data.On, "new settings are off until they are tried")

	qasr := p.adminOf(sample.Qasr)
	servertest.Do(t, p.pool, "UPDATE companies SET allowed_domains = '{harbourline.example}' WHERE id = $1", sample.Qasr.ID)
	theirs, err := p.signOns.HandleSetting(ctx, qasr, signon.Nothing{})
	require.NoError(t, err)
	require.NotEqual(t, got.Data.Domains[0].Value, theirs.Data.Domains[0].Value)
	require.Equal(t, "sign_on_record", p.reason(p.signOns.HandleDomain(ctx, qasr, signon.DomainRequest{Domain: domain})))
	p.dns["_sahn."+domain+"."] = []string{theirs.Data.Domains[0].Value}
	require.Equal(t, "sign_on_taken", p.reason(p.signOns.HandleDomain(ctx, qasr, signon.DomainRequest{Domain: domain})))
}

func TestWhomTheProviderVouchesForIsInAndStaysTheSamePerson(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.switchOn(false)
	fresh := p.is("s-1", "fresh@"+domain, nil)
	profile := p.in(p.comes(fresh))
	require.Equal(t, 1, p.count("profiles WHERE id = $1 AND client_type = 'Employee' AND status = 'Active'", profile))
	require.Equal(t, 1, p.count("persons WHERE email = 'fresh@harbourline.example' AND name = 'Somebody New'"))
	require.Equal(t, 1, p.count("acts WHERE kind = 'member.sign_on' AND subject = $1", profile))
	require.Equal(t, profile, p.in(p.comes(fresh)))

	// A member of before is linked, and has no second account.
	require.Equal(t, sample.MariamHarbour.ID, p.in(p.comes(p.is("s-2", sample.Mariam.Email, nil))))
	require.Equal(t, 1, p.count("profiles WHERE person_id = $1", sample.Mariam.ID))

	// Who gets another address stays who they are, and whoever gets their address does not become them.
	require.Equal(t, profile, p.in(p.comes(p.is("s-1", sample.Mariam.Email, nil))))
	require.Equal(t, "sign_on_other", p.reason(p.comes(p.is("s-3", sample.Mariam.Email, nil))))

	servertest.Do(t, p.pool, "UPDATE profiles SET status = 'Suspended' WHERE id = $1", profile)
	require.Equal(t, "sign_on_out", p.reason(p.comes(fresh)))
}

func TestAProviderSpeaksForThePeopleOfItsCompanyAlone(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.switchOn(false)
	at := func(email string) string { return p.is("of-"+email, email, nil) }
	servertest.Do(t, p.pool, "UPDATE persons SET email = 'sara@harbourline.example' WHERE id = $1", sample.Sara.ID)
	require.Equal(t, "sign_on_elsewhere", p.reason(p.comes(at("sara@"+domain))))
	colleague := servertest.Eater(t, p.pool, sample.Qasr)
	servertest.Do(t, p.pool, "UPDATE persons SET email = 'both@harbourline.example' WHERE id = $1", colleague.PersonID)
	require.Equal(t, "sign_on_elsewhere", p.reason(p.comes(at("both@"+domain))))
	member := at("later@" + domain)
	p.in(p.comes(member))
	servertest.Do(t, p.pool, `UPDATE profiles SET person_id = (SELECT id FROM persons WHERE email = 'later@harbourline.example')
		WHERE id = $1`, colleague.ProfileID)
	require.Equal(t, "sign_on_elsewhere", p.reason(p.comes(member)), "also who became somebody else's since")
	linked := servertest.One[string](t, p.pool, "SELECT profile_id FROM sign_on_subjects WHERE subject = 'of-later@harbourline.example'")
	person := servertest.One[string](t, p.pool, "SELECT person_id FROM profiles WHERE id = $1", linked)
	_, err := db.New(p.pool).ProfileToSwitchTo(t.Context(), person, linked, "")
	require.True(t, db.None(err), "nor does a session from before lead to the other company")
	other, err := db.New(p.pool).ProfileToSwitchTo(t.Context(), person, colleague.ProfileID, "")
	require.NoError(t, err)
	require.Equal(t, linked, other.ID, "the way back is open")
}

func TestWhatLargeProvidersSayIsUnderstood(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.switchOn(false)
	content, err := os.ReadFile("testdata/providers.json")
	require.NoError(t, err)
	var cases []struct {
		Provider, Refused string
		Claims            map[string]any
		Code              bool
	}
	require.NoError(t, json.Unmarshal(content, &cases))
	require.NotEmpty(t, cases)
	for _, c := range cases {
		p.provider.People = nil
		as := p.is("", "", c.Claims)
		switch {
		case c.Refused != "":
			require.Equal(t, c.Refused, p.reason(p.comes(as)), c.Provider)
		case c.Code:
			require.Equal(t, "sign_on_prove", p.reason(p.comes(as)), c.Provider)
		default:
			p.in(p.comes(as))
		}
	}
}

// A provider that lets its people name further addresses of their mailbox brings them no second company share.
func TestAProviderMakesNoSecondEmployeeOfOneMailbox(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.switchOn(false)
	alias := "mariam+lunch@" + domain
	require.Equal(t, "mailbox_taken", p.reason(p.comes(p.is("alias", alias, nil))))
	require.Zero(t, p.count("profiles pr JOIN persons p ON p.id = pr.person_id WHERE p.email = '"+alias+"' AND pr.status = 'Active'"))
	require.NotEqual(t, sample.MariamHarbour.ID, p.in(p.comes(p.is("another", "mariam.lunch@"+domain, nil))), "the control: another mailbox")
}

func TestAMailboxOfWhichTheProviderIsNotSureIsProvedOnceByACode(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.switchOn(false)
	as := p.is("entra", sample.Mariam.Email, map[string]any{"email_verified": nil})
	who := browser()
	back := p.chosen(p.starts(who), as)
	_, err := p.signOns.HandleFinish(t.Context(), who, back)
	require.Equal(t, "sign_on_prove", p.reason(nil, err))
	prove := func(who [32]byte, code string) (person.SignedIn, error) {
		asker := browser()
		asker.Browser = who[:]
		return p.signOns.HandleProve(t.Context(), asker, signon.ProveRequest{State: back.State, OTP: code})
	}
	code := p.mailed(sample.Mariam.Email)
	require.Equal(t, "sign_on_over", p.reason(prove([32]byte{1}, code)), "in another browser")
	allow := func(domains ...string) {
		servertest.Do(t, p.pool, "UPDATE companies SET allowed_domains = $2 WHERE id = $1", sample.Harbour.ID, domains)
	}
	allow("elsewhere.example")
	require.Equal(t, "sign_on_over", p.reason(prove([32]byte(who.Browser), code)), "of a domain that is the company's no more")
	allow(domain)
	wrong := "0" + code[1:]
	if wrong == code {
		wrong = "1" + code[1:]
	}
	require.Equal(t, "code_wrong", p.reason(prove([32]byte(who.Browser), wrong)))
	require.Equal(t, sample.MariamHarbour.ID, p.in(prove([32]byte(who.Browser), code)))
	require.Equal(t, sample.MariamHarbour.ID, p.in(p.comes(as)), "the next time there is no code")
}

func TestWhoSignsInByAnotherAddressOfTheDirectorysIsTheOneWhomItTellsOf(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.switchOn(false)
	told := func(userName, mail string) string {
		who := servertest.Eater(t, p.pool, sample.Harbour)
		servertest.Do(t, p.pool, "UPDATE persons SET email = $2 WHERE id = $1", who.PersonID, mail)
		servertest.Do(t, p.pool, `INSERT INTO directory_users (profile_id, company_id, user_name, told, made_at, changed_at)
			VALUES ($1, $2, $3, jsonb_build_object('emails', jsonb_build_array(jsonb_build_object('value', $4::text))), now(), now())`,
			who.ProfileID, sample.Harbour.ID, userName, "Also."+mail)
		return who.ProfileID
	}
	omar := told("U1@harbourline.example", "n-omar@harbourline.example")
	require.Equal(t, omar, p.in(p.comes(p.is("s-1", "u1@"+domain, nil))), "by user name")
	rana := told("u2@harbourline.example", "n-rana@harbourline.example")
	require.Equal(t, rana, p.in(p.comes(p.is("s-2", "also.n-rana@"+domain, nil))), "by an address that it told")

	// Only where the mailbox is proved, and only where nobody else has the address.
	zain := told("u3@harbourline.example", "n-zain@harbourline.example")
	who := browser()
	back := p.chosen(p.starts(who), p.is("s-3", "u3@"+domain, map[string]any{"email_verified": nil}))
	require.Equal(t, "sign_on_prove", p.reason(p.signOns.HandleFinish(t.Context(), who, back)))
	require.Zero(t, p.count("sign_on_subjects WHERE subject = 's-3'"))
	got, err := p.signOns.HandleProve(t.Context(), who, signon.ProveRequest{State: back.State, OTP: p.mailed("u3@" + domain)})
	require.Equal(t, zain, p.in(got, err))
	told(sample.Mariam.Email, "n-other@harbourline.example")
	require.Equal(t, sample.MariamHarbour.ID, p.in(p.comes(p.is("s-4", sample.Mariam.Email, nil))))
	servertest.Do(t, p.pool, "UPDATE directory_users SET gone_at = now() WHERE profile_id = $1",
		told("u5@harbourline.example", "n-gone@harbourline.example"))
	require.NotEqual(t, "n-gone@harbourline.example", servertest.One[string](t, p.pool,
		"SELECT p.email FROM profiles pr JOIN persons p ON p.id = pr.person_id WHERE pr.id = $1", p.in(p.comes(p.is("s-5", "u5@"+domain, nil)))))
	sami := told("u6@harbourline.example", "n-sami@harbourline.example")
	servertest.Do(t, p.pool, "UPDATE profiles SET status = 'Suspended' WHERE id = $1", sami)
	require.Equal(t, "sign_on_out", p.reason(p.comes(p.is("s-6", "u6@"+domain, nil))), "who left stays out by either address")
}

func TestWhatNoHonestProviderSaysLetsNobodyIn(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.switchOn(false)
	ctx := t.Context()
	as := p.is("s-1", sample.Mariam.Email, nil)
	says := func(change map[string]any) func(map[string]any) (string, error) {
		return func(claims map[string]any) (string, error) {
			claims = maps.Clone(claims)
			for name, value := range change {
				if claims[name] = value; value == nil {
					delete(claims, name)
				}
			}
			return p.provider.Sign(claims)
		}
	}
	at := func(d time.Duration) int64 { return p.clock.Now().Add(d).Unix() }
	signed := func(algorithm jose.SignatureAlgorithm, key any) func(map[string]any) (string, error) {
		return func(claims map[string]any) (string, error) {
			signer, err := jose.NewSigner(jose.SigningKey{Algorithm: algorithm, Key: key}, nil)
			if err != nil {
				return "", err
			}
			body, err := json.Marshal(claims)
			if err != nil {
				return "", err
			}
			token, err := signer.Sign(body)
			if err != nil {
				return "", err
			}
			return token.CompactSerialize()
		}
	}
	for name, token := range map[string]func(map[string]any) (string, error){
		"of another attempt":    says(map[string]any{"nonce": "x"}),
		"without a nonce":       says(map[string]any{"nonce": nil}),
		"for another app":       says(map[string]any{"aud": "other"}),
		"for another app too":   says(map[string]any{"aud": []string{"sahn", "other"}}),
		"handed to another app": says(map[string]any{"azp": "other"}),
		"of another issuer":     says(map[string]any{"iss": "https://login.example"}),
		"without a subject":     says(map[string]any{"sub": ""}),
		"that is over":          says(map[string]any{"exp": at(-3 * time.Minute)}),
		"that is old":           says(map[string]any{"iat": at(-time.Hour)}),
		"of the future":         says(map[string]any{"iat": at(time.Hour)}),
		"not yet good":          says(map[string]any{"nbf": at(time.Hour)}),
		"of a wrong hash":       says(map[string]any{"at_hash": "AAAAAAAAAAAAAAAAAAAAAA"}),
		"by the shared secret":  signed(jose.HS256, []byte("the-client-secret-the-client-secret")),
		"without a signature": func(map[string]any) (string, error) {
			return "eyJhbGciOiJub25lIn0.eyJzdWIiOiJzLTEifQ.", nil
		},
		"that is none": func(map[string]any) (string, error) { return "", nil },
	} {
		p.provider.Token = token
		reason := p.reason(p.comes(as))
		require.Contains(t, []string{"sign_on_provider", "sign_on_over"}, reason, "a token %s", name)
	}
	p.provider.Token = says(map[string]any{"exp": at(-time.Minute), "iat": at(time.Minute)})
	p.in(p.comes(as)) // clocks differ a little

	p.provider.Token = p.provider.Sign
	mine, theirs := browser(), browser()
	back := p.chosen(p.starts(mine), as)
	require.Equal(t, "sign_on_over", p.reason(p.signOns.HandleFinish(ctx, theirs, back)), "in another browser")
	mixed := back
	mixed.Issuer = "https://login.example"
	require.Equal(t, "sign_on_provider", p.reason(p.signOns.HandleFinish(ctx, mine, mixed)), "the answer of another provider")
	require.Equal(t, "sign_on_over", p.reason(p.signOns.HandleFinish(ctx, mine, back)), "a state is good once")
	back = p.chosen(p.starts(mine), as)
	elsewhere := back
	elsewhere.CompanyID = sample.Qasr.ID
	require.Equal(t, "sign_on_over", p.reason(p.signOns.HandleFinish(ctx, mine, elsewhere)), "at the page of another company")
	p.in(p.signOns.HandleFinish(ctx, mine, back))
	again := p.chosen(p.starts(mine), as)
	again.Code = back.Code
	require.Equal(t, "sign_on_provider", p.reason(p.signOns.HandleFinish(ctx, mine, again)), "a code is good once")
	stolen := p.chosen(p.starts(theirs), as)
	own := p.chosen(p.starts(mine), as)
	own.Code = stolen.Code
	require.Equal(t, "sign_on_provider", p.reason(p.signOns.HandleFinish(ctx, mine, own)), "a code is its own attempt's (PKCE)")
	late := p.chosen(p.starts(mine), as)
	p.clock.Move(16 * time.Minute)
	require.Equal(t, "sign_on_over", p.reason(p.signOns.HandleFinish(ctx, mine, late)), "after a quarter of an hour")

	require.NoError(t, p.provider.Rotate())
	p.in(p.comes(as)) // a new key is found
}

func TestWhereOnlyTheProviderSignsInAnAdminStillComesInByACode(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.switchOn(true)
	ctx := t.Context()
	ask := func(email string, beside bool) (person.Said, error) {
		return p.people.LoginOTP(ctx, browser(), person.LoginOTPRequest{Email: email, Beside: beside})
	}
	require.Equal(t, "own_sign_on", p.reason(ask(sample.Mariam.Email, false)))
	require.Equal(t, "own_sign_on", p.reason(ask("nobody@"+domain, false)), "whoever asks is told the same")
	byPassword := func(who sample.Person) (person.SignedIn, error) {
		return p.people.ProfileLogin(ctx, browser(), person.ProfileLoginRequest{Email: who.Email, Password: sample.Password})
	}
	require.Equal(t, "own_sign_on", p.reason(byPassword(sample.Mariam)))
	require.Equal(t, "own_sign_on", p.reason(byPassword(sample.Omar)), "an admin's password too")
	elsewhere := servertest.Eater(t, p.pool, sample.Qasr)
	for status, reason := range map[string]string{"Pending": "own_sign_on", "Active": ""} {
		servertest.Do(t, p.pool, "UPDATE companies SET status = $2 WHERE id = $1", sample.Qasr.ID, status)
		servertest.Do(t, p.pool, "UPDATE profiles SET person_id = $2 WHERE id = $1", elsewhere.ProfileID, sample.Mariam.ID)
		if _, err := byPassword(sample.Mariam); reason == "" {
			require.NoError(t, err, "a company that was approved is another way in")
		} else {
			require.Equal(t, reason, p.reason(nil, err), "one that nobody approved is none")
		}
		servertest.Do(t, p.pool, "UPDATE profiles SET person_id = $2 WHERE id = $1", elsewhere.ProfileID, elsewhere.PersonID)
	}
	for email, in := range map[string]bool{sample.Omar.Email: true, sample.Mariam.Email: false} {
		who := browser()
		_, err := p.people.LoginOTP(ctx, who, person.LoginOTPRequest{Email: email, Beside: true})
		require.NoError(t, err)
		got, err := p.people.VerifyOTP(ctx, who, person.VerifyOTPRequest{Email: email, OTP: p.mailed(email)})
		if in {
			p.in(got, err)
		} else {
			require.Equal(t, "own_sign_on", p.reason(got, err))
		}
	}
	found, err := p.people.SearchByEmail(ctx, browser(), person.SearchByEmailRequest{Email: "nobody@" + domain})
	require.NoError(t, err)
	require.Equal(t, person.SearchByEmailReply{SignOn: &person.SignOn{Company: sample.Harbour.Name, Only: true}}, found)

	// A domain that the company does not allow any more is nobody's, and all sign in as before.
	servertest.Do(t, p.pool, "UPDATE companies SET allowed_domains = '{}' WHERE id = $1", sample.Harbour.ID)
	p.in(byPassword(sample.Mariam))
}

func TestASecretThatThisServerCannotOpenIsARefusalInWordsAndIsEnteredAgain(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.switchOn(false)
	ctx, mariam := t.Context(), p.is("s-1", sample.Mariam.Email, nil)
	visitor := browser()
	begun, tried := p.starts(visitor), func() (signon.StartReply, error) { return p.signOns.HandleTry(ctx, p.admin, signon.Nothing{}) }
	trial, err := tried()
	require.NoError(t, err)
	sealed := servertest.One[[]byte](t, p.pool, "SELECT secret FROM sign_ons")
	others := keys.Keys{[]byte("another secret of thirty-two characters")}
	elsewhere, err := others.Seal("company sign-on", sample.Harbour.ID, "the-client-secret")
	require.NoError(t, err)
	for what, closed := range map[string][]byte{"another APP_SECRET": elsewhere, "damaged": sealed[:len(sealed)-1], "nearly gone": {1}} {
		servertest.Do(t, p.pool, "UPDATE sign_ons SET secret = $1", closed)
		require.Equal(t, "sign_on_secret", p.reason(p.signOns.HandleStart(ctx, browser(), signon.StartRequest{Email: "a@" + domain})), what)
		require.Equal(t, "sign_on_secret_lost", p.reason(tried()), what)
	}
	require.Equal(t, "sign_on_secret", p.reason(p.signOns.HandleFinish(ctx, visitor, p.chosen(begun, mariam))), "on the way back")
	require.Equal(t, "sign_on_secret_lost", p.reason(p.signOns.HandleTried(ctx, p.admin, p.chosen(trial, mariam))))
	setting := signon.SettingRequest{Issuer: p.provider.Issuer, ClientID: "sahn"}
	require.Equal(t, "sign_on_secret_lost", p.reason(p.signOns.HandleSet(ctx, p.admin, setting)), "it is not kept")
	p.switchOn(false)
	p.in(p.comes(mariam))
}

func TestASecretIsSealedAnewAndGoneWithItsOwner(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.switchOn(false)
	p.in(p.comes(p.is("s-1", sample.Mariam.Email, nil)))
	fresh := keys.Keys{[]byte("another secret of thirty-two characters"), servertest.Secrets[0]}
	done, err := signon.Reseal(t.Context(), db.New(p.pool), fresh)
	require.NoError(t, err)
	require.Equal(t, keys.Resealed{All: 1, Anew: 1}, done)
	require.NoError(t, db.New(p.pool).EraseSignOns(t.Context(), sample.Mariam.ID))
	require.Zero(t, p.count("sign_on_subjects WHERE profile_id = $1", sample.MariamHarbour.ID))
}
