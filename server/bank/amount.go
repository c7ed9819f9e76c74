package bank

import (
	"errors"
	"fmt"
	"strings"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

var (
	errAmount = errors.New("not an amount")
	errDate   = errors.New("not a date")
)

// digits writes Arabic and Persian digits and signs as Latin ones.
func digits(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= '٠' && r <= '٩':
			return '0' + r - '٠'
		case r >= '۰' && r <= '۹':
			return '0' + r - '۰'
		case r == '−' || r == '–':
			return '-'
		case r == '\u00a0' || r == '\u202f' || r == '\u2009' || r == '’' || r == '\'':
			return ' '
		case r >= 0x200b && r <= 0x200f || r >= 0x2066 && r <= 0x2069 || r >= 0x202a && r <= 0x202e:
			return -1
		}
		return r
	}, s)
}

// bare is an amount without its currency and sign: digits and separators. out says that it left the account.
func bare(s string) (number string, out bool) {
	s = strings.TrimSpace(digits(s))
	upper := strings.ToUpper(s)
	for _, mark := range []string{"AED", "DHS.", "DHS", "DH", "د.إ.", "د.إ", "درهم"} {
		upper = strings.ReplaceAll(upper, mark, " ")
	}
	upper = strings.TrimSpace(upper)
	switch {
	case strings.HasSuffix(upper, "DR"):
		out, upper = true, upper[:len(upper)-2]
	case strings.HasSuffix(upper, "CR"):
		upper = upper[:len(upper)-2]
	}
	upper = strings.TrimSpace(upper)
	switch {
	case strings.HasPrefix(upper, "(") && strings.HasSuffix(upper, ")"):
		out, upper = !out, upper[1:len(upper)-1]
	case strings.HasPrefix(upper, "-"):
		out, upper = !out, upper[1:]
	case strings.HasSuffix(upper, "-"):
		out, upper = !out, upper[:len(upper)-1]
	case strings.HasPrefix(upper, "+"):
		upper = upper[1:]
	}
	return strings.TrimSpace(upper), out
}

// decimalIn is the sign before the decimals in a column of amounts. It is read off all of them together: 1.234 alone could be either.
// ok is false when they contradict each other.
func decimalIn(cells []string) (sign rune, ok bool) {
	dot, comma := false, false
	for _, cell := range cells {
		number, _ := bare(cell)
		if strings.ContainsRune(number, '٫') {
			continue // says itself which it is
		}
		d, c := strings.LastIndexByte(number, '.'), strings.LastIndexByte(number, ',')
		switch {
		case d >= 0 && c >= 0:
			dot, comma = dot || d > c, comma || c > d
		case d >= 0 && len(number)-d-1 != 3 && strings.Count(number, ".") == 1:
			dot = true
		case c >= 0 && len(number)-c-1 != 3 && strings.Count(number, ",") == 1:
			comma = true
		case strings.Count(number, ".") > 1:
			comma = true
		case strings.Count(number, ",") > 1:
			dot = true
		}
	}
	if comma && !dot {
		return ',', true
	}
	return '.', !comma || !dot
}

// amountOf reads an amount in hundredths. An amount that has more decimals than two, or digits that stand in no groups, is refused.
func amountOf(cell string, decimal rune) (money.Fils, error) {
	number, out := bare(cell)
	group := ","
	if decimal == ',' {
		group = "."
	}
	if strings.ContainsRune(number, '٫') || strings.ContainsRune(number, '٬') {
		number = strings.NewReplacer("٬", "", "٫", ".").Replace(number)
		decimal, group = '.', " "
	}
	whole, part, has := strings.Cut(number, string(decimal))
	if part = strings.TrimRight(part, "0"); len(part) > 2 || has && whole == "" && part == "" {
		return 0, errAmount
	}
	whole, ok := grouped(whole, group)
	if !ok || len(whole) > 13 {
		return 0, errAmount
	}
	n := money.Fils(0)
	for _, d := range whole + (part + "00")[:2] {
		if d < '0' || d > '9' {
			return 0, errAmount
		}
		n = n*10 + money.Fils(d-'0')
	}
	if out {
		n = -n
	}
	return n, nil
}

// grouped takes the separators of thousands out of digits, which stand in threes, or in India's twos before the last three.
func grouped(whole, group string) (string, bool) {
	if whole == "" {
		return "0", true
	}
	for _, sign := range []string{group, " "} {
		if !strings.Contains(whole, sign) {
			continue
		}
		parts := strings.Split(whole, sign)
		for i, p := range parts {
			last := i == len(parts)-1
			if last && len(p) != 3 || i == 0 && (len(p) < 1 || len(p) > 3) || !last && i > 0 && len(p) != 2 && len(p) != 3 {
				return "", false
			}
		}
		return strings.Join(parts, ""), true
	}
	return whole, true
}

var months = map[string]int{"jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11,
	"dec": 12}

// split is the three parts of a date, in the order in which they stand; named says that the month is a word.
func split(cell string) (parts [3]int, named, ok bool) {
	cell = strings.TrimSpace(digits(cell))
	fields := strings.FieldsFunc(cell, func(r rune) bool { return strings.ContainsRune(" /-.,T", r) })
	if len(fields) < 3 {
		return parts, false, false
	}
	for i, f := range fields[:3] {
		if m := months[strings.ToLower(f[:min(3, len(f))])]; i == 1 && m > 0 {
			parts[i], named = m, true
			continue
		}
		n := 0
		for _, d := range f {
			if d < '0' || d > '9' || len(f) > 4 {
				return parts, false, false
			}
			n = n*10 + int(d-'0')
		}
		parts[i] = n
	}
	return parts, named, true
}

// orderIn is how the dates of a column are written: ymd, dmy or mdy, as the Emirates write them where all of them could be either. ok is
// false when they contradict each other.
func orderIn(cells []string) (order string, ok bool) {
	day, month := false, false
	for _, cell := range cells {
		p, named, is := split(cell)
		if !is || named || p[0] > 31 {
			continue
		}
		day, month = day || p[0] > 12, month || p[1] > 12
	}
	if month && !day {
		return "mdy", true
	}
	return "dmy", !month || !day
}

// dateOf reads a date. One that begins with a year, or names its month, needs no order.
func dateOf(cell, order string) (clock.Date, error) {
	p, named, ok := split(cell)
	if !ok {
		return 0, errDate
	}
	y, m, d := p[2], p[1], p[0]
	switch {
	case p[0] > 31:
		y, m, d = p[0], p[1], p[2]
	case order == "mdy" && !named:
		m, d = p[0], p[1]
	}
	if y < 100 {
		y += 2000
	}
	if y < 2000 || y > 2199 || m < 1 || m > 12 || d < 1 || d > 31 {
		return 0, errDate
	}
	return clock.ParseDate(fmt.Sprintf("%04d-%02d-%02d", y, m, d))
}
