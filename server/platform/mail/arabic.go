package mail

import (
	"cmp"
	"fmt"
	"html/template"
	"regexp"
	"strings"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/platform/text"
)

// What Arabic letters use. Digits are Western, and what runs from left to right is kept apart from the words around it.

// arabicWords are those that letters get in English: of buttons, of what was corrected, of allergens.
var arabicWords = map[string]string{
	"Sahn":                                 "صحن",
	"See my order":                         "عرض طلبي",
	"See my orders":                        "عرض طلباتي",
	"See my wallet":                        "عرض محفظتي",
	"See the invoice":                      "عرض الفاتورة",
	"See the invoices":                     "عرض الفواتير",
	"See the purchase":                     "عرض عملية الشراء",
	"See your company":                     "عرض شركتك",
	"See your team":                        "عرض فريقك",
	"See your counters":                    "عرض منافذ البيع",
	"See your plan":                        "عرض باقتك",
	"Leave it out":                         "الاستغناء عنها",
	"Choose another meal":                  "اختيار وجبة أخرى",
	"Move or cancel":                       "نقل أو إلغاء",
	"Pick my lunches":                      "اختيار وجباتي",
	"Finish my order":                      "إتمام طلبي",
	"This was not me":                      "لم يكن هذا مني",
	"Choose a password":                    "اختيار كلمة مرور",
	"Choose a new password":                "اختيار كلمة مرور جديدة",
	"It was not me: choose a new password": "لم يكن ذلك مني: اختيار كلمة مرور جديدة",
	"Sign in":                              "تسجيل الدخول",
	"Tax invoice":                          "الفاتورة الضريبية",
	"Tax credit note":                      "الإشعار الدائن الضريبي",
	"Let me sign in":                       "تسجيل دخولي",
	"See my passkeys":                      "عرض مفاتيح المرور",
	"Open the kitchen":                     "فتح المطبخ",
	"Name":                                 "الاسم",
	"TRN":                                  "رقم التسجيل الضريبي",
	"Address on invoices":                  "العنوان على الفواتير",
	"peanuts":                              "الفول السوداني",
	"nuts":                                 "المكسرات",
	"dairy":                                "الحليب ومشتقاته",
	"egg":                                  "البيض",
	"gluten":                               "الغلوتين",
	"fish":                                 "السمك",
	"shellfish":                            "القشريات",
	"molluscs":                             "الرخويات",
	"soy":                                  "الصويا",
	"sesame":                               "السمسم",
	"mustard":                              "الخردل",
	"celery":                               "الكرفس",
	"lupin":                                "الترمس",
	"sulphites":                            "الكبريتيت",
}

func inArabic(words string) string { return cmp.Or(arabicWords[words], words) }

// arabicFunctions are what templates of Arabic letters may use; isolated keeps a text apart that runs from left to right.
func arabicFunctions(isolated func(string) any) map[string]any {
	return map[string]any{
		"say":     inArabic,
		"day":     clock.Date.Arabic,
		"short":   clock.Date.Arabic,
		"weekday": func(d clock.Date) string { return clock.ArabicWeekday(d.Weekday()) },
		"month": func(d clock.Date) string {
			return fmt.Sprintf("%s %d", clock.ArabicMonth(d.Time().Month()), d.Time().Year())
		},
		"at": func(t time.Time) string {
			t = t.In(clock.Dubai)
			return fmt.Sprintf("%d %s %d، %s", t.Day(), clock.ArabicMonth(t.Month()), t.Year(), t.Format("15:04"))
		},
		"aed":     func(amount any) any { return isolated(arabicAmount(fmt.Sprint(amount))) },
		"less":    func(f money.Fils) any { return isolated("−" + arabicAmount(f.String())) },
		"rates":   func(rates string) any { return isolated(strings.ReplaceAll(rates, " and ", "\u200f و\u200e")) },
		"ltr":     isolated,
		"device":  func(name string) string { return strings.Replace(name, " on ", " على ", 1) },
		"plural":  text.ArabicPlural,
		"because": arabicReason,
	}
}

// arabicAmount writes "AED 35.20" as "35.20 د.إ."; other texts, like "25%", stay.
func arabicAmount(s string) string {
	if sign, digits, found := strings.Cut(s, "AED "); found {
		return sign + digits + "\u00a0\u200fد.إ.\u200f"
	}
	return s
}

// isolatedText is for plain text: a left-to-right mark decides the direction between two marks that isolate.
func isolatedText(s string) any { return "\u2068\u200e" + s + "\u2069" }

func isolatedHTML(s string) any {
	return template.HTML(`<bdi dir="ltr" style="white-space:nowrap">` + template.HTMLEscapeString(s) + `</bdi>`) //nolint:gosec // escaped
}

// arabicTyped is a text that a person typed, in plain text.
func arabicTyped(s string) string { return "\u2068" + typed(s) + "\u2069" }

func arabicBrief(s string) string { return "\u2068" + cut(typed(s), 40) + "\u2069" }

// missingReason is the reason that the kitchen gives for what was missing of a lunch.
var missingReason = regexp.MustCompile(`^(\d+ × .*), (Mon|Tue|Wed|Thu|Fri|Sat|Sun) (\d+ \w{3}): (missing|not as it should be)$`)

// arabicReason is a reason for a credit: the kitchen's own in Arabic, others as they were typed.
func arabicReason(s string) string {
	found := missingReason.FindStringSubmatch(s)
	if found == nil {
		return s
	}
	day, err := time.Parse("2 Jan", found[3])
	if err != nil {
		return s
	}
	what := map[string]string{"missing": "لم تصل", "not as it should be": "لم تكن كما ينبغي"}[found[4]]
	return fmt.Sprintf("%s، %d %s: %s", found[1], day.Day(), clock.ArabicMonth(day.Month()), what)
}
