package pos_test

import (
	"strings"
	"testing"
	"time"

	"github.com/oklog/ulid/v2"
	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
	"sahn/server/pos"
)

func TestACodePairsOneTabletOnceAndTheSameTabletMayAskAgain(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	code := p.code()
	mine := newKey(t)
	spoken := strings.ToLower(code[:5]) + " - " + strings.NewReplacer("0", "o", "1", "l").Replace(code[5:])
	first, err := p.pairs(spoken, mine, nil)
	require.NoError(t, err)
	again, err := p.pairs(code, mine, nil)
	require.NoError(t, err)
	require.Equal(t, first, again, "its answer was lost")
	_, err = p.pairs(code, newKey(t), nil)
	require.ErrorIs(t, err, pos.ErrNoCode)
	require.Equal(t, 1, p.count("tills"))

	known, err := p.pos.Till(t.Context(), first.Till)
	require.NoError(t, err)
	require.Equal(t, []any{first.Till, p.company.ID, false}, []any{known.ID, known.CompanyID, known.Revoked})
	p.done(p.pos.HandleRevoke(t.Context(), p.admin, pos.TillRequest{ID: first.Till}))
	known, err = p.pos.Till(t.Context(), first.Till)
	require.NoError(t, err)
	require.True(t, known.Revoked)
	_, err = p.pairs(code, mine, nil)
	require.ErrorIs(t, err, pos.ErrNoCode, "a revoked tablet needs a new code")
	nobody, err := p.pos.Till(t.Context(), ulid.Make().String())
	require.NoError(t, err)
	require.Equal(t, web.PairedTill{}, nobody)
}

func TestACodeThatIsOldWrongOrGuessedPairsNothing(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	key := newKey(t)
	code := p.code()
	require.Zero(t, p.count("till_codes WHERE encode(hash, 'escape') LIKE '%' || $1 || '%'", code), "it is stored nowhere")
	for range 30 {
		_, err := p.pos.HandlePair(t.Context(), web.Caller{IP: "10.0.0.7"}, pos.PairRequest{Code: "AAAAAAAAAA", PublicKey: key})
		require.ErrorIs(t, err, pos.ErrNoCode)
	}
	_, err := p.pos.HandlePair(t.Context(), web.Caller{IP: "10.0.0.7"}, pos.PairRequest{Code: code, PublicKey: key})
	require.Equal(t, fault.TooMany, fault.As(err).Kind, "who guesses is slowed down, also with the right one")
	for name, bad := range map[string]string{"no point": "AAAA", "not on the curve": strings.Repeat("A", 87), "not base64": "!", "empty": ""} {
		_, err := p.pairs(code, bad, nil)
		require.Equal(t, fault.Invalid, fault.As(err).Kind, name)
	}
	p.clock.Move(15 * time.Minute)
	_, err = p.pairs(code, key, nil)
	require.ErrorIs(t, err, pos.ErrNoCode)
	require.Zero(t, p.count("tills"))
}

func TestAnAdminPairsTabletsWithTheCompanysOwnPlacesAlone(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	office, other := p.site(p.company), servertest.NewCompany(t, p.pool, nil)
	servertest.Do(t, p.pool,
		"INSERT INTO addresses (id, company_id, profile_id, label, line, area_timing_id) SELECT $1, $2, $3, 'Home', 'x', min(id) FROM "+
			"area_timings", "00H0ME00000000000000000000", p.company.ID, p.admin.ProfileID)
	for name, place := range map[string]string{"another company's": p.site(other), "somebody's home": "00H0ME00000000000000000000",
		"nobody's": ulid.Make().String()} {
		_, err := p.pos.HandleTillCode(t.Context(), p.admin, pos.TillCodeRequest{AddressID: place, Name: "Pantry"})
		require.Equal(t, fault.Invalid, fault.As(err).Kind, name)
	}
	_, err := p.pos.HandleTillCode(t.Context(), p.admin, pos.TillCodeRequest{AddressID: office, Name: " \t "})
	require.Equal(t, fault.Invalid, fault.As(err).Kind, "a till has a name")
	require.Zero(t, p.count("till_codes"))
}

// Its receipts of before are still of the till while the former secret is known, and its own key proves it, whatever the secret is.
func TestATillGetsItsNewReceiptKeyWithItsTermsWhenTheSecretIsReplaced(t *testing.T) {
	t.Parallel()
	p, s := counter(t, nil)
	ask := func() pos.Terms {
		t.Helper()
		terms, err := p.pos.HandleTerms(t.Context(), s.who, pos.TermsRequest{Key: s.mark("key\n" + s.who.TillID)})
		require.NoError(t, err)
		return terms
	}
	first := ask()
	require.Empty(t, first.ReceiptKey, "it has the key already")
	require.Empty(t, first.OtherCodeKeys)
	printed := s.receipt(s.sells(nil))

	p.pos.Keys = [][]byte{[]byte("the next secret of as many letters"), servertest.Secrets[0]}
	require.Empty(t, s.terms().ReceiptKey, "an older app does not ask")
	second := ask()
	require.Equal(t, []string{first.CodeKey}, second.OtherCodeKeys)
	require.NotEqual(t, first.CodeKey, second.CodeKey)
	require.Equal(t, pos.Booked, p.recovers(printed).Code)
	s.paired.ReceiptKey = second.ReceiptKey
	require.Empty(t, ask().ReceiptKey)
	later := s.receipt(s.sells(nil))

	p.pos.Keys = p.pos.Keys[:1]
	require.Equal(t, pos.Booked, p.recovers(later).Code)
	_, err := p.pos.HandleRecover(t.Context(), p.admin, pos.RecoverRequest{Receipt: printed})
	require.ErrorIs(t, err, pos.ErrReceipt)
}

// A counter takes no deliveries, so a delivery window that takes no new orders closes none. A place that the company gave up has none.
func TestAPlaceWhoseDeliveryWindowIsClosedCanHaveATill(t *testing.T) {
	t.Parallel()
	p := settle(t, nil)
	servertest.Do(t, p.pool, "UPDATE area_timings SET closed_at = now()")
	require.NotEmpty(t, p.till().paired.Till)
	require.Len(t, p.tills(p.admin, "").Places, 1, "as its page offers it")
	servertest.Do(t, p.pool, "UPDATE addresses SET retired_at = now()")
	_, err := p.pos.HandleTillCode(t.Context(), p.admin, pos.TillCodeRequest{AddressID: p.site(p.company), Name: "Pantry"})
	require.Equal(t, fault.Invalid, fault.As(err).Kind)
}
