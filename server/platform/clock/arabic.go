package clock

import (
	"fmt"
	"time"
)

// ArabicMonth is a month's name as the UAE writes it.
func ArabicMonth(m time.Month) string {
	return [...]string{"يناير", "فبراير", "مارس", "أبريل", "مايو", "يونيو", "يوليو", "أغسطس", "سبتمبر", "أكتوبر", "نوفمبر", "ديسمبر"}[m-1]
}

// ArabicWeekday is a weekday's name.
func ArabicWeekday(d time.Weekday) string {
	return [...]string{"الأحد", "الاثنين", "الثلاثاء", "الأربعاء", "الخميس", "الجمعة", "السبت"}[d]
}

// Arabic is a date in words, "الاثنين 23 نوفمبر".
func (d Date) Arabic() string {
	return fmt.Sprintf("%s %d %s", ArabicWeekday(d.Weekday()), d.Time().Day(), ArabicMonth(d.Time().Month()))
}
