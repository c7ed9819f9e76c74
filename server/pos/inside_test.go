package pos

import (
	"bytes"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"sahn/server/dev/servertest"
)

const (
	aTill, aPerson, aSale = "01K0000000000000000000TLL1", "01K0000000000000000000MAR1", "01K0000000000000000000SAL1"
	aSecond               = int64(1_763_971_200)
)

func (p *Pos) proofText(profile string, second int64) string {
	return profile + "." + strconv.FormatInt(second, 10) + "." + b64(p.tag(profile, second))
}

func TestCodesReceiptsAndLinksStayGoodWhileTheSecretIsReplaced(t *testing.T) {
	t.Parallel()
	at := time.Unix(aSecond, 0)
	for what, accepts := range map[string]func(made, checked *Pos) bool{
		"a code": func(made, checked *Pos) bool {
			p, ok := checked.prove(made.proofText(aPerson, aSecond))
			return ok && bytes.Equal(p.tag, made.tag(aPerson, aSecond))
		},
		"the signature of a code": func(made, checked *Pos) bool {
			signs, err := made.codeKeys()
			require.NoError(t, err)
			known, err := checked.codeKeys()
			require.NoError(t, err)
			return known[0].Equal(signs[0]) || len(known) > 1 && known[1].Equal(signs[0])
		},
		"typed letters": func(made, checked *Pos) bool {
			return slices.Contains(checked.typedAll(aPerson, at), made.typed(aPerson, at))
		},
		"a pairing code": func(made, checked *Pos) bool {
			return slices.ContainsFunc(checked.codeHashes("AB"), is(made.codeHashes("AB")[0]))
		},
		"a receipt": func(made, checked *Pos) bool {
			return checked.marked(aTill, receiptMAC(made.receiptKey(aTill), "{}"), "{}")
		},
		"a link in a letter": func(made, checked *Pos) bool { return checked.isNotMe(made.notMe(aSale), aSale) },
	} {
		servertest.Replacing(t, func(t *testing.T, makes, checks [][]byte) bool {
			t.Helper()
			t.Log(what)
			return accepts(&Pos{Keys: makes}, &Pos{Keys: checks})
		})
	}
}

func is(a []byte) func([]byte) bool { return func(b []byte) bool { return bytes.Equal(a, b) } }

// Two servers answer one screen while the secret is replaced: the square code is of one secret and its letters are of the other.
func TestACodeAndItsLettersBuyOnceAlsoWhenTwoSecretsMadeThem(t *testing.T) {
	t.Parallel()
	old, next := servertest.Secrets[0], []byte("the next secret of as many letters")
	one, other := &Pos{Keys: [][]byte{old, next}}, &Pos{Keys: [][]byte{next, old}}
	square, ok := one.prove(one.proofText(aPerson, aSecond+7))
	require.True(t, ok)
	letters, ok := one.prove(other.proofText(aPerson, -aSecond))
	require.True(t, ok)
	require.True(t, slices.ContainsFunc(one.kin(square), is(letters.key())))
	require.True(t, slices.ContainsFunc(one.kin(letters), is(square.key())))
}
