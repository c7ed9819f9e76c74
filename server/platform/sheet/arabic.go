package sheet

import (
	"cmp"
	"fmt"
)

// Say writes a text of the product itself, such as a heading or "Total", in the language of a file's reader. Args replace its verbs.
type Say func(english string, args ...any) string

// In is how files are written in a language: "ar", or English. What people and companies typed stays as it is.
func In(language string) Say {
	return func(english string, args ...any) string {
		text := english
		if language == "ar" {
			text = cmp.Or(arabicWords[english], english)
		}
		if len(args) == 0 {
			return text
		}
		return fmt.Sprintf(text, args...)
	}
}

var arabicWords = map[string]string{
	"1–30 days late (AED)":            "متأخر 1–30 يومًا (درهم)",
	"31–60 days late (AED)":           "متأخر 31–60 يومًا (درهم)",
	"61–90 days late (AED)":           "متأخر 61–90 يومًا (درهم)",
	"AED %s set off from %s":          "مقاصة %s درهم من %s",
	"Active":                          "نشط",
	"Admin":                           "مسؤول",
	"After discount (AED)":            "بعد الخصم (درهم)",
	"Amount AED":                      "المبلغ (درهم)",
	"App":                             "التطبيق",
	"Bank transfer":                   "تحويل بنكي",
	"By channel":                      "حسب القناة",
	"By company":                      "حسب الشركة",
	"By day":                          "حسب اليوم",
	"By department":                   "حسب القسم",
	"By meal":                         "حسب الوجبة",
	"By month":                        "حسب الشهر",
	"By week":                         "حسب الأسبوع",
	"Cap of those people (AED)":       "الحد الأقصى لهؤلاء (درهم)",
	"Card payment":                    "دفع بالبطاقة",
	"Channel":                         "القناة",
	"Company":                         "الشركة",
	"Company credit notes":            "إشعارات دائنة للشركات",
	"Company invoices":                "فواتير الشركات",
	"Company share (AED)":             "مساهمة الشركة (درهم)",
	"Counter":                         "منفذ البيع",
	"Counter sales undone later":      "مبيعات منافذ أُلغيت لاحقًا",
	"Credit note":                     "إشعار دائن",
	"Date":                            "التاريخ",
	"Day":                             "اليوم",
	"Day and person":                  "اليوم والشخص",
	"Days ordered, week of %s":        "الأيام المطلوبة، أسبوع %s",
	"Department":                      "القسم",
	"Documents":                       "المستندات",
	"Due in all (AED)":                "مجموع المستحق (درهم)",
	"E-mail":                          "البريد الإلكتروني",
	"Employee":                        "موظف",
	"Employees (AED)":                 "الموظفون (درهم)",
	"Invited":                         "مدعو",
	"Last day":                        "آخر يوم",
	"List price (AED)":                "سعر القائمة (درهم)",
	"Lunches":                         "وجبات الغداء",
	"Meal":                            "الوجبة",
	"Missing meals paid back":         "وجبات ناقصة رُدّ ثمنها",
	"Month from":                      "الشهر من",
	"Name":                            "الاسم",
	"Net (AED)":                       "الصافي (درهم)",
	"Net AED":                         "الصافي (درهم)",
	"No department":                   "بلا قسم",
	"Not due (AED)":                   "غير مستحق (درهم)",
	"Not invoiced yet (AED)":          "لم يُفوتر (درهم)",
	"Note":                            "ملاحظة",
	"Number":                          "الرقم",
	"Of it at counters (AED)":         "منه في منافذ البيع (درهم)",
	"Over 90 days late (AED)":         "متأخر أكثر من 90 يومًا (درهم)",
	"Owed AED":                        "الرصيد (درهم)",
	"Owed before":                     "الرصيد السابق",
	"Paid too much (AED)":             "مدفوع بزيادة (درهم)",
	"Pending":                         "بانتظار الموافقة",
	"People":                          "الأشخاص",
	"People (AED)":                    "الأشخاص (درهم)",
	"People at the cap":               "من بلغوا الحد الأقصى",
	"People eating":                   "من يتناولون الغداء",
	"People using it":                 "من يستخدمونها",
	"People, for lunches at counters": "أشخاص، عن وجبات في منافذ البيع",
	"People’s own part, app":          "ما دفعه الأشخاص، التطبيق",
	"People’s own part, counters":     "ما دفعه الأشخاص، منافذ البيع",
	"Period from":                     "الفترة من",
	"Person":                          "الشخص",
	"Plan discount (AED)":             "خصم الباقة (درهم)",
	"Portions at counters":            "الحصص في منافذ البيع",
	"Portions in the app":             "الحصص في التطبيق",
	"Price differences at counters":   "فروق الأسعار في منافذ البيع",
	"Rate (%)":                        "النسبة (%)",
	"Receivables %s":                  "الذمم المدينة %s",
	"Role":                            "الدور",
	"Sales (AED)":                     "المبيعات (درهم)",
	"Set off":                         "مقاصة",
	"Set off from %s":                 "مقاصة من %s",
	"Share against cap":               "المساهمة والحد الأقصى",
	"Share cap (AED)":                 "الحد الأقصى للمساهمة (درهم)",
	"Share used (AED)":                "المستخدم من المساهمة (درهم)",
	"Statement":                       "كشف حساب",
	"Status":                          "الحالة",
	"Suspended":                       "موقوف",
	"Taken back":                      "مبلغ استرده البنك",
	"Tax invoice":                     "فاتورة ضريبية",
	"Team":                            "الفريق",
	"To pay":                          "المستحق للدفع",
	"Total":                           "الإجمالي",
	"Total (AED)":                     "الإجمالي (درهم)",
	"Total AED":                       "الإجمالي (درهم)",
	"Used (AED)":                      "المستخدم (درهم)",
	"VAT":                             "ضريبة القيمة المضافة",
	"VAT (AED)":                       "الضريبة (درهم)",
	"VAT rate (%)":                    "نسبة الضريبة (%)",
	"VAT%s AED":                       "الضريبة%s (درهم)",
	"Week from":                       "الأسبوع من",
	"What":                            "البيان",
	"With company share":              "بمساهمة من الشركة",
}
