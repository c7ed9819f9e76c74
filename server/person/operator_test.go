package person_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/sample"
)

func TestAnOperatorProvesThePasswordAndTheCode(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	code := b.askAsOperator(sample.Sara)
	require.Equal(t, 422, b.verifyOperator(sample.Sara, wrong(code)).status)
	require.Equal(t, 422, p.browser().verifyOperator(sample.Sara, code).status, "the code is of the browser in which the password was typed")
	require.Equal(t, 422, b.verify(sample.Sara.Email, code).status, "and signs in on no other page")
	got := b.verifyOperator(sample.Sara, code)
	require.Equal(t, 201, got.status, got.body)
	require.Contains(t, got.body, `"operator_role":"manager"`)
	require.Contains(t, b.profile().body, sample.SaraOperator.ID)
	require.Equal(t, 422, b.verifyOperator(sample.Sara, code).status, "once")
}

func TestNobodyElseSignsInOnTheOperatorsPageNorAnOperatorOnAnother(t *testing.T) {
	t.Parallel()
	p := settle(t)
	for who, password := range map[sample.Person]string{sample.Mariam: sample.Password, sample.Omar: sample.Password,
		sample.Sara: "not the password", {Email: "nobody@sahn.example"}: sample.Password} {
		got := p.browser().call("POST", "/api/kitchen/login", fields{"email": who.Email, "password": password})
		require.Equal(t, 401, got.status, who.Email)
		require.Contains(t, got.body, "Bad Credentials")
	}
	require.Zero(t, p.count("challenges"))
	require.Equal(t, 401, p.browser().login(sample.Sara.Email, sample.Password).status)
	b := p.browser()
	require.Equal(t, 200, b.call("POST", "/api/login-otp", fields{"email": sample.Sara.Email}).status)
	require.Zero(t, p.count("challenges WHERE person_id IS NOT NULL"), "no code for the other page")
	require.Equal(t, `{"client_exist":false,"client_status":null}`,
		b.call("PUT", "/api/search-by-email", fields{"email": sample.Sara.Email}).body)
	require.Zero(t, p.count("sessions"))
}

func TestSomebodyWhoIsBothComesToWhatTheSignInPageIsFor(t *testing.T) {
	t.Parallel()
	p := settle(t)
	p.exec(`INSERT INTO profiles (id, person_id, client_type, status, created_at, operator_role)
		VALUES ('00SAHNPR0F0000000000000031', $1, 'Operator', 'Active', $2, 'kitchen')`, sample.Mariam.ID, monday)
	b := p.browser().signIn(sample.Mariam)
	require.Contains(t, b.profile().body, sample.MariamHarbour.ID)
	got := b.verifyOperator(sample.Mariam, b.askAsOperator(sample.Mariam))
	require.Equal(t, 201, got.status, got.body)
	require.Contains(t, got.body, "00SAHNPR0F0000000000000031")
	require.Equal(t, 1, p.count("sessions"), "one at a time")
	require.Equal(t, 403, b.switchTo(fields{}).status, "and no way across")
}

func TestANewPasswordVoidsTheCodeThatTheOldOneBrought(t *testing.T) {
	t.Parallel()
	p := settle(t)
	b := p.browser()
	code := b.askAsOperator(sample.Sara)
	other := p.browser()
	require.Equal(t, 200, other.reset(sample.Sara.Email, other.askReset(sample.Sara.Email), fresh).status)
	require.Equal(t, 422, b.verifyOperator(sample.Sara, code).status)
}
