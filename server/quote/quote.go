// Package quote computes what a choice of meals costs and what prevents it from being ordered. It is a pure function, so the server and a
// device with the same data compute the same fils and the same hash.
package quote

import (
	"time"

	"sahn/server/menu"
	"sahn/server/platform/clock"
	"sahn/server/platform/money"
	"sahn/server/week"
)

// MaxQuantity is the maximum number of portions of one meal in one delivery.
const MaxQuantity = 99

// Terms are the agreed terms of a profile's company. Flat amounts are fils, Percentage amounts are percent, and a nil ShareCap is no cap.
type Terms struct {
	DiscountType     string      `json:"discount_type"`
	DiscountAmount   int64       `json:"discount_amount"`
	MinimumDay       int         `json:"minimum_day"`
	MinimumMealCount int         `json:"minimum_meal_count"`
	ShareType        string      `json:"share_type"`
	ShareValue       int64       `json:"share_value"`
	ShareCap         *money.Fils `json:"share_cap"`
	ShareDuration    string      `json:"share_duration"`
}

// Item is a requested meal with its number of portions.
type Item struct {
	Meal string `json:"meal"`
	Qty  int    `json:"qty"`
}

// Day is one requested delivery.
type Day struct {
	Date  clock.Date `json:"date"`
	Items []Item     `json:"items"`
}

// Live is the data that changes often and is therefore sent beside the menu: the wallet's shown balance, the share used by other orders
// under the first date of its period, portions left (absent is unlimited), days that have a delivery, and closed days. Unserved are days
// on which the window of the eater's place does not deliver, and Full those on which it takes no more. VATRates are those that operators
// have set; the date of a delivery decides which one counts. Early are the days that close earlier than others, Hours those on which lunch
// comes at other times than the window's own ("18:00–18:30"), and Ramadan each Ramadan that touches the span.
type Live struct {
	Wallet    money.Fils                    `json:"wallet"`
	ShareUsed map[clock.Date]money.Fils     `json:"share_used"`
	Portions  map[clock.Date]map[string]int `json:"portions"`
	Taken     []clock.Date                  `json:"taken"`
	Closed    []clock.Date                  `json:"closed"`
	Unserved  []clock.Date                  `json:"unserved,omitempty"`
	Full      []clock.Date                  `json:"full,omitempty"`
	VATRates  money.Rates                   `json:"vat_rates,omitempty"`
	Early     week.Early                    `json:"early,omitempty"`
	Hours     map[clock.Date]string         `json:"hours,omitempty"`
	Ramadan   []Span                        `json:"ramadan,omitempty"`
}

// Span is from one date to another, both among it.
type Span struct {
	First clock.Date `json:"first"`
	Last  clock.Date `json:"last"`
}

// Input is everything that a price depends on. Menu holds published menus by their Mondays.
type Input struct {
	Days      []Day                     `json:"days"`
	Menu      map[clock.Date]*menu.Week `json:"menu"`
	Terms     Terms                     `json:"terms"`
	Live      Live                      `json:"live"`
	UseWallet bool                      `json:"use_wallet"`
	Now       time.Time                 `json:"now"`
}

// Line is one meal of one delivery. Price and Discounted are of one portion; Total includes the VAT. InsteadOf names a withdrawn meal that
// these portions replace, at its price; a day may hold the same meal in another line at a price of its own.
type Line struct {
	Meal       string     `json:"meal"`
	Name       string     `json:"name"`
	Qty        int        `json:"qty"`
	Price      money.Fils `json:"price"`
	Discounted money.Fils `json:"discounted"`
	Total      money.Fils `json:"total"`
	VAT        money.Fils `json:"vat"`
	InsteadOf  string     `json:"instead_of,omitempty"`
}

// Delivery is one day with its sums, and the rate of the VAT in them. Items holds only what can be ordered; the rest is among the quote's
// issues.
type Delivery struct {
	Date          clock.Date `json:"date"`
	Cutoff        time.Time  `json:"cutoff"`
	Items         []Line     `json:"items"`
	Gross         money.Fils `json:"gross_amount"`
	Discount      money.Fils `json:"discount"`
	Net           money.Fils `json:"net_amount"`
	CompanyShare  money.Fils `json:"company_share"`
	EmployeeShare money.Fils `json:"employee_share"`
	VAT           money.Fils `json:"vat_amount"`
	VATRate       money.Rate `json:"vat_rate"`
}

// Quote is what an order would cost now, and every reason why it cannot be placed. It can be paid only when it has no issues. Hash covers
// what the person agrees to; issues, names and cut-offs are not part of it.
type Quote struct {
	Days          []Delivery `json:"days"`
	Gross         money.Fils `json:"gross_amount"`
	Discount      money.Fils `json:"discount"`
	Net           money.Fils `json:"net_amount"`
	CompanyShare  money.Fils `json:"company_share"`
	EmployeeShare money.Fils `json:"employee_share"`
	Wallet        money.Fils `json:"wallet_amount"`
	Payable       money.Fils `json:"payable_amount"`
	VAT           money.Fils `json:"vat_amount"`
	CompanyVAT    money.Fils `json:"company_vat_amount"`
	Issues        []Issue    `json:"issues"`
	Hash          string     `json:"hash"`
}

// Code names a reason why something cannot be ordered. Codes are stable: the device has a sentence for each.
type Code string

// The reasons, and the meaning of From → To.
const (
	Withdrawn    Code = "withdrawn"     // the meal is not on that day's menu
	SoldOut      Code = "sold_out"      // requested → left
	BadQuantity  Code = "bad_quantity"  // requested → MaxQuantity
	CutoffPassed Code = "cutoff_passed" // the day's cut-off has passed
	DayTaken     Code = "day_taken"     // the day already has a delivery
	DayClosed    Code = "day_closed"    // weekend, public holiday, or before the first date offered
	WindowClosed Code = "window_closed" // the window of the place does not deliver on that weekday
	WindowFull   Code = "window_full"   // the window of the place takes no more deliveries on that day
	MenuMissing  Code = "menu_missing"  // no menu is known for the day's week
	TooFewMeals  Code = "too_few_meals" // portions chosen → minimum_meal_count
	TooFewDays   Code = "too_few_days"  // days chosen → days still needed
	TooManyDays  Code = "too_many_days" // days chosen → week.MaxNumDays
	TwoWeeks     Code = "two_weeks"     // Date is the Monday of the later week
	Empty        Code = "empty"         // nothing was chosen
	Unchanged    Code = "unchanged"     // a change without effect
)

// Issue is one reason, with its day and meal.
type Issue struct {
	Code Code       `json:"code"`
	Date clock.Date `json:"date,omitempty"`
	Meal string     `json:"meal,omitempty"`
	From *int64     `json:"from,omitempty"`
	To   *int64     `json:"to,omitempty"`
}
