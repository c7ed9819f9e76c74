package api

import (
	"sahn/server/planner"
	"sahn/server/platform/web"
)

// Routes is the whole API: method, path, who may call it, to whom the named thing must belong, and the endpoint. Fiber's router, the
// contract and the authorization tests are all made of it.
func (p Parts) Routes() []web.Route {
	return []web.Route{
		// Signing in.
		{Method: "PUT", Path: "/api/search-by-email", Who: web.Anyone, Endpoint: web.JSON(200, p.People.SearchByEmail)},
		{Method: "POST", Path: "/api/login-otp", Who: web.Anyone, Endpoint: web.JSON(200, p.People.LoginOTP)},
		{Method: "POST", Path: "/api/verify-otp", Who: web.Anyone, Endpoint: web.JSON(201, p.People.VerifyOTP)},
		{Method: "POST", Path: "/api/profile-login", Who: web.Anyone, Endpoint: web.JSON(201, p.People.ProfileLogin)},
		{Method: "POST", Path: "/api/client/forgot-password/send-otp", Who: web.Anyone, Endpoint: web.JSON(200, p.People.SendResetOTP)},
		{Method: "POST", Path: "/api/client/forgot-password/reset", Who: web.Anyone, Endpoint: web.JSON(200, p.People.Reset)},

		// The lunch company's own staff have a separate sign-in.
		{Method: "POST", Path: "/api/kitchen/login", Who: web.Anyone, Endpoint: web.JSON(200, p.People.OperatorLogin)},
		{Method: "POST", Path: "/api/kitchen/verify", Who: web.Anyone, Endpoint: web.JSON(201, p.People.OperatorVerify)},

		{Method: "GET", Path: "/api/kitchen/companies", Who: web.Support, Endpoint: web.JSON(200, p.Office.HandleCompanies)},
		{Method: "GET", Path: "/api/kitchen/companies/:id", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandleCompany)},
		{Method: "POST", Path: "/api/kitchen/companies/:id/approve", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandleApprove)},
		{Method: "POST", Path: "/api/kitchen/companies/:id/reject", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandleReject)},
		{Method: "POST", Path: "/api/kitchen/companies/:id/suspend", Who: web.Manager, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandleCompanySuspend)},
		{Method: "POST", Path: "/api/kitchen/companies/:id/reactivate", Who: web.Manager, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandleCompanyReactivate)},
		{Method: "GET", Path: "/api/kitchen/people", Who: web.Support, Endpoint: web.JSON(200, p.Office.HandlePeople)},
		{Method: "GET", Path: "/api/kitchen/people/:id", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandlePerson)},
		{Method: "POST", Path: "/api/kitchen/people/:id/suspend", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandlePersonSuspend)},
		{Method: "POST", Path: "/api/kitchen/people/:id/reactivate", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandlePersonReactivate)},
		{Method: "POST", Path: "/api/kitchen/people/:id/sign-out", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandlePersonSignOut)},
		{Method: "POST", Path: "/api/kitchen/people/:id/credit", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandleCredit)},
		{Method: "GET", Path: "/api/kitchen/orders/:id/diary", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Orders.HandleAnyDiary)},
		{Method: "GET", Path: "/api/kitchen/attempts", Who: web.Support, Endpoint: web.JSON(200, p.Office.HandleAttempts)},
		{Method: "POST", Path: "/api/kitchen/attempts/:id/ask", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandleAttemptAsk)},
		{Method: "POST", Path: "/api/kitchen/attempts/:id/settle", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandleAttemptSettle)},
		{Method: "POST", Path: "/api/kitchen/refunds/:id/instead", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandleRefundInstead)},
		{Method: "GET", Path: "/api/kitchen/reconciliation", Who: web.Support, Endpoint: web.JSON(200, p.Office.HandleReconcile)},
		{Method: "GET", Path: "/api/kitchen/cases", Who: web.Support, Endpoint: web.JSON(200, p.Office.HandleCases)},
		{Method: "POST", Path: "/api/kitchen/cases/close", Who: web.Support, Endpoint: web.JSON(200, p.Office.HandleCaseClose)},
		{Method: "POST", Path: "/api/kitchen/jobs/:id/again", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandleJobAgain)},
		{Method: "GET", Path: "/api/kitchen/closed-days", Who: web.Operator, Endpoint: web.JSON(200, p.Office.HandleClosedDays)},
		{Method: "POST", Path: "/api/kitchen/closed-days", Who: web.Manager, Endpoint: web.JSON(200, p.Office.HandleClosedDayAdd)},
		{Method: "DELETE", Path: "/api/kitchen/closed-days/:date", Who: web.Manager, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandleClosedDayRemove)},
		{Method: "GET", Path: "/api/kitchen/settings", Who: web.Manager, Endpoint: web.JSON(200, p.Office.HandleSettings)},
		{Method: "PUT", Path: "/api/kitchen/settings", Who: web.Manager, Endpoint: web.JSON(200, p.Office.HandleSettingsChange)},
		{Method: "GET", Path: "/api/kitchen/staff", Who: web.Manager, Endpoint: web.JSON(200, p.Office.HandleStaff)},
		{Method: "POST", Path: "/api/kitchen/staff", Who: web.Manager, Endpoint: web.JSON(201, p.Office.HandleStaffAdd)},
		{Method: "PUT", Path: "/api/kitchen/staff/:id", Who: web.Manager, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Office.HandleStaffChange)},
		{Method: "GET", Path: "/api/kitchen/days", Who: web.Operator, Endpoint: web.JSON(200, p.Kitchen.HandleDays)},
		{Method: "GET", Path: "/api/kitchen/production/:date", Who: web.Kitchen, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Kitchen.HandleProduction)},
		{Method: "POST", Path: "/api/kitchen/production/:date/write", Who: web.Kitchen, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Kitchen.HandleWrite)},
		{Method: "GET", Path: "/api/kitchen/production/:date/:paper", Who: web.Kitchen, Of: web.AnyOwner, Endpoint: web.Download(p.Kitchen.HandlePaper)},
		{Method: "POST", Path: "/api/kitchen/handovers", Who: web.Kitchen, Endpoint: web.JSON(200, p.Kitchen.HandleHandovers)},
		{Method: "GET", Path: "/api/kitchen/meals", Who: web.Kitchen, Endpoint: web.JSON(200, p.Planner.HandleMeals)},
		{Method: "POST", Path: "/api/kitchen/meals", Who: web.Kitchen, Endpoint: web.JSON(201, p.Planner.HandleMealAdd)},
		{Method: "PUT", Path: "/api/kitchen/meals/:id", Who: web.Kitchen, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Planner.HandleMealChange)},
		{Method: "POST", Path: "/api/kitchen/meals/:id/archive", Who: web.Kitchen, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Planner.HandleMealArchive)},
		{Method: "POST", Path: "/api/kitchen/meals/:id/restore", Who: web.Kitchen, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Planner.HandleMealRestore)},
		{Method: "POST", Path: "/api/kitchen/photos", Who: web.Kitchen, Body: planner.PhotoBody, Endpoint: web.JSON(201, p.Planner.HandlePhoto)},
		{Method: "GET", Path: "/api/kitchen/planner", Who: web.Kitchen, Endpoint: web.JSON(200, p.Planner.HandleWeeks)},
		{Method: "POST", Path: "/api/kitchen/planner/import", Who: web.Kitchen, Body: planner.ImportBody, Endpoint: web.JSON(200, p.Planner.HandleImport)},
		{Method: "GET", Path: "/api/kitchen/planner/export", Who: web.Kitchen, Endpoint: web.Download(p.Planner.HandleExport)},
		{Method: "GET", Path: "/api/kitchen/planner/withdrawals", Who: web.Kitchen, Endpoint: web.JSON(200, p.Planner.HandleWithdrawals)},
		{Method: "POST", Path: "/api/kitchen/planner/withdrawals", Who: web.Kitchen, Endpoint: web.JSON(200, p.Planner.HandleWithdraw)},
		{Method: "GET", Path: "/api/kitchen/planner/:week", Who: web.Kitchen, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Planner.HandleWeek)},
		{Method: "PUT", Path: "/api/kitchen/planner/:week", Who: web.Kitchen, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Planner.HandlePlan)},
		{Method: "POST", Path: "/api/kitchen/planner/:week/publish", Who: web.Kitchen, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Planner.HandlePublish)},
		{Method: "GET", Path: "/api/kitchen/invoices", Who: web.Support, Endpoint: web.JSON(200, p.Invoices.HandleFind)},
		{Method: "GET", Path: "/api/kitchen/invoices/:id", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Invoices.HandleLook)},
		{Method: "POST", Path: "/api/kitchen/invoices/:id/transfers", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Invoices.RecordTransfer)},
		{Method: "GET", Path: "/api/kitchen/acts", Who: web.Manager, Endpoint: web.JSON(200, p.Office.HandleActs)},

		// Registering, and what its form needs.
		{Method: "POST", Path: "/api/client-register", Who: web.Anyone, Endpoint: web.JSON(201, p.People.ClientRegister)},
		{Method: "POST", Path: "/api/employee-registration", Who: web.Anyone, Endpoint: web.JSON(201, p.People.EmployeeRegistration)},
		{Method: "POST", Path: "/api/register-company", Who: web.Anyone, Endpoint: web.JSON(201, p.Companies.RegisterCompany)},
		{Method: "GET", Path: "/api/plans", Who: web.Anyone, Endpoint: web.JSON(200, p.Companies.Plans)},
		{Method: "GET", Path: "/api/areas", Who: web.Anyone, Endpoint: web.JSON(200, p.Companies.Areas)},
		{Method: "GET", Path: "/api/company/:companyId", Who: web.Anyone, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Companies.Company)},

		// The caller's own session and profile.
		{Method: "POST", Path: "/api/profile-logout", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.ProfileLogout)},
		{Method: "GET", Path: "/api/get-profile", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.GetProfile)},
		{Method: "POST", Path: "/api/switch-user", Who: web.Eater, Endpoint: web.JSON(200, p.People.SwitchUser)},
		{Method: "POST", Path: "/api/update-profile", Who: web.Eater, Endpoint: web.JSON(200, p.People.UpdateProfile)},
		{Method: "POST", Path: "/api/update-diet", Who: web.Eater, Endpoint: web.JSON(200, p.People.UpdateDiet)},
		{Method: "POST", Path: "/api/profile-picture", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.ProfilePicture)},
		{Method: "POST", Path: "/api/change-password", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.ChangePassword)},
		{Method: "GET", Path: "/api/devices", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.Devices)},
		{Method: "DELETE", Path: "/api/devices/:id", Who: web.SignedIn, Of: web.OwnSession, Endpoint: web.JSON(200, p.People.SignOutDevice)},
		{Method: "GET", Path: "/api/my-data", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.MyData)},
		{Method: "POST", Path: "/api/delete-account", Who: web.Eater, Endpoint: web.JSON(200, p.People.DeleteAccount)},
		{Method: "GET", Path: "/api/company-address/:companyId", Who: web.SignedIn, Of: web.OwnCompany, Endpoint: web.JSON(200, p.Companies.CompanyAddress)},
		{Method: "GET", Path: "/api/client-transaction-list/:id", Who: web.Eater, Of: web.OwnProfile, Endpoint: web.JSON(200, p.Wallets.ClientTransactionList)},

		// Wallet and cards.
		{Method: "POST", Path: "/api/wallet/topup", Who: web.Eater, Endpoint: web.JSON(200, p.Wallets.HandleTopup)},
		{Method: "GET", Path: "/api/cards", Who: web.Eater, Endpoint: web.JSON(200, p.Payments.HandleCards)},
		{Method: "POST", Path: "/api/cards/:id/default", Who: web.Eater, Of: web.OwnCard, Endpoint: web.JSON(200, p.Payments.HandleCardDefault)},
		{Method: "DELETE", Path: "/api/cards/:id", Who: web.Eater, Of: web.OwnCard, Endpoint: web.JSON(200, p.Payments.HandleCardRemove)},

		// A company's invoices.
		{Method: "GET", Path: "/api/invoices", Who: web.Admin, Endpoint: web.JSON(200, p.Invoices.HandleList)},
		{Method: "GET", Path: "/api/invoices/:id", Who: web.Admin, Of: web.OwnInvoice, Endpoint: web.JSON(200, p.Invoices.HandleOne)},
		{Method: "GET", Path: "/api/invoices/:id/lines", Who: web.Admin, Of: web.OwnInvoice, Endpoint: web.JSON(200, p.Invoices.HandleLines)},
		{Method: "GET", Path: "/api/invoices/:id/pdf", Who: web.Admin, Of: web.OwnInvoice, Endpoint: web.Download(p.Invoices.HandlePDF)},
		{Method: "GET", Path: "/api/invoices/:id/xlsx", Who: web.Admin, Of: web.OwnInvoice, Endpoint: web.Download(p.Invoices.HandleXLSX)},
		{Method: "POST", Path: "/api/invoices/:id/pay", Who: web.Admin, Of: web.OwnInvoice, Endpoint: web.JSON(200, p.Invoices.HandlePay)},
		{Method: "GET", Path: "/api/invoice-statement", Who: web.Admin, Endpoint: web.JSON(200, p.Invoices.HandleStatement)},
		{Method: "GET", Path: "/api/invoice-statement/pdf", Who: web.Admin, Endpoint: web.Download(p.Invoices.HandleStatementPDF)},
		{Method: "GET", Path: "/api/invoice-statement/xlsx", Who: web.Admin, Endpoint: web.Download(p.Invoices.HandleStatementXLSX)},

		// The menu.
		{Method: "GET", Path: "/api/menu", Who: web.Anyone, Endpoint: web.JSON(200, p.Weeks.HandleOffers)},
		{Method: "GET", Path: "/api/menu/photo/:hash", Who: web.Anyone, Of: web.AnyOwner, Endpoint: web.Shown(p.Menus.HandlePhoto)},
		{Method: "GET", Path: "/api/menu/:week/:hash", Who: web.Anyone, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Menus.HandleOne)},

		// Ordering.
		{Method: "POST", Path: "/api/sync", Who: web.Eater, Endpoint: web.JSON(200, p.Syncs.HandleSync)},
		{Method: "POST", Path: "/api/sync/copy", Who: web.Eater, Endpoint: web.JSON(200, p.Syncs.HandleCopy)},
		{Method: "POST", Path: "/api/quote", Who: web.Eater, Endpoint: web.JSON(200, p.Orders.HandleQuote)},
		{Method: "POST", Path: "/api/handoff", Who: web.Eater, Endpoint: web.JSON(200, p.Orders.HandleHandoff)},
		{Method: "POST", Path: "/api/amendment/quote", Who: web.Eater, Endpoint: web.JSON(200, p.Orders.HandleAmendQuote)},
		{Method: "POST", Path: "/api/amendment", Who: web.Eater, Endpoint: web.JSON(200, p.Orders.HandleAmend)},
		{Method: "GET", Path: "/api/orders/:id/diary", Who: web.Eater, Of: web.OwnOrder, Endpoint: web.JSON(200, p.Orders.HandleDiary)},
		{Method: "GET", Path: "/api/intent/:id", Who: web.Eater, Of: web.OwnIntent, Endpoint: web.JSON(200, p.Orders.HandleIntent)},
		{Method: "POST", Path: "/api/intent/:id/check", Who: web.Eater, Of: web.OwnIntent, Endpoint: web.JSON(202, p.Orders.HandleAsk)},

		// A company, by its admins.
		{Method: "GET", Path: "/api/company-profile", Who: web.Admin, Endpoint: web.JSON(200, p.Companies.HandleProfile)},
		{Method: "POST", Path: "/api/company-profile/details", Who: web.Admin, Endpoint: web.JSON(200, p.Companies.HandleDetails)},
		{Method: "POST", Path: "/api/company-profile/logo", Who: web.Admin, Endpoint: web.JSON(200, p.Companies.HandleLogo)},
		{Method: "POST", Path: "/api/company-profile/domains", Who: web.Admin, Endpoint: web.JSON(200, p.Companies.HandleDomains)},
		{Method: "POST", Path: "/api/company-profile/place-add", Who: web.Admin, Endpoint: web.JSON(200, p.Companies.HandlePlaceAdd)},
		{Method: "POST", Path: "/api/company-profile/place-change", Who: web.Admin, Endpoint: web.JSON(200, p.Companies.HandlePlaceChange)},
		{Method: "POST", Path: "/api/company-profile/place-retire", Who: web.Admin, Endpoint: web.JSON(200, p.Companies.HandlePlaceRetire)},
		{Method: "POST", Path: "/api/company-profile/place-main", Who: web.Admin, Endpoint: web.JSON(200, p.Companies.HandlePlaceMain)},
		{Method: "POST", Path: "/api/company-profile/rules", Who: web.Admin, Endpoint: web.JSON(200, p.Companies.HandleRules)},
		{Method: "POST", Path: "/api/company-profile/rehearsal", Who: web.Admin, Endpoint: web.JSON(200, p.Companies.HandleRehearsal)},
		{Method: "GET", Path: "/api/company-profile/forecast", Who: web.Admin, Endpoint: web.JSON(200, p.Companies.HandleForecast)},

		// The people of a company, by its admins.
		{Method: "GET", Path: "/api/members", Who: web.Admin, Endpoint: web.JSON(200, p.Members.HandleList)},
		{Method: "GET", Path: "/api/members/waiting", Who: web.Admin, Endpoint: web.JSON(200, p.Members.HandleWaiting)},
		{Method: "GET", Path: "/api/members/file", Who: web.Admin, Endpoint: web.Download(p.Members.HandleFile)},
		{Method: "POST", Path: "/api/members/act", Who: web.Admin, Body: 1 << 20, Endpoint: web.JSON(200, p.Members.HandleAct)},
		{Method: "POST", Path: "/api/members/invite", Who: web.Admin, Body: 2 << 20, Endpoint: web.JSON(200, p.Members.HandleInvite)},
		{Method: "POST", Path: "/api/departments", Who: web.Admin, Endpoint: web.JSON(200, p.Members.HandleDepartment)},
		{Method: "DELETE", Path: "/api/departments/:id", Who: web.Admin, Of: web.OwnDepartment, Endpoint: web.JSON(200, p.Members.HandleDepartmentRemove)},

		{Method: "GET", Path: "/api/company-reports", Who: web.Admin, Endpoint: web.JSON(200, p.Reports.HandleReport)},
		{Method: "GET", Path: "/api/company-reports/file", Who: web.Admin, Endpoint: web.Download(p.Reports.HandleFile)},

		// Counters: a company's admin, then its tills, then the person before one.
		{Method: "POST", Path: "/api/pos/till-code", Who: web.Admin, Endpoint: web.JSON(201, p.Counters.HandleTillCode)},
		{Method: "GET", Path: "/api/pos/tills", Who: web.Admin, Endpoint: web.JSON(200, p.Counters.HandleTills)},
		{Method: "POST", Path: "/api/pos/till/:id/revoke", Who: web.Admin, Of: web.OwnTill, Endpoint: web.JSON(200, p.Counters.HandleRevoke)},
		{Method: "POST", Path: "/api/pos/shift/:id/close", Who: web.Admin, Of: web.OwnShift, Endpoint: web.JSON(200, p.Counters.HandleShiftClose)},
		{Method: "GET", Path: "/api/pos/sales", Who: web.Admin, Endpoint: web.JSON(200, p.Counters.HandleSales)},
		{Method: "GET", Path: "/api/pos/quarantine", Who: web.Admin, Endpoint: web.JSON(200, p.Counters.HandleQuarantine)},
		{Method: "POST", Path: "/api/pos/quarantine/:id/again", Who: web.Admin, Of: web.OwnQuarantined, Endpoint: web.JSON(200, p.Counters.HandleAgain)},
		{Method: "POST", Path: "/api/pos/quarantine/:id/close", Who: web.Admin, Of: web.OwnQuarantined, Endpoint: web.JSON(200, p.Counters.HandleClose)},
		{Method: "POST", Path: "/api/pos/recover", Who: web.Admin, Endpoint: web.JSON(200, p.Counters.HandleRecover)},
		{Method: "POST", Path: "/api/pos/pair", Who: web.Anyone, Endpoint: web.JSON(201, p.Counters.HandlePair)},
		{Method: "GET", Path: "/api/pos/till", Who: web.Till, Endpoint: web.JSON(200, p.Counters.HandleTerms)},
		{Method: "GET", Path: "/api/pos/day", Who: web.Till, Endpoint: web.JSON(200, p.Counters.HandleSales)},
		{Method: "POST", Path: "/api/pos/eater", Who: web.Till, Endpoint: web.JSON(200, p.Counters.HandleEater)},
		{Method: "POST", Path: "/api/pos/order-checkout", Who: web.Till, Endpoint: web.JSON(200, p.Counters.HandleCheckout)},
		{Method: "GET", Path: "/api/pos-code", Who: web.Eater, Endpoint: web.JSON(200, p.Counters.HandleCode)},

		// Every company's counters, for operators: an id may be of any company.
		{Method: "POST", Path: "/api/kitchen/pos/till-code", Who: web.Support, Endpoint: web.JSON(201, p.Counters.HandleTillCode)},
		{Method: "GET", Path: "/api/kitchen/pos/tills", Who: web.Support, Endpoint: web.JSON(200, p.Counters.HandleTills)},
		{Method: "POST", Path: "/api/kitchen/pos/till/:id/revoke", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Counters.HandleRevoke)},
		{Method: "POST", Path: "/api/kitchen/pos/till/:id/limit", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Counters.HandleLimit)},
		{Method: "POST", Path: "/api/kitchen/pos/shift/:id/close", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Counters.HandleShiftClose)},
		{Method: "GET", Path: "/api/kitchen/pos/sales", Who: web.Support, Endpoint: web.JSON(200, p.Counters.HandleSales)},
		{Method: "GET", Path: "/api/kitchen/pos/quarantine", Who: web.Support, Endpoint: web.JSON(200, p.Counters.HandleQuarantine)},
		{Method: "POST", Path: "/api/kitchen/pos/quarantine/:id/again", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Counters.HandleAgain)},
		{Method: "POST", Path: "/api/kitchen/pos/quarantine/:id/close", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Counters.HandleClose)},
		{Method: "POST", Path: "/api/kitchen/pos/recover", Who: web.Support, Endpoint: web.JSON(200, p.Counters.HandleRecover)},
		{Method: "GET", Path: "/api/kitchen/pos/sale", Who: web.Support, Endpoint: web.JSON(200, p.Counters.HandleSold)},
		{Method: "POST", Path: "/api/kitchen/pos/sale/:id/void", Who: web.Support, Of: web.AnyOwner, Endpoint: web.JSON(200, p.Counters.HandleVoid)},

		{Method: "GET", Path: "/payment/return", Who: web.Provider, Endpoint: web.Raw(p.Payments.HandleReturn)},
		{Method: "POST", Path: "/payment/return", Who: web.Provider, Endpoint: web.Raw(p.Payments.HandleReturn)},
		{Method: "POST", Path: "/payment/notify", Who: web.Provider, Endpoint: web.Raw(p.Payments.HandleNotify)},

		{Method: "GET", Path: "/api/usual-share", Who: web.Anyone, Endpoint: web.JSON(200, p.Office.HandleUsualShare)},
		{Method: "GET", Path: "/api/config", Who: web.Anyone, Endpoint: web.JSON(200, p.config)},
	}
}
