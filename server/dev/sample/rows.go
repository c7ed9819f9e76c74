package sample

import "sahn/server/platform/money"

// Company is a customer. Amounts are fils when their type is Flat and percent when it is Percentage.
type Company struct {
	ID               string
	Name             string
	CompanyType      string // Corporate or Cash
	Status           string
	PlanID           int // 0: no plan, full price
	TRN              string
	MinimumDay       int // 0: the product's own minimum
	MinimumMealCount int // 0: the product's own minimum
	DiscountType     string
	DiscountAmount   int64
	ShareType        string
	ShareValue       int64
	ShareCap         *money.Fils // nil: no cap
	ShareDuration    string
	AllowedDomains   []string // people with an address there need no approval
}

// AreaTiming is when an area gets its lunch, in Dubai time.
type AreaTiming struct {
	ID     string
	Area   string
	AreaAr string
	From   string // "12:15"
	Until  string
}

// Address is a place of delivery of a company or, with ProfileID, of one client alone.
type Address struct {
	ID           string
	CompanyID    string
	ProfileID    string
	Label        string
	Line         string
	AreaTimingID string
}

// Person can sign in. An empty Password means that none was set yet.
type Person struct {
	ID       string
	Email    string
	Name     string
	Mobile   string
	Password string
}

// Profile is a person's role in a company; an operator's has no company.
type Profile struct {
	ID         string
	PersonID   string
	CompanyID  string
	ClientType string // Admin, Employee, Cash or Operator
	Status     string // Active, Invited, Pending or Suspended
	AddressID  string
	Wallet     money.Fils
}
