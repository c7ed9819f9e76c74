import { accountingWords } from "#pwa/i18n/ar/accounting";
import { appWords, titlesWords } from "#pwa/i18n/ar/app";
import { areasWords } from "#pwa/i18n/ar/areas";
import { bankWords } from "#pwa/i18n/ar/bank";
import { correctionsWords } from "#pwa/i18n/ar/corrected";
import { kitchenSignInWords, kitchenWords } from "#pwa/i18n/ar/kitchen";
import { kitchenInvoiceWords } from "#pwa/i18n/ar/kitchen-invoices";
import { kitchenJobsWords } from "#pwa/i18n/ar/kitchen-jobs";
import { officeReportWords } from "#pwa/i18n/ar/office-report";
import { plansWords } from "#pwa/i18n/ar/plans";
import { productionWords } from "#pwa/i18n/ar/production";
import { secondStepWords } from "#pwa/i18n/ar/second-step";
import { completionWords, detailsWords, payWords, planWords, subscriptionWords } from "#pwa/i18n/ar/subscription";
import type * as English from "#pwa/i18n/pages";

const { dashboard } = titlesWords;

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
  ["/subscription", subscriptionWords.title, "اختر كيف تريد أن تتناول الغداء معنا."],
  ["/company/details", detailsWords.title, "عرّفنا بشركتك وبمكان تناول الغداء فيها."],
  ["/company/register", planWords.title, "اختر باقة لشركتك."],
  ["/paymentselection", payWords.title, "حدد ما تدفعه شركتك عن كل وجبة غداء."],
  ["/completion", completionWords.title, "اكتمل تسجيلك."],
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
  ["/kitchen", kitchenWords.home, "ما يُطهى اليوم وغدًا، وما يحتاج إلى متابعة."],
  ["/kitchen/login", kitchenSignInWords.title, "تسجيل دخول فريق المطبخ."],
  ["/kitchen/production/:date?", productionWords.title, "ما يُطهى ويُعبّأ ويُسلَّم، يومًا بيوم."],
  ["/kitchen/menus/:week?", kitchenWords.menus, "قوائم الأسابيع القادمة، تخطيطًا ونشرًا."],
  ["/kitchen/meals/:id?", kitchenWords.meals, "كتاب الوجبات: المكوّنات ومسببات الحساسية والقيم الغذائية والصور."],
  ["/kitchen/companies/:id?", kitchenWords.companies, "الشركات التي تطلب منا، والشركات التي تنتظر الموافقة."],
  ["/kitchen/people/:id?", kitchenWords.people, "البحث عن شخص مع طلباته ومحفظته وأجهزته."],
  ["/kitchen/cases", kitchenWords.cases, "ما لم يُحسم تلقائيًا ويحتاج إلى قرار."],
  ["/kitchen/payments", kitchenWords.payments, "دفعات البطاقات وما آلت إليه."],
  ["/kitchen/invoices", kitchenInvoiceWords.title, "فواتير الشركات: المستحقة والمتأخرة والمدفوعة."],
  ["/kitchen/invoices/:id", kitchenInvoiceWords.one, "فاتورة واحدة، مع ما دُفع منها."],
  ["/kitchen/bank", bankWords.title, "استيراد كشف حساب مصرفي ومعرفة الفواتير التي يسددها."],
  ["/kitchen/bank/:id", bankWords.one, "كشف واحد، سطرًا بسطر، مع الفواتير التي قد يسددها كل سطر."],
  ["/kitchen/report", officeReportWords.title, "ما بيع، ومن عليه كم، وضريبة القيمة المضافة."],
  ["/kitchen/accounting", accountingWords.title, "دفتر يومية لكل شهر للمحاسبة."],
  ["/kitchen/corrections", correctionsWords.title, "مسببات الحساسية التي صُحّحت، ومن أُبلغ بها."],
  ["/kitchen/reconciliation", kitchenWords.books, "مقارنة دفاتر مزوّد البطاقات بدفاترنا."],
  ["/kitchen/counters", kitchenWords.counters, "منافذ البيع في كل الشركات، وأجهزتها ومبيعاتها."],
  ["/kitchen/areas", areasWords.title, "أين يُوصَّل الغداء، وفي أي أوقات."],
  ["/kitchen/plans", plansWords.title, "ما توافق عليه الشركات عند التسجيل."],
  ["/kitchen/closed-days", kitchenWords.calendar, "العطل والأيام الأخرى التي لا غداء فيها."],
  ["/kitchen/settings", kitchenWords.settings, "البائع وبيانات التواصل والضريبة والحدود وأوقات رمضان."],
  ["/kitchen/operators", kitchenWords.staff, "من يعمل هنا، وبأي دور."],
  ["/kitchen/second-step", secondStepWords.title, "تطبيق الرموز ومفاتيح المرور والرقم السري."],
  ["/kitchen/jobs", kitchenJobsWords.title, "الرسائل والفحوص وما تؤديه الخوادم تلقائيًا."],
  ["/kitchen/trail", kitchenWords.trail, "من غيّر ماذا، ومتى، ولماذا."],
  ["/kitchen/retention", kitchenWords.retention, "ما يُحفظ من البيانات الشخصية، وإلى متى."],
];

export const listedPages: typeof English.listedPages = () =>
  [...rows, ["404", titlesWords.notFound, appWords.promise] as const].map(([path, title, description]) => ({
    path,
    title: appWords.titled(title ?? ""),
    description,
  }));
