import type * as English from "#pwa/i18n/server-sentences";

/** By what the server says; `%s` stands for what it fills in, `{1}` for the first of them. The first that fits is taken. */
export const sentences: Record<string, string> = {
  "The %s field is required.": "هذه الخانة مطلوبة.",
  "The %s field is required: the company's invoices name it.": "هذه الخانة مطلوبة لأنها تظهر على فواتير الشركة.",
  "The %s field is required: your invoices name it.": "هذه الخانة مطلوبة لأنها تظهر على فواتيركم.",
  "The %s field is invalid.": "هذه الخانة غير صحيحة.",
  "Messages to phones are not set up here.": "الرسائل إلى الهواتف غير متاحة هنا.",
  "Enter a mobile number, like 050 123 4567 or +44 7700 900123.":
    "يُرجى إدخال رقم هاتف متحرك، مثل \u2066050 123 4567\u2069 أو \u2066+44 7700 900123\u2069.",
  "Give your number first.": "يُرجى إدخال الرقم أولًا.",
  "You asked for enough codes for now. Please try again later.": "طلبت رموزًا كافية الآن. يُرجى المحاولة لاحقًا.",
  "This browser's notifications cannot be used.": "لا يمكن استخدام إشعارات هذا المتصفح.",
  "Quiet hours begin and end at two different times, like 21:00 and 07:00.":
    "تبدأ ساعات الهدوء وتنتهي في وقتين مختلفين، مثل 21:00 و07:00.",
  "The request is not readable.": "تعذّرت قراءة الطلب.",
  "The %s field is not known.": "هذه الخانة غير معروفة.",
  "The %s field must be a valid email address.": "يُرجى كتابة عنوان بريد إلكتروني صحيح.",
  "The %s field must be a number with its country code, like %s.": "يُرجى كتابة الرقم مع رمز الدولة، مثل {2}.",
  "Your company signs in through its own provider. Type your email again and continue with your company.":
    "تسجّل شركتك الدخول عبر مزوّدها الخاص. اكتب بريدك الإلكتروني من جديد وتابع عبر شركتك.",
  "You also belong to another company here, and your company's sign-in does not speak for that one. Please sign in with a code.":
    "تنتمي هنا أيضًا إلى شركة أخرى لا يشملها تسجيل دخول شركتك. يُرجى الدخول برمز.",
  "This email belongs to another account at your company's sign-in. Please ask your company's admin.":
    "هذا البريد مرتبط بحساب آخر لدى مزوّد شركتك. يُرجى سؤال مسؤول شركتك.",
  "Your company's sign-in knows you, but your account here is on hold. Please ask your company's admin.":
    "يعرفك مزوّد شركتك، لكن حسابك هنا موقوف مؤقتًا. يُرجى سؤال مسؤول شركتك.",
  "Your company has five tokens already. Please revoke one that you do not use.":
    "لدى شركتك خمسة رموز بالفعل. يُرجى إلغاء رمز لا تستخدمه.",
  "This is the company's last admin. Make somebody else an admin first.":
    "هذا آخر مسؤول في الشركة. يُرجى تعيين مسؤول آخر أولًا.",
  "An admin suspended or removed this person here. Only an admin, or whoever put them on hold, lets them in again.":
    "أوقف أحد المسؤولين هذا الشخص أو أزاله. ولا يعيده إلا مسؤول، أو من أوقفه.",
  "No company's own sign-in is set up for this email.": "لا يوجد تسجيل دخول خاص بشركة لهذا البريد الإلكتروني.",
  "This sign-in was not begun in this window, or it took too long. Please begin again.":
    "لم يبدأ تسجيل الدخول هذا في هذه النافذة، أو استغرق وقتًا طويلًا. يُرجى البدء من جديد.",
  "Your company's sign-in did not answer as it should. Please try again, and tell your company's admin if it stays so.":
    "لم يُجب تسجيل دخول شركتك كما ينبغي. يُرجى إعادة المحاولة، وإبلاغ مسؤول شركتك إن استمر ذلك.",
  "Your company's sign-in gave us no email of your company's domains. Please tell your company's admin.":
    "لم يزوّدنا تسجيل دخول شركتك ببريد ضمن نطاقاتها. يُرجى إبلاغ مسؤول شركتك.",
  "Your company's sign-in says that your email is not verified. Please verify it there and try again.":
    "يفيد تسجيل دخول شركتك بأن بريدك غير مؤكد. يُرجى تأكيده هناك وإعادة المحاولة.",
  "Your company's sign-in is out of order here. Please sign in another way, or tell your company's admin.":
    "تسجيل دخول شركتك معطّل هنا. يُرجى تسجيل الدخول بطريقة أخرى أو إبلاغ مسؤول شركتك.",
  "We cannot read the client secret of your own sign-in any more. Please edit it and enter the secret again.":
    "لم نعد نستطيع قراءة سر العميل الخاص بتسجيل دخول شركتكم. يُرجى تعديله وإدخال السر من جديد.",
  "As many large files are being downloaded as we can send at once. Please try again in a few minutes.":
    "يجري تنزيل أقصى عدد من الملفات الكبيرة يمكننا إرساله في آن واحد. يُرجى إعادة المحاولة بعد بضع دقائق.",
  "One more step, this once: type the code that we just mailed you.":
    "خطوة أخيرة هذه المرة فقط: اكتب الرمز الذي أرسلناه إليك للتو.",
  "Your company is not approved yet. You can set this up as soon as it is.":
    "لم تُعتمد شركتك بعد. يمكنك إعداد هذا فور اعتمادها.",
  "Your company is not approved yet. You can make keys as soon as it is.":
    "لم تُعتمد شركتك بعد. يمكنك إنشاء المفاتيح فور اعتمادها.",
  "Your company has 20 keys that work. Please revoke one first.": "لدى شركتك 20 مفتاحًا صالحًا. يُرجى إلغاء أحدها أولًا.",
  "Your company is not approved yet. You can add webhooks as soon as it is.":
    "لم تُعتمد شركتك بعد. يمكنك إضافة العناوين فور اعتمادها.",
  "Your company has 5 webhooks. Please remove one first.": "لدى شركتك 5 عناوين. يُرجى إزالة أحدها أولًا.",
  "This webhook is off. Please switch it on first.": "الإرسال إلى هذا العنوان متوقف. يُرجى تشغيله أولًا.",
  "Only an endpoint of your own has a secret that can be replaced.": "لا يُستبدل إلا سر عنوان لبرنامج شركتك.",
  "Please name one event, or since when all are sent again.":
    "يُرجى تحديد حدث واحد، أو الوقت الذي يُعاد منه إرسال كل شيء.",
  "Please enter an address that begins with https:// and is on the public internet.":
    "يُرجى إدخال عنوان يبدأ بـ \u2066https://\u2069 وموجود على الإنترنت العام.",
  "Please enter the address that Slack gave you; it begins with https://hooks.slack.com/services/.":
    "يُرجى إدخال العنوان الذي أعطاك إياه \u2066Slack\u2069؛ ويبدأ بـ \u2066https://hooks.slack.com/services/\u2069.",
  "Please enter the address that the workflow in Teams gave you.":
    "يُرجى إدخال العنوان الذي أعطاك إياه سير العمل في \u2066Teams\u2069.",
  "There is no event of this name for this.": "لا يوجد حدث بهذا الاسم هنا.",
  "This API key may not do that.": "لا يسمح هذا المفتاح بذلك.",
  "The from field must be a date like 2026-11-23.": "يجب أن يكون حقل from تاريخًا مثل 2026-11-23.",
  "The until field must be a date at most 30 days after from.":
    "يجب أن يكون حقل until تاريخًا بعد from بثلاثين يومًا على الأكثر.",
  "Try it yourself first: then you know that it lets your people in.": "جرّبه بنفسك أولًا لتتأكد من أنه يُدخل موظفيك.",
  "Verify one of your domains first.": "أثبت ملكية أحد نطاقاتك أولًا.",
  "This e-invoice is on its way or was delivered.": "هذه الفاتورة الإلكترونية في الطريق أو سُلِّمت.",
  "We do not see this record yet. New records can take an hour to be seen everywhere.":
    "لا نرى هذا السجل بعد. قد تستغرق السجلات الجديدة ساعة حتى تظهر في كل مكان.",
  "Another company signs in with this domain here. Please write to us.":
    "تستخدم شركة أخرى هذا النطاق هنا. يُرجى مراسلتنا.",
  "The issuer must be an https address, like https://login.example.com.":
    "يجب أن يكون عنوان المزوّد عنوان \u2066https\u2069، مثل \u2066https://login.example.com\u2069.",
  "The client id field is required.": "يُرجى كتابة معرّف التطبيق.",
  "The client secret field is required.": "يُرجى كتابة سرّ التطبيق.",
  "The %s field must be a year.": "يُرجى كتابة سنة.",
  "The %s field must be a date.": "يُرجى كتابة تاريخ.",
  "The %s field must be the day of the transfer.": "يُرجى كتابة يوم التحويل.",
  "The %s field must be after active from.": "يجب أن يكون هذا اليوم بعد يوم البدء.",
  "The %s field must be after its start.": "يجب أن تكون النهاية بعد البداية.",
  "The %s field must be after from.": "يجب أن تكون النهاية بعد البداية.",
  "The %s field must be a day after today, within two years.": "يُرجى اختيار يوم بعد اليوم وخلال سنتين.",
  "The %s field must be today or a day of the coming year.": "يُرجى اختيار اليوم أو يوم من السنة القادمة.",
  "The %s field must be at most %s days from the from field.": "يجب ألا تزيد المدة على {2} يومًا.",
  "The %s field must be at least %s.": "الحد الأدنى {2}.",
  "The %s field must be from %s to %s.": "يجب أن تكون القيمة من {2} إلى {3}.",
  "The %s field must be between 0 and %s.": "يجب أن تكون القيمة من 0 إلى {2}.",
  "The %s field must be %s characters.": "يجب أن يكون الطول {2} حرفًا.",
  "The %s field must be the two letters of a country, like AE.": "يُرجى كتابة حرفي الدولة، مثل AE.",
  "The %s field must be 10 digits that begin with 1.": "يجب أن يتكون الرقم من 10 أرقام أولها 1.",
  "The %s field must be eight digits, each 0 or 1.": "يجب أن تكون ثمانية أرقام، كل منها 0 أو 1.",
  "The provider could not be reached.": "تعذّر الوصول إلى مزوّد الفواتير الإلكترونية.",
  "The provider’s answer broke off.": "انقطعت إجابة مزوّد الفواتير الإلكترونية.",
  "The provider answered %s.": "أجاب مزوّد الفواتير الإلكترونية: {1}.",
  "The provider rejected it without a reason.": "رفضها مزوّد الفواتير الإلكترونية بلا ذكر السبب.",
  "There is no e-invoice yet: the seller's Emirate, licence or TRN is missing. We fill them in under Settings.":
    "لا توجد فاتورة إلكترونية بعد: تنقص إمارة البائع أو رخصته أو رقمه الضريبي. نستكملها من الإعدادات.",
  "There is no e-invoice yet: the company's Emirate or address, or its TRN, TIN or licence, is missing. Fill them in under Company.":
    "لا توجد فاتورة إلكترونية بعد: تنقص إمارة الشركة أو عنوانها أو رقمها الضريبي أو رخصتها. يُرجى استكمالها من صفحة الشركة.",
  "There is no e-invoice of this document: the rules for e-invoices refuse its VAT. It is valid on paper.":
    "لا فاتورة إلكترونية لهذا المستند: قواعد الفوترة الإلكترونية لا تقبل ضريبته. وهو صالح على الورق.",
  "The %s field must be 15 digits.": "يجب أن يتكون الرقم من 15 رقمًا.",
  "The %s field must not be greater than %s.": "الحد الأقصى {2}.",
  "The %s field must not have more than %s names.": "الحد الأقصى {2} من الأسماء.",
  "The %s field must not have more than %s lines.": "الحد الأقصى {2} أسطر.",
  "The %s field has an IBAN with a typing mistake.": "في رقم IBAN خطأ كتابي.",
  "The cuisine is not known.": "هذا المطبخ غير معروف.",
  "The picture is invalid.": "الصورة غير صالحة.",
  "The picture must be a JPEG or PNG of at most 2048 by 2048 pixels and %s.":
    "يجب أن تكون الصورة JPEG أو PNG، بحد أقصى 2048 × 2048 بكسل و{1}.",
  "The given data was invalid.": "بعض البيانات غير صحيحة.",
  "A text has a character that cannot be stored. Please type it again.":
    "في النص حرف لا يمكن حفظه. يُرجى كتابته من جديد.",
  "The password must be at least 10 characters.": "يجب ألا تقل كلمة المرور عن 10 أحرف.",
  "The password must not be greater than 200 characters.": "يجب ألا تزيد كلمة المرور على 200 حرف.",
  "The password must not be your email.": "لا يمكن أن تكون كلمة المرور هي بريدك الإلكتروني.",
  "This password is too easy to guess.": "كلمة المرور هذه سهلة التخمين.",
  "This password was leaked somewhere, and attackers try it first. Choose another one.":
    "كلمة المرور هذه سبق تسريبها، ويجرّبها المهاجمون أولًا. يُرجى اختيار كلمة أخرى.",
  "This PIN is too easy to guess.": "هذا الرقم السري سهل التخمين.",
  "A PIN has six digits.": "يتكوّن الرقم السري من ستة أرقام.",
  "That PIN is not right.": "الرقم السري غير صحيح.",
  "Enter your PIN to go on.": "يُرجى إدخال رقمك السري للمتابعة.",
  "Choose a PIN first: without one nobody could unlock this.": "يُرجى اختيار رقم سري أولًا، فبدونه لا يمكن فتح القفل.",
  "Five wrong PINs: this session is over. Sign in again.":
    "أُدخل رقم سري خاطئ خمس مرات وانتهت هذه الجلسة. يُرجى تسجيل الدخول من جديد.",
  "That password is not right.": "كلمة المرور غير صحيحة.",
  "You have no password yet. Set one with a code by email.": "ليس لديك كلمة مرور بعد. يمكن تعيينها برمز يصل بالبريد.",
  "Your email is confirmed. Your company's admin has to let you in now; we will write to you.":
    "تم تأكيد بريدك. بقيت موافقة مسؤول شركتك، وسنراسلك عندها.",
  "Please sign in again to go on as this user.": "يُرجى تسجيل الدخول من جديد للمتابعة بهذا الحساب.",
  "You need an app for codes before you sign in. Load this page again and begin with your password.":
    "يلزم تطبيق للرموز قبل تسجيل الدخول. يُرجى إعادة تحميل الصفحة والبدء بكلمة المرور.",
  "A mailed code is not enough for you any more. Begin again with your password.":
    "لم يعد الرمز المرسل بالبريد كافيًا لحسابك. يُرجى البدء من جديد بكلمة المرور.",
  "This passkey does not sign in here. Use a code or your password.":
    "مفتاح المرور هذا لا يسجّل الدخول هنا. يُرجى استخدام رمز أو كلمة المرور.",
  "That took too long. Please try again.": "انتهت المهلة. يُرجى المحاولة مرة أخرى.",
  "This passkey seems to have been copied and is not taken any more. Sign in in another way, remove it and add a new one.":
    "يبدو أن مفتاح المرور هذا نُسخ، ولم يعد مقبولًا. يُرجى تسجيل الدخول بطريقة أخرى ثم إزالته وإضافة مفتاح جديد.",
  "Passkeys need an address with a name. This app is opened by a number.":
    "تحتاج مفاتيح المرور إلى عنوان باسم، وهذا التطبيق مفتوح بعنوان رقمي.",
  "This passkey is registered already.": "مفتاح المرور هذا مسجّل من قبل.",
  "You have ten passkeys. Remove one that you do not use first.":
    "لديك عشرة مفاتيح مرور. يُرجى أولًا إزالة مفتاح لا يُستخدم.",
  "Set up an app for codes first. A passkey stands beside it.":
    "يُرجى أولًا إعداد تطبيق للرموز، فمفتاح المرور يُضاف إلى جانبه.",
  "The passkey is renamed.": "تم تغيير اسم مفتاح المرور.",
  "The passkey is removed.": "تمت إزالة مفتاح المرور.",
  "Begin again: this square code is too old.": "هذا الرمز المربع قديم. يُرجى البدء من جديد.",
  "You still have lunches or payments on their way. Cancel them or wait until they are done.":
    "ما زالت لديك وجبات أو دفعات لم تكتمل. يُرجى إلغاؤها أو الانتظار حتى تكتمل.",
  "You still owe money for lunches at a counter. Please pay it first, or write to us.":
    "ما زال عليك مبلغ عن وجبات في منفذ بيع. يُرجى دفعه أولًا أو مراسلتنا.",
  "There is still money in your wallet.": "ما زال في محفظتك رصيد.",
  "You work for us. Please ask a manager to end that first.": "حسابك من حسابات موظفينا. يُرجى أن ينهي مدير ذلك أولًا.",
  "You are the only admin of your company. Please let us name another one first.":
    "لا مسؤول لشركتك غيرك. يُرجى التواصل معنا لتعيين مسؤول آخر أولًا.",
  "This window does not take one of the lunches that you have ordered. Please choose another one.":
    "هذه الفترة لا تشمل إحدى الوجبات التي طلبتها. يُرجى اختيار فترة أخرى.",
  "We do not deliver to this area yet.": "لا نوصل إلى هذه المنطقة بعد.",
  "We cannot deliver to that address.": "لا يمكننا التوصيل إلى هذا العنوان.",
  "This card is not saved any more. Please choose another one.": "لم تعد هذه البطاقة محفوظة. يُرجى اختيار بطاقة أخرى.",
  "Too many payments failed. Please try again in an hour.": "فشلت دفعات كثيرة. يُرجى إعادة المحاولة بعد ساعة.",
  "This action is unauthorized.": "هذا الإجراء غير متاح لحسابك.",
  "Somebody else is signed in.": "شخص آخر سجّل الدخول على هذا الجهاز.",
  "Too Many Attempts.": "محاولات كثيرة. يُرجى الانتظار قليلًا.",
  "CSRF token mismatch.": "انتهت صلاحية هذه الصفحة. يُرجى إعادة المحاولة.",
  "Several of these are being made already. Please wait for one to finish.":
    "يجري إنشاء عدة ملفات الآن. يُرجى الانتظار حتى يكتمل أحدها.",
  "We are busy. Please try again in a moment.": "الطلبات كثيرة الآن. يُرجى إعادة المحاولة بعد قليل.",
  "Please try again.": "يُرجى إعادة المحاولة.",
  "Too much at once.": "هذا كثير دفعة واحدة.",
  "This version of the app is not understood any more.": "لم يعد هذا الإصدار من التطبيق مدعومًا.",
  "Please update the app. Your choices are safe.": "يُرجى تحديث التطبيق. اختياراتك محفوظة.",
  "Please update the app. Everything that was sold is safe.": "يُرجى تحديث التطبيق. كل ما بيع محفوظ.",
  "This device continues as a new one.": "يتابع هذا الجهاز كجهاز جديد.",
  "This device may not send any more.": "لم يعد هذا الجهاز مسموحًا له بالإرسال.",
  "Something changed since you last looked. Please check the new amounts.":
    "تغيّر شيء منذ آخر مراجعة. يُرجى مراجعة المبالغ الجديدة.",
  "This order cannot be changed any more.": "لم يعد تعديل هذا الطلب ممكنًا.",
  "Money of this order was sent back to your card already. Please write to us to change it.":
    "سبق رد مبلغ من هذا الطلب إلى بطاقتك. يُرجى مراسلتنا لتعديله.",
  "This meal cannot be left out any more.": "لم يعد الاستغناء عن هذه الوجبة ممكنًا.",
  "That choice of meals cannot be read.": "تعذّرت قراءة اختيار الوجبات هذا.",
  "That is more than one day can hold.": "هذا أكثر مما يتسع له يوم واحد.",
  "Another company with this TRN is a customer already.": "هناك شركة أخرى مسجلة لدينا بهذا الرقم الضريبي.",
  "The company typed another TRN than this one.": "كتبت الشركة رقمًا ضريبيًا آخر.",
  "No admin of this company has confirmed an email yet.": "لم يؤكد أي مسؤول في هذه الشركة بريده بعد.",
  "This company does not wait for approval.": "هذه الشركة ليست بانتظار الموافقة.",
  "This company has no plan.": "ليس لهذه الشركة باقة.",
  "This company is not suspended.": "هذه الشركة ليست موقوفة.",
  "This company is not Active.": "هذه الشركة غير مفعّلة.",
  "Your company is not approved yet. You can invite people as soon as it is.":
    "لم تُعتمد شركتك بعد. يمكن دعوة الأشخاص فور اعتمادها.",
  "Somebody changed this meanwhile. Please look again.": "غيّر شخص آخر هذا في الأثناء. يُرجى المراجعة من جديد.",
  "Somebody else is changing this right now. Nothing was changed. Please try again in a moment.":
    "يغيّر شخص آخر هذا الآن. لم يتغيّر شيء. يُرجى إعادة المحاولة بعد قليل.",
  "%s is not a mail domain.": "{1} ليس نطاق بريد.",
  "Anybody can have an address at %s.": "يمكن لأي شخص الحصول على عنوان لدى {1}.",
  "A company needs at least one place.": "يلزم الشركة موقع واحد على الأقل.",
  "A counter stands at this place. Please unpair its tablet first.":
    "في هذا الموقع منفذ بيع. يُرجى إلغاء ربط جهازه أولًا.",
  "That are too many places. Please ask us.": "عدد المواقع كبير. يُرجى التواصل معنا.",
  "Please choose one of your other places.": "يُرجى اختيار موقع آخر من مواقعكم.",
  "This plan is for %s people or more.": "هذه الباقة لعدد {1} أو أكثر.",
  "There is a department of that name already.": "هناك قسم بهذا الاسم بالفعل.",
  "A company can have at most 200 departments.": "الحد الأقصى 200 قسم للشركة.",
  "Give a file or a text.": "يُرجى إرفاق ملف أو كتابة نص.",
  "There are no email addresses in it.": "لا عناوين بريد إلكتروني فيه.",
  "At most 5,000 people can be invited at once.": "يمكن دعوة 5,000 شخص دفعة واحدة على الأكثر.",
  "The first row names the columns: one of them is called email.":
    "الصف الأول لأسماء الأعمدة، ويجب أن يكون أحدها email.",
  "That would be more people than a company's list can hold. Please write to us.":
    "هذا أكثر مما تتسع له قائمة الشركة. يُرجى مراسلتنا.",
  "The list is not the one that you looked at. Please look at it again.":
    "القائمة ليست التي راجعتها. يُرجى مراجعتها من جديد.",
  "Nothing can be ordered for that week any more.": "لم يعد الطلب لذلك الأسبوع ممكنًا.",
  "More than 10,000 people match. Search or filter, so that fewer do.":
    "أكثر من 10,000 شخص يطابقون. يُرجى البحث أو التصفية لتقليل العدد.",
  "Nothing is due on this invoice any more.": "لم يعد على هذه الفاتورة أي مبلغ مستحق.",
  "That is more than is due on this invoice.": "هذا أكثر من المستحق على هذه الفاتورة.",
  "A transfer with this reference was recorded before, on another invoice or with another amount or day.":
    "سبق تسجيل تحويل بهذا المرجع على فاتورة أخرى أو بمبلغ أو يوم آخر.",
  "Please choose the first day, like 2026-11-01.": "يُرجى اختيار اليوم الأول، مثل 2026-11-01.",
  "Please choose a last day that is not before the first, and at most a year after it.":
    "يجب ألا يكون اليوم الأخير قبل الأول، ولا بعده بأكثر من سنة.",
  "Please choose a company.": "يُرجى اختيار شركة.",
  "Please choose a last day that is not before the first.": "يجب ألا يكون اليوم الأخير قبل الأول.",
  "A report tells of 24 months at most.": "يشمل التقرير 24 شهرًا على الأكثر.",
  "This till may not send any more.": "لم يعد جهاز البيع هذا مسموحًا له بالإرسال.",
  "This till's company may not sell now. Everything that was sold is kept.":
    "لا يمكن لشركة هذا الجهاز البيع الآن. كل ما بيع محفوظ.",
  "The till's clock is wrong.": "ساعة جهاز البيع غير صحيحة.",
  "What can go on this account has changed. Please ask again.":
    "تغيّر ما يمكن تسجيله على هذا الحساب. يُرجى الطلب من جديد.",
  "This code is blocked by its owner. Please take cash or a card.":
    "أوقف صاحب هذا الرمز استخدامه. يُرجى قبول النقد أو البطاقة.",
  "An older copy of the database was put back. Please send again what was sent before.":
    "أُعيدت نسخة أقدم من قاعدة البيانات. يُرجى إعادة إرسال ما سبق إرساله.",
  "That code is not valid any more. Please ask for a new one.": "لم يعد هذا الرمز صالحًا. يُرجى طلب رمز جديد.",
  "That code is not valid any more. Please show it again.": "لم يعد هذا الرمز صالحًا. يُرجى إظهاره من جديد.",
  "This till serves its own company's people only.": "يخدم جهاز البيع هذا موظفي شركته فقط.",
  "That is not a receipt of one of your tills.": "هذا ليس إيصالًا من أحد أجهزة البيع لديكم.",
  "Its tablet has undone this sale.": "ألغى جهاز البيع عملية البيع هذه.",
  "There is a plan with this name already.": "هناك باقة بهذا الاسم بالفعل.",
  "There are too many plans.": "عدد الباقات كبير.",
  "Companies have or had this plan: it can only be closed to new companies.":
    "هذه الباقة مستخدمة أو سبق استخدامها، ولذلك يمكن إغلاقها أمام الشركات الجديدة فقط.",
  "Labels can be printed once the list is locked.": "يمكن طباعة الملصقات بعد إقفال القائمة.",
  "This day can still be ordered.": "ما زال الطلب لهذا اليوم ممكنًا.",
  "There is an area with this name already.": "هناك منطقة بهذا الاسم بالفعل.",
  "This area has a window with these times already.": "لهذه المنطقة فترة بهذه الأوقات بالفعل.",
  "There are too many areas or windows.": "عدد المناطق أو الفترات كبير.",
  "Somebody else must do this for you.": "يجب أن يقوم شخص آخر بهذا نيابةً عنك.",
  "Only a manager may say that money was taken.": "يمكن للمدير فقط تأكيد أن المبلغ قد خُصم.",
  "Choose up to %s days; longer times are for the command line.":
    "يمكن اختيار {1} يومًا على الأكثر، والمدد الأطول من سطر الأوامر.",
  "People have lunch coming on this day. See who they are before you close it.":
    "هناك وجبات ستصل في هذا اليوم. راجع أصحابها قبل إغلاقه.",
  "This day is closed already.": "هذا اليوم مغلق بالفعل.",
  "The accounts field names a kind that does not exist, or twice.": "يذكر حقل الحسابات نوعًا غير موجود، أو مرتين.",
  "This month cannot be closed: it has to be over since yesterday, and every month before it closed. Please look again.":
    "لا يمكن إغلاق هذا الشهر: يجب أن يكون قد انتهى منذ أمس، وأن يكون كل شهر قبله مغلقًا. ألقِ نظرة من جديد.",
  "Lunches that are ordered come at other times by this. See how many before you save it.":
    "هذا يغيّر مواعيد وجبات مطلوبة. يُرجى معرفة عددها قبل الحفظ.",
  "The last day must be the first one or up to 30 days later.":
    "يجب أن يكون اليوم الأخير هو الأول أو بعده بما لا يتجاوز 30 يومًا.",
  "The kind of a season stays as it is.": "لا يمكن تغيير النوع.",
  "The begins field must be today or a day of the coming year.":
    "يجب أن يكون يوم البدء اليوم أو يومًا خلال السنة القادمة.",
  "The from field must be today or a later day, within two years.": "يجب أن يكون اليوم أو يومًا لاحقًا خلال سنتين.",
  "The limits must be whole numbers.": "يجب أن تكون الحدود أعدادًا صحيحة.",
  "The day limit field must not be less than the limit of a sale.": "يجب ألا يقل حد اليوم عن حد عملية البيع.",
  "Some of these days are set already.": "بعض هذه الأيام محدد بالفعل.",
  "A window stands twice.": "إحدى الفترات مذكورة مرتين.",
  "This day is over.": "انتهى هذا اليوم.",
  "This is more than you may give.": "هذا أكثر مما يمكنك منحه.",
  "Somebody else must give you a credit.": "يجب أن يمنحك شخص آخر هذا الرصيد.",
  "Another credit was given under this key.": "سبق منح رصيد آخر بهذا المفتاح.",
  "Say first why the copy is made.": "اذكر أولًا سبب إعداد النسخة.",
  "This profile is not Active.": "هذا الحساب غير مفعّل.",
  "This profile is not on hold, or was removed by its company.": "هذا الحساب ليس معلّقًا، أو أزالته شركته.",
  "This has no wallet to go to: a company paid it, or its account is closed. Send a bank transfer and enter its reference.":
    "لا محفظة لهذا المبلغ، لأن شركة دفعته أو لأن الحساب مغلق. يُرجى إرسال تحويل بنكي وكتابة مرجعه.",
  "This person is an operator already.": "هذا الشخص من المشغّلين بالفعل.",
  "Somebody has to stay a manager.": "يجب أن يبقى مدير واحد على الأقل.",
  "Another manager resets yours. You can replace your app yourself.":
    "يعيد مدير آخر تعيين خطوتك الثانية. ويمكنك استبدال تطبيقك بنفسك.",
  "There is no second step to reset: a mailed code is enough for them now.":
    "لا توجد خطوة ثانية لإعادة تعيينها، فالرمز المرسل بالبريد كافٍ لهذا الحساب الآن.",
  "The provider has sent this back meanwhile.": "ردّ مزوّد الدفع هذا المبلغ في الأثناء.",
  "The provider has not said no to this, or not clearly. It is asked again; look later.":
    "لم يرفض مزوّد الدفع هذا أو لم يكن رده واضحًا. يُعاد السؤال، ويُرجى المراجعة لاحقًا.",
  "The provider's books say that money of this payment went back. Look again in some minutes.":
    "تفيد سجلات مزوّد الدفع برد مبلغ من هذه الدفعة. يُرجى المراجعة بعد دقائق.",
  "The card provider does not answer right now. Nothing was changed.": "مزوّد الدفع لا يستجيب الآن. لم يتغير شيء.",
  "The provider has answered: this payment is not open any more.": "أجاب مزوّد الدفع، ولم تعد هذه الدفعة مفتوحة.",
  "The person may still be on the card page. Look again in some minutes.":
    "قد تكون صفحة البطاقة ما زالت مفتوحة. يُرجى المراجعة بعد دقائق.",
  "The provider gives another number to this payment.": "يعطي مزوّد الدفع رقمًا آخر لهذه الدفعة.",
  "The provider knows no number of this payment, so it cannot be called taken. Ask the provider.":
    "لا يعرف مزوّد الدفع رقمًا لهذه الدفعة، فلا يمكن اعتبارها مخصومة. يُرجى سؤال المزوّد.",
  "Somebody changed this meal since you looked.": "غيّر شخص آخر هذه الوجبة منذ راجعتها.",
  "This meal is planned or published for days to come. Take it off them first.":
    "هذه الوجبة مدرجة في أيام قادمة. يُرجى إزالتها منها أولًا.",
  "The book holds 2,000 meals, which is all that it can.": "في الدليل 2,000 وجبة، وهو الحد الأقصى.",
  "Another meal has this code.": "هناك وجبة أخرى بهذا الرمز.",
  "The photo is not here. Please add it again.": "الصورة غير موجودة. يُرجى إضافتها من جديد.",
  "The code must be small letters, digits and hyphens, at most 40.":
    "يتكون الرمز من أحرف لاتينية صغيرة وأرقام وشرطات، بحد أقصى 40.",
  "The price must be above zero and at most AED 1,000.": "يجب أن يكون السعر أكبر من صفر ولا يتجاوز 1,000 درهم.",
  "A diet has no semicolon in its name.": "لا تستخدم الفاصلة المنقوطة في اسم النظام الغذائي.",
  "An allergen is named in small letters.": "تُكتب أسماء مسببات الحساسية بأحرف لاتينية صغيرة.",
  "An allergen is contained, may be contained, or there is no data.":
    "مسبب الحساسية موجود، أو قد يكون موجودًا، أو لا توجد بيانات.",
  "A table has at most a year and 5,000 rows. Take fewer dates.":
    "يشمل الجدول سنة و5,000 صف على الأكثر. يُرجى اختيار أيام أقل.",
  "A menu of these dates has a meal that is not in the book.": "في قائمة هذه الأيام وجبة ليست في الدليل.",
  "Write dates like 2026-11-23.": "تُكتب التواريخ هكذا: 2026-11-23.",
  "The table is not the one that you looked at. Please look at it again.":
    "الجدول ليس الذي راجعته. يُرجى مراجعته من جديد.",
  "This week cannot be published as it is planned.": "لا يمكن نشر هذا الأسبوع كما هو مخطط.",
  "The file is too large: at most 2 MB, 5,000 rows and 50 columns.":
    "الملف كبير: الحد الأقصى 2 ميغابايت و5,000 صف و50 عمودًا.",
  "There is nothing below the names of the columns.": "لا شيء تحت أسماء الأعمدة.",
  "Somebody changed this week since you looked.": "غيّر شخص آخر هذا الأسبوع منذ راجعته.",
  "A day that is over cannot be planned any more.": "لا يمكن تخطيط يوم انتهى.",
  "Each date must be a different weekday of the week.": "يجب أن يكون كل تاريخ يوم عمل مختلفًا من الأسبوع.",
  "A day offers a meal once.": "تُدرج الوجبة مرة واحدة في اليوم.",
  "This meal is not in the book.": "هذه الوجبة ليست في الدليل.",
  "This meal is not on the menu of that day.": "هذه الوجبة ليست في قائمة ذلك اليوم.",
  "Choose another meal of that day, or none.": "يُرجى اختيار وجبة أخرى من ذلك اليوم، أو عدم اختيار أي وجبة.",
  "Lunch is over on this day.": "انتهى غداء هذا اليوم.",
  "The statement is not the one that you looked at. Please look at it again.":
    "هذا ليس كشف الحساب الذي راجعته. يُرجى مراجعته مجددًا.",
  "This line was decided by somebody meanwhile. Please look again.":
    "بتّ شخص آخر في هذه الحركة في هذه الأثناء. يُرجى المراجعة مجددًا.",
  "The amounts have to add up to the line.": "يجب أن يساوي مجموع المبالغ مبلغ الحركة.",
  "This is not a bank statement that we can read. Export it as CAMT.053 (XML) or as CSV.":
    "هذا ليس كشف حساب مصرفي يمكننا قراءته. يُرجى تصديره بصيغة CAMT.053 (XML) أو CSV.",
  "The file is too large: at most 1 MB and 2,000 entries.": "الملف كبير: الحد الأقصى 1 ميغابايت و2,000 حركة.",
  "The file has no booked entries.": "لا توجد حركات مقيّدة في الملف.",
  "This is another message than a statement. Export CAMT.053 in version 001.02 or 001.08.":
    "هذه رسالة أخرى وليست كشف حساب. يُرجى تصدير CAMT.053 بالإصدار 001.02 أو 001.08.",
  "The %s field must be a %s.": "نوع هذه القيمة غير صحيح.",
};

const shapes = Object.entries(sentences)
  .filter(([shape]) => shape.includes("%s"))
  .map(([shape, arabic]) => {
    const parts = shape.split("%s").map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return [new RegExp(`^${parts.join("(.+?)")}$`), arabic] as const;
  });

export const serverSentence: typeof English.serverSentence = (english) => {
  const one = english.replace(/ \(and \d+ more errors?\)$/, "");
  if (sentences[one]) return sentences[one];
  for (const [shape, arabic] of shapes) {
    const found = shape.exec(one);
    if (found) return arabic.replace(/\{(\d)\}/g, (_, at: string) => `\u2066${found[Number(at)]}\u2069`);
  }
  return undefined;
};
