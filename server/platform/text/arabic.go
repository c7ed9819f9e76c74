package text

import "golang.org/x/text/unicode/norm"

// The forms of a letter: isolated, final, initial and medial.
const (
	isolated = iota
	final
	initial
	medial
)

// forms are the four forms of each Arabic letter, and pairs the ligatures of lam and alef: isolated and final. A PDF draws characters as
// they are and joins nothing.
var forms, pairs = func() (map[rune][4]rune, map[[2]rune][2]rune) {
	looks, joined, seen := map[rune][4]rune{}, map[[2]rune][2]rune{}, map[rune]int{}
	for r := rune(0xFE80); r <= 0xFEFC; r++ { // Unicode lists them letter by letter in this order
		letters := []rune(norm.NFC.String(norm.NFKD.String(string(r))))
		if len(letters) == 2 {
			pair := joined[[2]rune{letters[0], letters[1]}]
			if pair[isolated] == 0 {
				pair[isolated] = r
			} else {
				pair[final] = r
			}
			joined[[2]rune{letters[0], letters[1]}] = pair
			continue
		}
		look := looks[letters[0]]
		look[seen[letters[0]]] = r
		seen[letters[0]]++
		looks[letters[0]] = look
	}
	return looks, joined
}()

const tatweel = 0x0640 // a stroke that joins on both sides

// vowel marks are drawn on a letter and do not break a joining.
func vowel(r rune) bool { return r >= 0x064B && r <= 0x065F || r == 0x0670 }

// shape replaces Arabic letters by the form that their neighbours require. The order is kept.
func shape(in []rune) []rune {
	in = []rune(norm.NFC.String(string(in)))
	out := make([]rune, 0, len(in))
	joins := false // whether the letter before joins to this one
	for i := 0; i < len(in); i++ {
		r := in[i]
		look, letter := forms[r]
		switch {
		case vowel(r):
			out = append(out, r)
			continue
		case i+1 < len(in) && pairs[[2]rune{r, in[i+1]}] != [2]rune{}:
			pair := pairs[[2]rune{r, in[i+1]}]
			i++
			if joins {
				out = append(out, pair[final])
			} else {
				out = append(out, pair[isolated])
			}
			joins = false
			continue
		case !letter:
			out = append(out, r)
			joins = r == tatweel
			continue
		}
		reaches := look[initial] != 0 && joinable(in[i+1:])
		switch {
		case joins && reaches:
			out = append(out, look[medial])
		case joins && look[final] != 0:
			out = append(out, look[final])
		case reaches:
			out = append(out, look[initial])
		default:
			out = append(out, look[isolated])
		}
		joins = reaches
	}
	return out
}

// joinable reports whether the rest begins with a letter that joins to the one before.
func joinable(rest []rune) bool {
	for _, r := range rest {
		if !vowel(r) {
			return r == tatweel || forms[r][final] != 0
		}
	}
	return false
}
