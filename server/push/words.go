package push

import (
	"fmt"
	"time"

	"sahn/server/platform/clock"
	"sahn/server/platform/money"
)

// words are what notifications say in one language. The first words of each are for a lock screen, where anybody may read them.
type words struct {
	language string
	stop     string
	week     func(m Message, span string, last clock.Date, drafted bool) Message
	desk     func(m Message, place string) Message
	allergen func(m Message, meal string, date clock.Date) Message
	payment  func(m Message, span string, due int64, until time.Time) Message
	till     func(m Message, amount int64, place string) Message
}

// wordsOf are those of a person's language.
func wordsOf(language string) words {
	if language == "ar" {
		return arabic
	}
	return english
}

func stopText(language string) string { return wordsOf(language).stop }

// lastDay is the last day that ends before an instant, or at it.
func lastDay(until time.Time) clock.Date { return clock.DateOf(until.Add(-time.Microsecond)) }

var english = words{
	language: "en",
	stop:     "Stop these",
	week: func(m Message, span string, last clock.Date, drafted bool) Message {
		m.Template, m.Values = "sahn_week_choose", []string{span, last.Weekday().String()}
		m.Plain = Words{"Lunch for " + span, fmt.Sprintf("Choose by the end of %s.", last.Weekday())}
		if drafted {
			m.Template = "sahn_week_order"
			m.Plain.Text = fmt.Sprintf("Chosen and not ordered yet. Order by the end of %s.", last.Weekday())
		}
		return m
	},
	desk: func(m Message, place string) Message {
		m.Template = "sahn_desk"
		m.Plain = Words{"Your lunch is here", "It is at the place where your lunches arrive."}
		m.Full = Words{"Your lunch is here", "It is at " + place + "."}
		return m
	},
	allergen: func(m Message, meal string, date clock.Date) Message {
		m.Template = "sahn_allergen"
		m.Plain = Words{"Please read this before you eat", "There is news about a meal that you ordered."}
		m.Full = Words{"Allergens of " + meal + " corrected", "You ordered it for " + date.Time().Format("Mon 2 Jan") + ". Please look at it."}
		return m
	},
	payment: func(m Message, span string, due int64, until time.Time) Message {
		last := lastDay(until).Weekday()
		m.Template, m.Values = "sahn_payment", []string{last.String()}
		m.Plain = Words{"Your lunches are not ordered yet", fmt.Sprintf("Something is left to do by the end of %s.", last)}
		m.Full = Words{"Lunches for " + span + " are not paid", fmt.Sprintf("AED %s, by the end of %s.", money.Fils(due), last)}
		return m
	},
	till: func(m Message, amount int64, place string) Message {
		m.Template = "sahn_till"
		m.Plain = Words{"A till waits for your answer", "Open it to confirm or decline."}
		m.Full = Words{fmt.Sprintf("Confirm AED %s?", money.Fils(amount)), "A till at " + place + " waits for your answer."}
		return m
	},
}

// isolated keeps what is typed apart from the Arabic around it.
func isolated(text string) string { return "\u2068" + text + "\u2069" }

var arabic = words{
	language: "ar",
	stop:     "إيقاف هذه الإشعارات",
	week: func(m Message, span string, last clock.Date, drafted bool) Message {
		m.Template, m.Values = "sahn_week_choose", []string{span, clock.ArabicWeekday(last.Weekday())}
		m.Plain = Words{"وجبات أسبوع " + span, "يمكن الاختيار حتى نهاية يوم " + clock.ArabicWeekday(last.Weekday()) + "."}
		if drafted {
			m.Template = "sahn_week_order"
			m.Plain.Text = "الوجبات مختارة ولم تُطلب بعد. يمكن الطلب حتى نهاية يوم " + clock.ArabicWeekday(last.Weekday()) + "."
		}
		return m
	},
	desk: func(m Message, place string) Message {
		m.Template = "sahn_desk"
		m.Plain = Words{"وصل غداؤك", "تجده في مكان استلام وجباتك."}
		m.Full = Words{"وصل غداؤك", "تجده في " + isolated(place) + "."}
		return m
	},
	allergen: func(m Message, meal string, date clock.Date) Message {
		m.Template = "sahn_allergen"
		m.Plain = Words{"يُرجى القراءة قبل الأكل", "هناك جديد بشأن وجبة طلبتها."}
		m.Full = Words{"تصحيح مسببات الحساسية: " + isolated(meal), "وجبة طلبتها ليوم " + date.Arabic() + ". يُرجى الاطلاع عليها."}
		return m
	},
	payment: func(m Message, span string, due int64, until time.Time) Message {
		last := clock.ArabicWeekday(lastDay(until).Weekday())
		m.Template, m.Values = "sahn_payment", []string{last}
		m.Plain = Words{"وجباتك لم تُطلب بعد", "بقيت خطوة واحدة حتى نهاية يوم " + last + "."}
		m.Full = Words{"وجبات أسبوع " + span + " لم تُدفع", isolated("AED "+money.Fils(due).String()) + "، حتى نهاية يوم " + last + "."}
		return m
	},
	till: func(m Message, amount int64, place string) Message {
		m.Template = "sahn_till"
		m.Plain = Words{"منفذ بيع ينتظر ردك", "افتح الإشعار للتأكيد أو الرفض."}
		m.Full = Words{"تأكيد " + isolated("AED "+money.Fils(amount).String()) + "؟", "منفذ بيع في " + isolated(place) + " ينتظر ردك."}
		return m
	},
}
