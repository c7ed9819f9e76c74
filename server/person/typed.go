package person

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sahn/server/platform/fault"
)

// Line normalizes a typed text of one line: trimmed, composed, without control or invisible characters, at most so many letters.
func Line(field, typed string, most int) (string, error) {
	line := strings.Join(strings.Fields(norm.NFC.String(typed)), " ")
	name := strings.ReplaceAll(field, "_", " ")
	switch {
	case line == "":
		return "", fault.Field(field, fmt.Sprintf("The %s field is required.", name))
	case utf8.RuneCountInString(line) > most:
		return "", fault.Field(field, fmt.Sprintf("The %s field must not be greater than %d.", name, most))
	case strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) && r != '\u200c' && r != '\u200d' }):
		return "", fault.Field(field, fmt.Sprintf("The %s field is invalid.", name))
	}
	return line, nil
}

var (
	mobileNumber = regexp.MustCompile(`^\+[0-9]{8,15}$`)
	mobileMarks  = strings.NewReplacer(" ", "", "-", "", "(", "", ")", "", "\u00a0", "", "\u200e", "")
)

// Mobile is a phone number with its country code, or nothing.
func Mobile(typed string) (string, error) {
	number := mobileMarks.Replace(strings.TrimSpace(typed))
	if number != "" && !mobileNumber.MatchString(number) {
		return "", fault.Field("mobile", "The mobile field must be a number with its country code, like +971 50 000 0000.")
	}
	return number, nil
}
