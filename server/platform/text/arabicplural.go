package text

import (
	"fmt"
	"strings"
)

// ArabicPlural is the form of a noun that a number asks for, with the number in place of #: one and two are said without it, few is for 3
// to 10 of a hundred, many for 11 to 99.
func ArabicPlural(n int, one, two, few, many, other string) string {
	form := other
	switch {
	case n == 1:
		form = one
	case n == 2:
		form = two
	case n%100 >= 3 && n%100 <= 10:
		form = few
	case n%100 >= 11:
		form = many
	}
	return strings.ReplaceAll(form, "#", fmt.Sprint(n))
}
