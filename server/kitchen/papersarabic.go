package kitchen

import (
	"fmt"
	"strings"

	"sahn/server/platform/clock"
	"sahn/server/platform/pdf"
	"sahn/server/platform/text"
)

// What papers say in Arabic below their English lines.

func mealsAr(n int) string {
	return text.ArabicPlural(n, "وجبة واحدة", "وجبتان", "# وجبات", "# وجبة", "# وجبة")
}

func peopleAr(n int) string {
	return text.ArabicPlural(n, "شخص واحد", "شخصان", "# أشخاص", "# شخصًا", "# شخص")
}

func portionsAr(n int) string {
	return text.ArabicPlural(n, "حصة واحدة", "حصتان", "# حصص", "# حصة", "# حصة")
}

func (t Totals) arabic() string {
	return mealsAr(t.Meals) + " · " + peopleAr(t.People) + " · " +
		text.ArabicPlural(t.Places, "مكان واحد", "مكانان", "# أماكن", "# مكانًا", "# مكان")
}

func (p Production) wholeAr() string {
	parts := []string{fmt.Sprintf("%s %d", p.Date.Arabic(), p.Date.Time().Year()), "القائمة الأولى", p.Totals.arabic()}
	switch {
	case len(p.Runs) == 0:
		parts[1] = "معاينة، ما زال التعديل متاحًا"
	case p.Runs[len(p.Runs)-1].N > 0:
		parts[1] = changeAr(p.Runs[len(p.Runs)-1].N)
	}
	return strings.Join(parts, " · ")
}

func changeAr(n int) string { return fmt.Sprintf("تغيير %d", n) }

// windowAr is a delivery window with what is brought.
func windowAr(p Place, brought ...string) string {
	return strings.Join(append([]string{"من " + p.From + " إلى " + p.Until}, brought...), " · ")
}

func (p Production) statusLinesAr() (said []string) {
	if len(p.Runs) == 0 {
		return nil
	}
	if p.only != nil {
		said = append(said, fmt.Sprintf("هذا التغيير فقط. يُعبَّأ من جديد: %s · زيادة: %s · نقص: %d", p.only.Anew.arabic(),
			portionsAr(p.only.Added), p.only.Taken))
	}
	if p.Reconciled {
		said = append(said, "مطابقة للطلبات.")
	} else {
		said = append(said, fmt.Sprintf("ليست الأحدث. عدد الاختلافات الآن: %d. يُرجى الطباعة من جديد.", p.Differs))
	}
	if p.faded {
		said = append(said, "الأسماء والأماكن كما هي معروفة الآن.")
	}
	return said
}

// presenceAr says whether what somebody avoids is in a meal.
var presenceAr = map[string]string{"contains": "تحتوي عليه", "may_contain": "قد تحتوي عليه", "no_data": "لا توجد بيانات"}

// fieldNamesAr are the Arabic names of fieldNames.
var fieldNamesAr = map[string]string{"contains": "يحتوي على", "may_contain": "قد يحتوي على", "no_data": "لا توجد بيانات عن",
	"name_ar": "الاسم بالعربية", "company": "الشركة", "label": "المكان", "line": "العنوان", "area": "المنطقة", "from": "من", "until": "إلى",
	"person": "الاسم", "avoids": "يتجنب"}

// allergensAr names allergens in Arabic, as labels do.
func allergensAr(names []string) string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = inArabic.name(name, false)
	}
	return strings.Join(all, inArabic.comma+" ")
}

// cellAr is what cell says, in Arabic.
func (m *MealTotal) cellAr() pdf.Cell {
	if m.allergensUnknown() {
		return pdf.Cell{Text: inArabic.nothing, Bold: true, Whole: true}
	}
	rest := inArabic.noData + " " + allergensAr(append(m.NoData[:len(m.NoData):len(m.NoData)], inArabic.others))
	if len(m.Contains) == 0 {
		return pdf.Cell{Text: inArabic.mayContain + " " + allergensAr(m.MayContain), Under: rest, Whole: true}
	}
	if len(m.MayContain) > 0 {
		rest = inArabic.mayContain + " " + allergensAr(m.MayContain) + "\n" + rest
	}
	return pdf.Cell{Text: allergensAr(m.Contains), Under: rest, Whole: true}
}

// changedAtAr heads the list of a change.
func changedAtAr(r Run) string { return changeAr(r.N) + "، " + r.At.In(clock.Dubai).Format("15:04") }
