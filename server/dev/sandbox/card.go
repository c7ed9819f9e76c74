package sandbox

import (
	"regexp"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// testCard is a number that this provider accepts, and the bank's answer to it.
type testCard struct {
	Name   string // on its quick-fill button
	Number string
	Code   string // the bank's answer
	Secure bool   // asks for a 3-D Secure code first
	Settle string // the later result of an uncertain answer
}

var testCards = []testCard{
	{Name: "Approved", Number: "4005550000000001", Code: "14000"},
	{Name: "Approved, Mastercard", Number: "5123450000000008", Code: "14000"},
	{Name: "Approved, Amex", Number: "345678901234564", Code: "14000"},
	{Name: "Declined", Number: "4000000000000002", Code: "13666"},
	{Name: "Insufficient funds", Number: "4000000000009995", Code: "13029"},
	{Name: "Card expired", Number: "4000000000000069", Code: "13012"},
	{Name: "3-D Secure", Number: "4000000000003220", Code: "14000", Secure: true},
	{Name: "Uncertain, then paid", Number: "4000000000000119", Code: "15777", Settle: "14000"},
	{Name: "Pending, then declined", Number: "4000000000000341", Code: "19000", Settle: "13666"},
}

// card is what a buyer typed, reduced to what an answer contains. It is in memory only, unless the buyer wants it saved.
type card struct {
	test           testCard
	masked, expiry string // 400555******0001, YYMM
	holder         string
	keep           bool // saved under a token, if the payment succeeds
}

// cardOf is a card that was saved with a payment.
func cardOf(kept record) (c card, ok bool) {
	for _, t := range testCards {
		if t.Number[:6] == kept.Masked[:6] && t.Number[len(t.Number)-4:] == kept.LastFour {
			return card{test: t, masked: kept.Masked, expiry: kept.Expiry, holder: kept.Holder}, true
		}
	}
	return c, false
}

// declinedCVV makes a payment with a saved card fail.
const declinedCVV = "999"

// readCVV checks the security code, the only input for a saved card.
func readCVV(c card, form func(string) string) (card, map[string]string) {
	cvv := form("cvv")
	if !codeForm.MatchString(cvv) || len(cvv) != len(c.test.CVV()) {
		return c, map[string]string{"cvv": "Enter the 3 digits from the back (4 on Amex)."}
	}
	if cvv == declinedCVV {
		c.test.Code, c.test.Secure = "13666", false
	}
	return c, nil
}

func (t testCard) brand() string {
	return map[byte]string{'3': "AMEX", '4': "VISA", '5': "MASTERCARD"}[t.Number[0]]
}

// Grouped is the number in groups of digits.
func (t testCard) Grouped() string {
	sizes := []int{4, 4, 4, 4}
	if t.Number[0] == '3' {
		sizes = []int{4, 6, 5}
	}
	parts, rest := []string{}, t.Number
	for _, n := range sizes {
		parts, rest = append(parts, rest[:n]), rest[n:]
	}
	return strings.Join(parts, " ")
}

// CVV is a security code of the right length.
func (t testCard) CVV() string {
	if t.Number[0] == '3' {
		return "1234"
	}
	return "123"
}

var (
	digits     = regexp.MustCompile(`^[0-9]{12,19}$`)
	expiryForm = regexp.MustCompile(`^(0[1-9]|1[0-2]) ?/ ?([0-9]{2})$`)
	holderForm = regexp.MustCompile(`^[\p{L}\p{M} _\\/.'-]*$`)
	codeForm   = regexp.MustCompile(`^[0-9]{3,4}$`)
)

// readCard checks the typed card; wrong says what to correct, by field. No message repeats a number.
func readCard(form func(string) string, now time.Time) (c card, wrong map[string]string) {
	wrong = map[string]string{}
	number := strings.NewReplacer(" ", "", "-", "").Replace(form("card_number"))
	for _, t := range testCards {
		if t.Number == number {
			c.test = t
		}
	}
	switch {
	case number == "":
		wrong["card_number"] = "Enter a card number, or pick a test card below."
	case !digits.MatchString(number) || !luhn(number):
		wrong["card_number"] = "This is not a card number. Pick a test card below."
	case c.test.Number == "":
		wrong["card_number"] = "Only the test cards listed below work here. Never type a real card into a sandbox."
	default:
		c.masked = number[:6] + strings.Repeat("*", len(number)-10) + number[len(number)-4:]
	}

	if m := expiryForm.FindStringSubmatch(strings.TrimSpace(form("expiry"))); m == nil {
		wrong["expiry"] = "Enter the expiry as MM/YY."
	} else {
		month, _ := strconv.Atoi(m[1])
		year, _ := strconv.Atoi(m[2])
		if !now.Before(time.Date(2000+year, time.Month(month)+1, 1, 0, 0, 0, 0, time.UTC)) {
			wrong["expiry"] = "This card has expired. Enter a month that is still to come."
		}
		c.expiry = m[2] + m[1]
	}

	if cvv := form("cvv"); !codeForm.MatchString(cvv) || (c.test.Number != "" && len(cvv) != len(c.test.CVV())) {
		wrong["cvv"] = "Enter the 3 digits from the back (4 on Amex)."
	}
	c.keep = form("remember_me") == "YES"
	c.holder = strings.Join(strings.Fields(form("name")), " ")
	if c.holder == "" || utf8.RuneCountInString(c.holder) > 25 || !holderForm.MatchString(c.holder) {
		wrong["name"] = "Enter the name on the card, letters only, up to 25."
	}
	return c, wrong
}

func luhn(number string) bool {
	sum := 0
	for i := range len(number) {
		n := int(number[len(number)-1-i] - '0')
		if i%2 == 1 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0
}
