import { plural } from "#pwa/i18n/ar/say";
import type * as English from "#pwa/i18n/kitchen-home";

/** An operator's first page: what is cooked, and what waits. */
export const kitchenHomeWords: typeof English.kitchenHomeWords = {
  title: (name) => (name ? `مرحبًا \u2068${name}\u2069` : "مرحبًا"),
  today: "للطهي اليوم",
  tomorrow: "للطهي غدًا",
  next: "للطهي لاحقًا",
  waits: "يحتاج إلى متابعة",
  calm: "لا شيء يحتاج إلى متابعة",
  calmText: "الطلبات والقوائم والمدفوعات وأجهزة البيع كما ينبغي.",
  calmKitchen: "لكل أسبوع متاح للاختيار قائمته.",
  companies: (n) =>
    plural(n, {
      one: "شركة واحدة بانتظار الموافقة",
      two: "شركتان بانتظار الموافقة",
      few: "# شركات بانتظار الموافقة",
      other: "# شركة بانتظار الموافقة",
    }),
  menus: (n, of) => `أسابيع متاحة بلا قائمة: ${n} من ${of}`,
  overdue: (n, amount) =>
    `${plural(n, {
      one: "فاتورة واحدة متأخرة",
      two: "فاتورتان متأخرتان",
      few: "# فواتير متأخرة",
      other: "# فاتورة متأخرة",
    })}: ${amount}`,
  unresolved: (n, amount) =>
    `${plural(n, {
      one: "دفعة واحدة بالبطاقة بلا نتيجة",
      two: "دفعتان بالبطاقة بلا نتيجة",
      few: "# دفعات بالبطاقة بلا نتيجة",
      other: "# دفعة بالبطاقة بلا نتيجة",
    })}: ${amount}`,
  unresolvedText: "لم يوضح مزوّد خدمة الدفع منذ ساعة أو أكثر هل سُحب المبلغ.",
  silent: (n) =>
    plural(n, {
      one: "جهاز بيع واحد لم يتصل منذ ثلاثة أيام",
      two: "جهازا بيع لم يتصلا منذ ثلاثة أيام",
      few: "# أجهزة بيع لم تتصل منذ ثلاثة أيام",
      other: "# جهاز بيع لم يتصل منذ ثلاثة أيام",
    }),
  cases: (n, more) =>
    more
      ? `حالات للمراجعة: أكثر من ${n}`
      : plural(n, {
          one: "حالة واحدة للمراجعة",
          two: "حالتان للمراجعة",
          few: "# حالات للمراجعة",
          other: "# حالة للمراجعة",
        }),
  casesText: "مهام ورسائل واستردادات لم تنجح، وتغييرات تعذّر على جهاز إرسالها.",
  closed: (day, name) => `يوم الإغلاق القادم: ${day}، \u2068${name}\u2069`,
  noneClosed: "لا أيام إغلاق قادمة",
  firstRun: "حتى أول طلب",
  firstRunText: (left) =>
    `${plural(left, {
      one: "بقيت خطوة واحدة",
      two: "بقيت خطوتان",
      few: "بقيت # خطوات",
      other: "بقيت # خطوة",
    })}. تختفي هذه القائمة عند إتمامها كلها.`,
  firstRunDone: "تم",
  firstRunOpen: "مطلوب",
  steps: {
    manager: "مدير للمطبخ",
    window: "منطقة لها فترة توصيل",
    seller: "بيانات البائع كما تظهر في الفواتير",
    plan: "باقة تختارها الشركات",
    menu: "أسبوع منشور يمكن الطلب منه",
    order: "أول طلب مدفوع",
  },
};
