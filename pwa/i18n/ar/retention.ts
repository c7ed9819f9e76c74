import { plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/retention";

const days = (n: number) => plural(n, { one: "يوم واحد", two: "يومان", few: "# أيام", many: "# يومًا", other: "# يوم" });
const rows = (n: number) =>
  plural(n, { zero: "لا سجلات", one: "سجل واحد", two: "سجلان", few: "# سجلات", many: "# سجلًا", other: "# سجل" });
/** A number alone, with the grouping that counted nouns have. */
const bare = (n: number) => plural(n, { one: "#", two: "#", few: "#", other: "#" });
const counted = ({ due, more }: English.Counted) => `${more ? "أكثر من " : ""}${rows(due)}`;

export const retentionWords: typeof English.retentionWords = {
  text:
    "يحذف الخادم كل ساعة ما تجاوز هذه المدد. ولا تدخل فيها الطلبات والمدفوعات والفواتير وسجل الأعمال: " +
    "يُلزم قانون الضرائب بحفظها خمس سنوات على الأقل.",
  ran: (when) => `آخر تشغيل: ${when}`,
  never: "لم يُشغَّل بعد.",
  keep: (n) => (n === 0 ? "حتى انتهائها" : days(n)),
  fixed: "ثابتة دائمًا",
  bounds: (least, most) => `يمكن الاختيار من ${bare(least)} إلى ${days(most)}.`,
  gone: (last, month) =>
    month === 0 ? "لم يُحذف شيء في آخر 30 يومًا." : `حُذف في آخر تشغيل: ${rows(last)}. وفي 30 يومًا: ${rows(month)}.`,
  change: "تغيير",
  changeOf: (what) => `تغيير المدة: ${what}`,
  field: "الأيام",
  wrong: (least, most) => `أدخل عددًا صحيحًا من ${bare(least)} إلى ${bare(most)}.`,
  would: (all) =>
    all.due === 0
      ? "لن يُحذف شيء في التشغيل القادم."
      : `سيُحذف في التشغيل القادم: ${counted(all)}. ولا يمكن استعادة ما حُذف.`,
  counting: "جارٍ العد…",
  saved: (what, n) => `تم الحفظ: ${what}، ${days(n)}`,
  changed: "عدّل شخص آخر هذا قبل لحظات. أغلق هذه النافذة وراجع ما هو قائم الآن، ثم حاول مجددًا.",
  kinds: {
    sign_in_codes: { what: "رموز تسجيل الدخول", why: "لمعرفة ما حدث لرمز أُدخل." },
    strangers_codes: { what: "رموز لعناوين غير معروفة", why: "كي لا يعرف أحد من لديه حساب." },
    sign_in_counters: { what: "عدّادات محاولات تسجيل الدخول", why: "لإبطاء من يحاول التخمين." },
    sessions: { what: "جلسات الدخول", why: "لمن سجّل الدخول، حتى تنتهي جلسته." },
    sign_on_attempts: { what: "محاولات الدخول عبر نظام الشركة", why: "لإتمام تسجيل دخول بدأ لدى الشركة." },
    browsers: {
      what: "أين ومتى سجّل الأشخاص الدخول",
      why: "للتنبيه إلى متصفح جديد، وللسماح للمتصفحات المعروفة عندما يخمّن غرباء.",
    },
    erased_browsers: { what: "متصفحات الحسابات المحذوفة", why: "كي تحذف ما بقي لديها." },
    undecided: { what: "موظفون لم يقبلهم مسؤول", why: "ليكون لدى المسؤول وقت للقرار." },
    registrations: { what: "تسجيلات لم تُثبت", why: "ليكون لدى المسجّل وقت لإدخال الرمز." },
    letters: { what: "أي الرسائل أُرسلت ولمن", why: "لمعرفة هل أُرسل بريد، وكي لا يُرسل مرتين." },
    phones: { what: "أرقام تُستخدم للرسائل", why: "لإبلاغ الأشخاص بما اختاروه ما دام يصلهم." },
    phone_codes: { what: "أرقام لم تُثبت", why: "ليكون هناك وقت لإدخال الرمز." },
    consents: {
      what: "متى شغّل الأشخاص الرسائل أو أوقفوها",
      why: "لإثبات الموافقة. وما يسري اليوم يبقى ما دام ساريًا.",
    },
    bank_names: { what: "الأسماء في حركات بنكية لم تسدد فاتورة", why: "لمعرفة سبب التحويل لاحقًا." },
    bank_payers: {
      what: "الأسماء في حركات بنكية سددت فواتير",
      why: "إثبات للسداد: يُلزم قانون الضرائب بحفظه خمس سنوات على الأقل بعد الفترة الضريبية.",
    },
    device_copies: { what: "ما لم ترسله الأجهزة", why: "كي يستعيد فريق الدعم الاختيارات المفقودة." },
    broken_changes: { what: "تغييرات لم يمكن تنفيذها", why: "كي يصلحها فريق الدعم." },
    runs: { what: "هذا السجل لما حُذف", why: "لإثبات الالتزام بالمدد." },
  },
};
