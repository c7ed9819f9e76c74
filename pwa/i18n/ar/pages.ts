import { appWords, titlesWords } from "#pwa/i18n/ar/app";
import type * as English from "#pwa/i18n/pages";

const { dashboard } = titlesWords;

const kitchenPaths =
  "/login /production/:date? /menus/:week? /meals/:id? /companies/:id? /people/:id? /cases /payments /invoices/:id? " +
  "/report /corrections /reconciliation /counters /areas /plans /closed-days /settings /operators /second-step /jobs /trail";

const rows: [path: string, title: string | undefined, description: string][] = [
  ["/", titlesWords.home, appWords.promise],
  ["/menu", titlesWords.menu, "وجبات غداء هذا الأسبوع مع المكوّنات والقيم الغذائية ومسببات الحساسية."],
  ["/faq", titlesWords.faq, "كيف يجري الطلب والتوصيل والدفع والتعديل."],
  ["/privacy-policy", titlesWords.privacy, "ما نعرفه عنك، ولماذا، وكيف تطلب حذفه."],
  ["/terms-and-conditions", titlesWords.terms, "الشروط التي نطهو ونوصّل ونتلقى الدفع بموجبها."],
  ["/login", titlesWords.login, "سجّل الدخول ببريد العمل الإلكتروني ورمز، أو بكلمة المرور."],
  ["/password-reset", titlesWords.reset, "اختر كلمة مرور جديدة بالرمز الذي نرسله إليك بالبريد."],
  ["/sign-on/:companyId", titlesWords.login, "سجّل الدخول عبر شركتك."],
  ["/register", titlesWords.register, "انضم إلى وجبات غداء شركتك، أو اطلب لنفسك."],
  ["/subscription", titlesWords.register, "اختر كيف تريد أن تتناول الغداء معنا."],
  ["/company/details", titlesWords.register, "عرّفنا بشركتك وبمكان تناول الغداء فيها."],
  ["/company/register", titlesWords.register, "اختر باقة لشركتك."],
  ["/paymentselection", titlesWords.register, "حدد ما تدفعه شركتك عن كل وجبة غداء."],
  ["/completion", titlesWords.register, "اكتمل تسجيلك."],
  ["/company/:companyId/login", titlesWords.login, "سجّل الدخول إلى وجبات غداء شركتك."],
  ["/company/:companyId/register", titlesWords.register, "انضم إلى وجبات غداء شركتك."],
  ["/dashboard", dashboard.home, "وجبات غدائك في الأسابيع القادمة."],
  ["/dashboard/home", dashboard.home, "وجبات غدائك في الأسابيع القادمة."],
  ["/dashboard/history", dashboard.history, "كل ما طلبته، وتكلفته وسببها."],
  ["/dashboard/walletTransactions", dashboard.walletTransactions, "ما دخل محفظتك وما دُفع منها."],
  ["/dashboard/paymentMethods", dashboard.paymentMethods, "بطاقاتك المحفوظة."],
  ["/dashboard/profile", dashboard.profile, "بياناتك ونظامك الغذائي وأجهزتك."],
  ["/dashboard/counter", dashboard.counter, "رمزك للدفع عند منفذ البيع."],
  ["/dashboard/company-profile", dashboard["company-profile"], "بيانات شركتك ومواقعها وباقتها وقواعد الدفع فيها."],
  ["/dashboard/company-members", dashboard["company-members"], "من يتناول الغداء مع شركتك: دعوة وموافقة وإزالة."],
  ["/dashboard/company-invoices", dashboard["company-invoices"], "فواتير شركتك وكشوف حسابها."],
  ["/dashboard/company-reports", dashboard["company-reports"], "حصيلة وجبات غداء شركتك."],
  ["/dashboard/company-counters", dashboard["company-counters"], "منافذ البيع في شركتك ومبيعاتها."],
  ["/dashboard/:tab/:invoiceID/details", titlesWords.invoice, "فاتورة واحدة، مع كل وجبة غداء فيها."],
  ["/delivery/:date?", titlesWords.delivery, "اختر الأيام التي تريد فيها الغداء."],
  ["/mealselection/:orderId?", titlesWords.meals, "اختر وجباتك، يومًا بيوم."],
  ["/editorder/:orderId?", titlesWords.editOrder, "تعديل أو إلغاء الأيام التي ما زالت متاحة."],
  ["/checkout/edit/:orderId?", titlesWords.checkout, "تحقق مما يكلّفه التعديل أو يرده إليك."],
  ["/checkout/:orderId?", titlesWords.checkout, "راجع طلبك وادفع."],
  ["/payment/:intent", titlesWords.payment, "ما آلت إليه عملية الدفع."],
  ["/not-me", titlesWords.notMe, "أبلغنا أن عملية شراء عند منفذ بيع لم تكن لك."],
  ["/pos", titlesWords.till, "جهاز البيع لمنفذ البيع."],
  ["/pos/checkout/:orderId?", titlesWords.till, "جهاز البيع لمنفذ البيع."],
  kitchen(""),
  ...kitchenPaths.split(" ").map(kitchen),
];

function kitchen(path: string): [string, string, string] {
  return [`/kitchen${path}`, titlesWords.kitchen, "لفريق المطبخ فقط."];
}

export const listedPages: typeof English.listedPages = () =>
  [...rows, ["404", titlesWords.notFound, appWords.promise] as const].map(([path, title, description]) => ({
    path,
    title: appWords.titled(title ?? ""),
    description,
  }));
