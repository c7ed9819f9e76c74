package sample

import (
	"strings"
	"time"

	"sahn/server/platform/clock"
)

// Closed is a working day on which nothing is delivered, and why.
type Closed struct {
	Date   clock.Date
	Reason string
}

// Arabic is why, in Arabic.
func (c Closed) Arabic() string {
	return map[string]string{"UAE National Day": "عيد الاتحاد", "New Year's Day": "رأس السنة الميلادية", "Eid al-Fitr": "عيد الفطر",
		"Eid al-Adha": "عيد الأضحى"}[c.Reason]
}

// Expected reports whether the moon decides on the date.
func (c Closed) Expected() bool { return strings.HasPrefix(c.Reason, "Eid") }

// RamadanID names Ramadan 2027 in the demo.
const RamadanID = "00SAHNSEASXN00000000000001"

// Ramadan is the first and the last day of Ramadan 2027, as calculated.
func Ramadan() (first, last clock.Date) {
	return clock.NewDate(2027, time.February, 8), clock.NewDate(2027, time.March, 8)
}

// RamadanTimings are the windows that the first area has in Ramadan alone: iftar, and suhoor after midnight.
func RamadanTimings() []AreaTiming {
	return []AreaTiming{{ID: "00SAHNAREA0000000000000091", From: "18:00", Until: "18:30"},
		{ID: "00SAHNAREA0000000000000092", From: "03:15", Until: "03:45"}}
}

// ClosedDays are the public holidays that fall on a delivery day, from December 2026 through 2027. Feasts of the Islamic calendar are as
// calculated: the operator moves them when the moon is sighted.
func ClosedDays() []Closed {
	return []Closed{
		{clock.NewDate(2026, time.December, 2), "UAE National Day"},
		{clock.NewDate(2026, time.December, 3), "UAE National Day"},
		{clock.NewDate(2027, time.January, 1), "New Year's Day"},
		{clock.NewDate(2027, time.March, 9), "Eid al-Fitr"},
		{clock.NewDate(2027, time.March, 10), "Eid al-Fitr"},
		{clock.NewDate(2027, time.March, 11), "Eid al-Fitr"},
		{clock.NewDate(2027, time.May, 17), "Eid al-Adha"},
		{clock.NewDate(2027, time.May, 18), "Eid al-Adha"},
		{clock.NewDate(2027, time.December, 2), "UAE National Day"},
		{clock.NewDate(2027, time.December, 3), "UAE National Day"},
	}
}
