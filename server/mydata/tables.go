package mydata

// kind is how a value is written in a table.
type kind int

const (
	plain  kind = iota // as it is; lists and their parts in words
	word               // a word of the product, in the reader's language
	money              // whole fils, in dirhams with two decimals
	day                // a date
	moment             // an instant, as date and time in Dubai
	hours              // minutes of a day, like 21:00
	there              // whether there is one
)

// said is a text in both languages.
type said struct{ en, ar string }

// in is the text in a language: "ar", or English.
func (s said) in(language string) string {
	if language == "ar" {
		return s.ar
	}
	return s.en
}

// column is a column of a table: the field of the document and how many levels above the table's own rows it is.
type column struct {
	key  string
	name said
	kind kind
	up   int
}

// table is a table in the file: where its rows are in the document, each step a list or one object.
type table struct {
	file    string
	about   said
	path    []string
	columns []column
}

var (
	profile   = column{key: "profile_id", name: said{"Profile", "الملف"}}
	onDay     = said{"Day", "اليوم"}
	when      = said{"When", "الوقت"}
	since     = said{"Since", "منذ"}
	lastSeen  = said{"Last seen", "آخر ظهور"}
	status    = said{"Status", "الحالة"}
	orderName = said{"Order", "الطلب"}
	mealName  = said{"Meal", "الوجبة"}
	mealID    = said{"Meal number", "رقم الوجبة"}
	portions  = said{"Portions", "الحصص"}
	price     = said{"Price (AED)", "السعر (درهم)"}
	total     = said{"Total (AED)", "الإجمالي (درهم)"}
	vat       = said{"Of it VAT (AED)", "منه ضريبة القيمة المضافة (درهم)"}
	paidBy    = said{"Paid by the company (AED)", "دفعته الشركة (درهم)"}
	wallet    = said{"From the wallet (AED)", "من المحفظة (درهم)"}
	byCard    = said{"By card (AED)", "بالبطاقة (درهم)"}
	amount    = said{"Amount (AED)", "المبلغ (درهم)"}
	toPay     = said{"After discount (AED)", "بعد الخصم (درهم)"}
	address   = said{"Address", "العنوان"}
	email     = said{"E-mail", "البريد الإلكتروني"}
	what      = said{"What", "البيان"}
	note      = said{"Note", "ملاحظة"}
)

var moves = []column{profile, {key: "date", name: when, kind: moment}, {key: "type", name: what, kind: word},
	{key: "amount", name: amount, kind: money}, {key: "note", name: note}}

// tables are all tables of the file, in the order in which its README names them.
var tables = []table{
	{"person.csv", said{"you: name, e-mail, language, what you eat and avoid",
		"أنت: الاسم والبريد الإلكتروني واللغة وما تأكله وما تتجنبه"}, []string{"person"}, []column{
		{key: "name", name: said{"Name", "الاسم"}}, {key: "email", name: email}, {key: "mobile", name: said{"Mobile", "رقم الجوال"}},
		{key: "language", name: said{"Language", "اللغة"}, kind: word}, {key: "diets", name: said{"Diets", "الأنظمة الغذائية"}},
		{key: "avoids", name: said{"Allergens avoided", "مسببات الحساسية التي تتجنبها"}},
		{key: "label_avoids", name: said{"Allergens on labels", "مسببات الحساسية على الملصقات"}, kind: word},
		{key: "picture", name: said{"Picture", "الصورة"}, kind: there},
		{key: "has_password", name: said{"Password set", "كلمة مرور معيّنة"}, kind: word},
		{key: "created_at", name: since, kind: moment}}},
	{"profiles.csv", said{"your profiles: one for each company, and your own", "ملفاتك: واحد لكل شركة، وملفك الخاص"},
		[]string{"profiles"}, []column{
			{key: "id", name: profile.name}, {key: "company", name: said{"Company", "الشركة"}},
			{key: "department", name: said{"Department", "القسم"}}, {key: "client_type", name: said{"Role", "الدور"}, kind: word},
			{key: "status", name: status, kind: word}, {key: "address_id", name: address}, {key: "created_at", name: since, kind: moment},
			{key: "email_proved_at", name: said{"E-mail confirmed", "تأكيد البريد الإلكتروني"}, kind: moment},
			{key: "last_used_at", name: said{"Last used", "آخر استخدام"}, kind: moment}}},
	{"addresses.csv", said{"the places that your lunch comes to", "الأماكن التي يصل إليها غداؤك"}, []string{"addresses"}, []column{
		{key: "id", name: address}, {key: "label", name: said{"Name", "الاسم"}}, {key: "line", name: said{"Street", "الشارع"}},
		{key: "area", name: said{"Area", "المنطقة"}}}},
	{"orders.csv", said{"your orders, and who paid how much", "طلباتك ومن دفع كم"}, []string{"orders"}, []column{
		{key: "id", name: orderName}, profile, {key: "week", name: said{"Week from", "الأسبوع من"}, kind: day},
		{key: "status", name: status, kind: word}, {key: "source", name: said{"Ordered in", "طُلب عبر"}, kind: word},
		{key: "order_date", name: said{"Ordered", "وقت الطلب"}, kind: moment},
		{key: "payment_date", name: said{"Paid", "وقت الدفع"}, kind: moment},
		{key: "gross_amount", name: said{"List price (AED)", "سعر القائمة (درهم)"}, kind: money},
		{key: "discount", name: said{"Discount (AED)", "الخصم (درهم)"}, kind: money},
		{key: "net_amount", name: toPay, kind: money}, {key: "company_share", name: paidBy, kind: money},
		{key: "employee_share", name: said{"Your part (AED)", "حصتك (درهم)"}, kind: money},
		{key: "wallet_amount", name: wallet, kind: money}, {key: "payable_amount", name: byCard, kind: money},
		{key: "vat_amount", name: vat, kind: money}}},
	{"lunches.csv", said{"the days of your orders", "أيام طلباتك"}, []string{"orders", "deliveries"}, []column{
		{key: "id", name: orderName, up: 1}, {key: "delivery_date", name: onDay, kind: day}, {key: "address_id", name: address},
		{key: "net_amount", name: toPay, kind: money}, {key: "company_share", name: paidBy, kind: money}}},
	{"meals.csv", said{"the meals of those days", "وجبات تلك الأيام"}, []string{"orders", "deliveries", "items"}, []column{
		{key: "id", name: orderName, up: 2}, {key: "delivery_date", name: onDay, kind: day, up: 1}, {key: "meal", name: mealID},
		{key: "name", name: mealName}, {key: "qty", name: portions}, {key: "price", name: price, kind: money},
		{key: "total", name: total, kind: money}}},
	{"changes.csv", said{"what you changed in orders", "ما غيّرته في الطلبات"}, []string{"orders", "changes"}, []column{
		{key: "id", name: said{"Change", "التعديل"}}, {key: "id", name: orderName, up: 1}, {key: "date", name: when, kind: moment},
		{key: "status", name: status, kind: word}, {key: "days", name: said{"Days and meals", "الأيام والوجبات"}},
		{key: "difference", name: said{"Difference (AED)", "الفرق (درهم)"}, kind: money}, {key: "wallet_amount", name: wallet, kind: money},
		{key: "payable_amount", name: byCard, kind: money},
		{key: "refund_wallet", name: said{"Back to the wallet (AED)", "مردود إلى المحفظة (درهم)"}, kind: money},
		{key: "refund_card", name: said{"Back to the card (AED)", "مردود إلى البطاقة (درهم)"}, kind: money}}},
	{"labels.csv", said{"what the labels of today’s and coming lunches say", "ما تقوله ملصقات وجبات اليوم والأيام القادمة"},
		[]string{"labels"}, []column{
			{key: "delivery_date", name: onDay, kind: day}, {key: "says", name: said{"The label says", "نص الملصق"}}}},
	{"payments.csv", said{"your card payments; a card is its last four digits", "مدفوعاتك بالبطاقة؛ البطاقة هي آخر أربعة أرقام منها"},
		[]string{"payments"}, []column{
			{key: "id", name: said{"Payment", "الدفعة"}}, {key: "date", name: when, kind: moment}, {key: "purpose", name: what, kind: word},
			{key: "order_id", name: orderName}, {key: "amount", name: amount, kind: money}, {key: "status", name: status, kind: word},
			{key: "card", name: said{"Card", "البطاقة"}}, {key: "email", name: email}}},
	{"cards.csv", said{"cards that you saved", "البطاقات التي حفظتها"}, []string{"cards"}, []column{profile,
		{key: "brand", name: said{"Kind", "النوع"}}, {key: "last4", name: said{"Last four digits", "آخر أربعة أرقام"}},
		{key: "expiry", name: said{"Expires", "تنتهي في"}}, {key: "since", name: since, kind: moment}}},
	{"wallet.csv", said{"what went into your wallet and out of it", "ما دخل محفظتك وما خرج منها"}, []string{"wallet"}, moves},
	{"owed.csv", said{"what you owed for lunches at counters, and paid", "ما استحق عليك في منافذ البيع وما سددته"}, []string{"owed"}, moves},
	{"counter-sales.csv", said{"what you bought at counters", "ما اشتريته من منافذ البيع"}, []string{"counter_sales"}, []column{
		{key: "id", name: said{"Sale", "البيع"}}, profile, {key: "date", name: when, kind: moment},
		{key: "total_amount", name: total, kind: money}, {key: "vat_amount", name: vat, kind: money},
		{key: "company_share", name: paidBy, kind: money}, {key: "wallet_amount", name: wallet, kind: money},
		{key: "owed_amount", name: said{"Owed (AED)", "المستحق (درهم)"}, kind: money},
		{key: "cash_amount", name: said{"In cash (AED)", "نقدًا (درهم)"}, kind: money},
		{key: "terminal_amount", name: said{"Card at the counter (AED)", "بالبطاقة في المنفذ (درهم)"}, kind: money},
		{key: "voided_at", name: said{"Undone", "أُلغي"}, kind: moment},
		{key: "dispute", name: said{"Reported as not yours", "أُبلغ أنه ليس لك"}}}},
	{"counter-meals.csv", said{"the meals of those purchases", "وجبات تلك المشتريات"}, []string{"counter_sales", "items"}, []column{
		{key: "id", name: said{"Sale", "البيع"}, up: 1}, {key: "date", name: when, kind: moment, up: 1}, {key: "meal", name: mealID},
		{key: "name", name: mealName}, {key: "qty", name: portions}, {key: "price", name: price, kind: money},
		{key: "total", name: total, kind: money}}},
	{"drafts.csv", said{"what you chose and have not ordered", "ما اخترته ولم تطلبه"}, []string{"drafts", "items"}, []column{
		{key: "profile_id", name: profile.name, up: 1}, {key: "date", name: onDay, kind: day, up: 1}, {key: "meal", name: mealID},
		{key: "qty", name: portions}, {key: "address_id", name: address, up: 1}}},
	{"passkeys.csv", said{"your passkeys", "مفاتيح المرور الخاصة بك"}, []string{"passkeys"}, []column{
		{key: "name", name: said{"Name", "الاسم"}}, {key: "for_the_kitchen", name: said{"For the kitchen", "للمطبخ"}, kind: word},
		{key: "made_at", name: since, kind: moment}, {key: "last_used_at", name: said{"Last used", "آخر استخدام"}, kind: moment},
		{key: "stopped_at", name: said{"Stopped", "أُوقف"}, kind: moment}}},
	{"devices.csv", said{"devices that keep a copy of your choices", "الأجهزة التي تحتفظ بنسخة من اختياراتك"}, []string{"devices"}, []column{
		{key: "id", name: said{"Device", "الجهاز"}}, {key: "app", name: said{"App", "التطبيق"}},
		{key: "first_seen", name: said{"First seen", "أول ظهور"}, kind: moment}, {key: "last_seen", name: lastSeen, kind: moment}}},
	{"sign-ins.csv", said{"where you are signed in", "أين سجّلت الدخول"}, []string{"sign_ins"}, []column{
		{key: "device", name: said{"Device", "الجهاز"}}, {key: "since", name: since, kind: moment},
		{key: "last_seen", name: lastSeen, kind: moment}, {key: "until", name: said{"Until", "حتى"}, kind: moment}}},
	{"browsers.csv", said{"browsers that you signed in with before", "متصفحات سجّلت الدخول بها من قبل"}, []string{"known_browsers"}, []column{
		{key: "browser", name: said{"Browser", "المتصفح"}}, {key: "network", name: said{"Network", "الشبكة"}},
		{key: "first_sign_in", name: said{"First sign-in", "أول تسجيل دخول"}, kind: moment},
		{key: "last_sign_in", name: said{"Last sign-in", "آخر تسجيل دخول"}, kind: moment}}},
	{"notification-browsers.csv", said{"browsers that show you notifications", "متصفحات تعرض لك الإشعارات"},
		[]string{"notifications", "browsers"}, []column{
			{key: "push_service", name: said{"Push service", "خدمة الإشعارات"}}, {key: "since", name: since, kind: moment}}},
	{"notification-choices.csv", said{"what you chose to be told", "ما اخترت أن تُبلَّغ به"}, []string{"notifications", "choices"}, []column{
		{key: "switched_off", name: said{"Switched off", "متوقفة"}}, {key: "with_details", name: said{"With details", "مع التفاصيل"}, kind: word},
		{key: "quiet_from_minute", name: said{"Quiet from", "هدوء من"}, kind: hours},
		{key: "quiet_until_minute", name: said{"Quiet until", "هدوء حتى"}, kind: hours},
		{key: "changed_at", name: said{"Changed", "آخر تغيير"}, kind: moment}}},
	{"phone.csv", said{"your number for messages", "رقمك للرسائل"}, []string{"phone"}, []column{
		{key: "number", name: said{"Number", "الرقم"}}, {key: "kinds", name: said{"Told there", "ما تُبلَّغ به عليه"}},
		{key: "verified_at", name: said{"Proved", "أُثبت"}, kind: moment},
		{key: "not_proved_yet", name: said{"Not proved yet", "لم يُثبت بعد"}}}},
	{"phone-messages.csv", said{"messages to your phone", "الرسائل إلى هاتفك"}, []string{"phone", "messages"}, []column{
		{key: "at", name: when, kind: moment}, {key: "kind", name: said{"About", "بشأن"}, kind: word},
		{key: "state", name: said{"What became of it", "ما آلت إليه"}, kind: word}}},
	{"notification-history.csv", said{"when and how you switched messages on or off", "متى وكيف شغّلت الرسائل أو أوقفتها"},
		[]string{"notifications", "history"}, []column{
			{key: "at", name: when, kind: moment}, {key: "channel", name: said{"By", "عبر"}, kind: word},
			{key: "kind", name: said{"About", "بشأن"}, kind: word}, {key: "given", name: said{"On", "تشغيل"}, kind: word},
			{key: "way", name: said{"How", "كيف"}, kind: word}, {key: "wording", name: said{"Version of the text", "إصدار النص"}}}},
	{"second-step.csv", said{"the second step of your sign-in", "الخطوة الثانية لتسجيل دخولك"}, []string{"second_step"}, []column{
		{key: "since", name: since, kind: moment},
		{key: "recovery_codes_left", name: said{"Recovery codes left", "رموز الاسترداد المتبقية"}}}},
	{"letters.csv", said{"letters that were sent to you: what about, and when", "الرسائل البريدية التي أُرسلت إليك: موضوعها ووقتها"},
		[]string{"letters"}, []column{
			{key: "kind", name: said{"About", "بشأن"}, kind: word}, {key: "made_at", name: said{"Written", "كُتبت"}, kind: moment},
			{key: "sent_at", name: said{"Sent", "أُرسلت"}, kind: moment}}},
	{"tax-documents.csv", said{"tax invoices and credit notes made out to you", "الفواتير الضريبية والإشعارات الدائنة الصادرة باسمك"},
		[]string{"tax_documents"}, []column{
			{key: "number", name: said{"Number", "الرقم"}}, profile, {key: "document", name: what, kind: word},
			{key: "issued_on", name: said{"Issued", "تاريخ الإصدار"}, kind: day},
			{key: "about_id", name: said{"Order or sale", "الطلب أو البيع"}},
			{key: "credits", name: said{"Takes back from", "يردّ من"}},
			{key: "net_amount", name: said{"Before VAT (AED)", "قبل ضريبة القيمة المضافة (درهم)"}, kind: money},
			{key: "vat_amount", name: vat, kind: money},
			{key: "total_amount", name: total, kind: money}}},
	{"calendar-links.csv", said{"private links to your lunches for a calendar; the link itself is secret",
		"الروابط الخاصة بوجباتك للتقويم؛ الرابط نفسه سري"},
		[]string{"calendar_links"}, []column{profile, {key: "since", name: since, kind: moment}}},
	{"company-directory.csv", said{"what your company’s directory told us about you", "ما أخبرنا به دليل شركتك عنك"},
		[]string{"company_directory"}, []column{profile, {key: "user_name", name: said{"User name", "اسم المستخدم"}},
			{key: "external_id", name: said{"Its number for you", "رقمك لديه"}}, {key: "told", name: said{"What it told", "ما أخبر به"}},
			{key: "groups", name: said{"Groups", "المجموعات"}}, {key: "made_at", name: since, kind: moment},
			{key: "changed_at", name: said{"Changed", "آخر تغيير"}, kind: moment},
			{key: "left_at", name: said{"Said that you left", "أفاد بمغادرتك"}, kind: moment},
			{key: "gone_at", name: said{"Forgot you", "حذفك"}, kind: moment}}},
}

// words are the product's own that stand in tables, as people read them.
var words = map[string]said{
	"true": {"Yes", "نعم"}, "false": {"No", "لا"}, "ar": {"Arabic", "العربية"}, "en": {"English", "الإنجليزية"},
	"Active": {"Active", "نشط"}, "Pending": {"Pending", "بانتظار الموافقة"}, "Invited": {"Invited", "مدعو"},
	"Suspended": {"Suspended", "موقوف"}, "Employee": {"Employee", "موظف"}, "Admin": {"Admin", "مسؤول"},
	"Cash": {"Cash client", "عميل فردي"}, "Operator": {"Staff of Sahn", "فريق صحن"},
	"Initiated": {"Initiated", "قيد الإنشاء"}, "Payment Pending": {"Payment Pending", "بانتظار الدفع"},
	"Payment Failed": {"Payment Failed", "فشل الدفع"}, "Confirmed": {"Confirmed", "مؤكد"}, "Completed": {"Completed", "مكتمل"},
	"Cancelled": {"Cancelled", "ملغى"}, "Refunded": {"Refunded", "مسترد"},
	"web": {"App", "التطبيق"}, "pos": {"Counter", "منفذ البيع"},
	"order": {"Order", "طلب"}, "amendment": {"Change of an order", "تعديل طلب"}, "topup": {"Wallet top-up", "شحن المحفظة"},
	"invoice": {"Invoice", "فاتورة"}, "credit": {"Credit", "رصيد مُضاف"}, "refund": {"Refund", "استرداد"},
	"debt": {"Debt paid", "سداد مستحق"}, "sale": {"Purchase at a counter", "شراء من منفذ بيع"},
	"void": {"Purchase undone", "إلغاء شراء"}, "missing": {"Missing meals", "وجبات ناقصة"},
	"whatsapp": {"WhatsApp", "WhatsApp"}, "code": {"Code", "رمز"}, "reply": {"Answer to a message", "رد على رسالة"},
	"unused": {"Not used for long", "لم يُستخدم منذ مدة"}, "waiting": {"Waiting", "قيد الانتظار"}, "sending": {"On its way", "في الطريق"},
	"taken": {"On its way", "في الطريق"}, "sent": {"Sent", "أُرسلت"}, "delivered": {"Arrived", "وصلت"}, "read": {"Read", "قُرئت"},
	"push": {"Notification", "إشعار"}, "mail": {"Mail", "بريد"}, "device": {"Notifications in a browser", "الإشعارات في متصفح"},
	"detail": {"Details on the lock screen", "التفاصيل على شاشة القفل"}, "week": {"Choose for the week", "اختيار وجبات الأسبوع"},
	"desk": {"Lunch is at its place", "وصول الغداء إلى مكانه"}, "allergen": {"Corrected allergens", "تصحيح مسببات الحساسية"},
	"payment": {"An order is not paid", "طلب لم يُدفع"}, "till": {"A till asks you", "سؤال من منفذ بيع"},
	"page": {"On the profile page", "في صفحة الملف الشخصي"}, "renewed": {"Signed in again in that browser", "تسجيل دخول جديد في المتصفح نفسه"},
	"link": {"Tap on a notification", "نقرة على إشعار"}, "gone": {"The browser takes none any more", "لم يعد المتصفح يقبلها"},
	"session": {"Signed out", "تسجيل الخروج"}, "operator": {"Signed out by Sahn", "تسجيل خروج من فريق صحن"},
	"erasure": {"Account deleted", "حذف الحساب"}, "before": {"Before this list began", "قبل بدء هذه القائمة"},
	"tax_invoice": {"Tax invoice", "فاتورة ضريبية"}, "credit_note": {"Credit note", "إشعار دائن"},
	"invitation": {"Invitation", "دعوة"}, "approval": {"Approval", "موافقة"}, "password": {"Password", "كلمة المرور"},
	"tried": {"Tries to sign in", "محاولات تسجيل الدخول"}, "second step": {"Second step", "الخطوة الثانية"},
	"elsewhere": {"Sign-in on a new device", "تسجيل دخول من جهاز جديد"}, "passkey": {"Passkey", "مفتاح مرور"},
	"confirmed": {"Order confirmed", "تأكيد طلب"}, "receipt": {"Receipt", "إيصال"}, "changed": {"Order changed", "تعديل طلب"},
	"reminder": {"Reminder", "تذكير"}, "withdrawn": {"Meal taken off", "سحب وجبة"}, "closed": {"Day closed", "إغلاق يوم"},
	"hours": {"Other delivery times", "أوقات توصيل أخرى"}, "corrected": {"Corrected allergens", "تصحيح مسببات الحساسية"},
	"tier": {"Company’s plan", "خطة الشركة"}, "leavers": {"Who left the company", "من غادر الشركة"},
	"correction": {"Corrected company details", "تصحيح بيانات الشركة"}, "purchase": {"Purchase at a counter", "شراء من منفذ بيع"},
	"reported": {"Reported purchase", "شراء أُبلغ عنه"}, "webhook": {"Webhook", "خطاف ويب"}, "domain": {"Company’s domain", "نطاق الشركة"},
	"open": {"Open", "مفتوح"}, "paid": {"Paid", "مدفوع"}, "failed": {"Failed", "فشل"},
}
