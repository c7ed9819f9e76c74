package api

import "sahn/server/web"

// Routes is the whole API: method, path, who may, what it does. Fiber's router and the contract are both made of it.
func (p Parts) Routes() []web.Route {
	return []web.Route{
		{Method: "PUT", Path: "/api/search-by-email", Who: web.Anyone, Endpoint: web.JSON(200, p.People.SearchByEmail)},
		{Method: "POST", Path: "/api/login-otp", Who: web.Anyone, Endpoint: web.JSON(200, p.People.LoginOTP)},
		{Method: "POST", Path: "/api/verify-otp", Who: web.Anyone, Endpoint: web.JSON(201, p.People.VerifyOTP)},
		{Method: "POST", Path: "/api/profile-login", Who: web.Anyone, Endpoint: web.JSON(201, p.People.ProfileLogin)},
		{Method: "POST", Path: "/api/profile-logout", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.ProfileLogout)},
		{Method: "GET", Path: "/api/get-profile", Who: web.SignedIn, Endpoint: web.JSON(200, p.People.GetProfile)},
		{Method: "GET", Path: "/api/company-address/:companyId", Who: web.SignedIn, Endpoint: web.JSON(200, p.Companies.CompanyAddress)},

		{Method: "GET", Path: "/api/menu", Who: web.Anyone, Endpoint: web.JSON(200, p.Weeks.HandleOffers)},
		{Method: "GET", Path: "/api/menu/:week/:hash", Who: web.Anyone, Endpoint: web.JSON(200, p.Menus.HandleOne)},

		{Method: "POST", Path: "/api/sync", Who: web.Eater, Endpoint: web.JSON(200, p.Syncs.HandleSync)},
		{Method: "POST", Path: "/api/quote", Who: web.Eater, Endpoint: web.JSON(200, p.Orders.HandleQuote)},
		{Method: "POST", Path: "/api/handoff", Who: web.Eater, Endpoint: web.JSON(200, p.Orders.HandleHandoff)},
		{Method: "GET", Path: "/api/intent/:id", Who: web.Eater, Endpoint: web.JSON(200, p.Orders.HandleIntent)},
		{Method: "POST", Path: "/api/intent/:id/check", Who: web.Eater, Endpoint: web.JSON(202, p.Orders.HandleAsk)},

		{Method: "GET", Path: "/payment/return", Who: web.Provider, Endpoint: web.Raw(p.Payments.HandleReturn)},
		{Method: "POST", Path: "/payment/return", Who: web.Provider, Endpoint: web.Raw(p.Payments.HandleReturn)},
		{Method: "POST", Path: "/payment/notify", Who: web.Provider, Endpoint: web.Raw(p.Payments.HandleNotify)},

		{Method: "GET", Path: "/api/config", Who: web.Anyone, Endpoint: web.JSON(200, p.config)},
	}
}
