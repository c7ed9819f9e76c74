package api

import "sahn/server/web"

// Routes is the whole API: method, path, who may, whose the named thing must be, what it does. Fiber's router, the contract and
// the tests of who may are all made of it.
func (p Parts) Routes() []web.Route {
	return []web.Route{
		// Signing in.
		{Method: "PUT", Path: "/api/search-by-email", Who: web.Anyone, Endpoint: web.JSON(200, p.People.SearchByEmail)},
		{Method: "POST", Path: "/api/login-otp", Who: web.Anyone, Endpoint: web.JSON(200, p.People.LoginOTP)},
		{Method: "POST", Path: "/api/verify-otp", Who: web.Anyone, Endpoint: web.JSON(201, p.People.VerifyOTP)},
		{Method: "POST", Path: "/api/profile-login", Who: web.Anyone, Endpoint: web.JSON(201, p.People.ProfileLogin)},
		{Method: "POST", Path: "/api/client/forgot-password/send-otp", Who: web.Anyone, Endpoint: web.JSON(200, p.People.SendResetOTP)},
		{Method: "POST", Path: "/api/client/forgot-password/reset", Who: web.Anyone, Endpoint: web.JSON(200, p.People.Reset)},

		// Registering, and what has to be known for it.
		{Method: "POST", Path: "/api/client-register", Who: web.Anyone, Endpoint: web.JSON(201, p.People.ClientRegister)},
		{Method: "POST", Path: "/api/employee-registration", Who: web.Anyone, Endpoint: web.JSON(201, p.People.EmployeeRegistration)},
		{Method: "POST", Path: "/api/register-company", Who: web.Anyone, Endpoint: web.JSON(201, p.Companies.RegisterCompany)},
		{Method: "GET", Path: "/api/plans", Who: web.Anyone, Endpoint: web.JSON(200, p.Companies.Plans)},
		{Method: "GET", Path: "/api/areas", Who: web.Anyone, Endpoint: web.JSON(200, p.Companies.Areas)},
		{Method: "GET", Path: "/api/company/:companyId", Who: web.Anyone, Of: web.Everybodys, Endpoint: web.JSON(200, p.Companies.Company)},

		// One's own.
		{Method: "POST", Path: "/api/profile-logout", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.ProfileLogout)},
		{Method: "GET", Path: "/api/get-profile", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.GetProfile)},
		{Method: "POST", Path: "/api/switch-user", Who: web.Eater, Endpoint: web.JSON(200, p.People.SwitchUser)},
		{Method: "POST", Path: "/api/update-profile", Who: web.Eater, Endpoint: web.JSON(200, p.People.UpdateProfile)},
		{Method: "POST", Path: "/api/update-diet", Who: web.Eater, Endpoint: web.JSON(200, p.People.UpdateDiet)},
		{Method: "POST", Path: "/api/profile-picture", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.ProfilePicture)},
		{Method: "POST", Path: "/api/change-password", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.ChangePassword)},
		{Method: "GET", Path: "/api/my-data", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.MyData)},
		{Method: "POST", Path: "/api/delete-account", Who: web.Eater, Endpoint: web.JSON(200, p.People.DeleteAccount)},
		{Method: "GET", Path: "/api/company-address/:companyId", Who: web.SignedIn, Of: web.OwnCompany, Endpoint: web.JSON(200, p.Companies.CompanyAddress)},
		{Method: "GET", Path: "/api/client-transaction-list/:id", Who: web.Eater, Of: web.OwnProfile, Endpoint: web.JSON(200, p.Wallets.ClientTransactionList)},

		// Wallet and cards.
		{Method: "POST", Path: "/api/wallet/topup", Who: web.Eater, Endpoint: web.JSON(200, p.Wallets.HandleTopup)},
		{Method: "GET", Path: "/api/cards", Who: web.Eater, Endpoint: web.JSON(200, p.Payments.HandleCards)},
		{Method: "POST", Path: "/api/cards/:id/default", Who: web.Eater, Of: web.OwnCard, Endpoint: web.JSON(200, p.Payments.HandleCardDefault)},
		{Method: "DELETE", Path: "/api/cards/:id", Who: web.Eater, Of: web.OwnCard, Endpoint: web.JSON(200, p.Payments.HandleCardRemove)},

		// The menu.
		{Method: "GET", Path: "/api/menu", Who: web.Anyone, Endpoint: web.JSON(200, p.Weeks.HandleOffers)},
		{Method: "GET", Path: "/api/menu/:week/:hash", Who: web.Anyone, Of: web.Everybodys, Endpoint: web.JSON(200, p.Menus.HandleOne)},

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

		// Counters: a company's admin, then its tills, then who stands before one.
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

		{Method: "GET", Path: "/payment/return", Who: web.Provider, Endpoint: web.Raw(p.Payments.HandleReturn)},
		{Method: "POST", Path: "/payment/return", Who: web.Provider, Endpoint: web.Raw(p.Payments.HandleReturn)},
		{Method: "POST", Path: "/payment/notify", Who: web.Provider, Endpoint: web.Raw(p.Payments.HandleNotify)},

		{Method: "GET", Path: "/api/config", Who: web.Anyone, Endpoint: web.JSON(200, p.config)},
	}
}
