package person

import (
	"context"

	"sahn/server/platform/db"
	"sahn/server/platform/money"
)

// Profile is the signed-in profile on the wire. Amounts are fils when their type is Flat and percent when it is Percentage. They are the
// terms that apply now; CompanyStatus says why these may differ from the agreed ones. ProfilePicture is a small picture as a data URL, so
// that it is available offline. DeliveryWindow is that of the profile's address, "12:15–12:45". Counter says whether the company has a
// till to which a code can be shown.
type Profile struct {
	ID               string      `json:"id"`
	Name             string      `json:"name"`
	Email            string      `json:"email"`
	Mobile           string      `json:"mobile"`
	Language         string      `json:"language"`
	AddressID        *string     `json:"address_id"`
	CompanyID        *string     `json:"company_id"`
	CompanyName      *string     `json:"company_name"`
	ClientType       string      `json:"client_type"`
	OperatorRole     string      `json:"operator_role,omitempty"`
	SecondStep       string      `json:"second_step,omitempty"` // of an operator: on, needed or offered
	PIN              bool        `json:"pin,omitempty"`         // of an operator: whether they have one
	CompanyType      string      `json:"company_type"`
	CompanyStatus    *string     `json:"company_status"`
	MinimumMealCount int         `json:"minimum_meal_count"`
	MinimumDay       int         `json:"minimum_day"`
	DiscountAmount   int64       `json:"discount_amount"`
	DiscountType     string      `json:"discount_type"`
	ShareValue       int64       `json:"share_value"`
	ShareType        string      `json:"share_type"`
	ShareCap         *money.Fils `json:"share_cap"`
	ShareDuration    string      `json:"share_duration"`
	Status           string      `json:"status"`
	WalletBalance    money.Fils  `json:"wallet_balance"`
	Switchable       int         `json:"switchable"`
	Logo             string      `json:"logo"`
	ProfilePicture   string      `json:"profile_picture"`
	DeliveryWindow   *string     `json:"delivery_window"`
	Counter          bool        `json:"counter,omitempty"`
	Diet             Diet        `json:"diet"`
}

// Terms are the agreed terms of a profile's company, as far as they apply now.
type Terms struct {
	DiscountType     string
	DiscountAmount   int64
	MinimumDay       int
	MinimumMealCount int
	ShareType        string
	ShareValue       int64
	ShareCap         *money.Fils
	ShareDuration    string
}

// Eater is a profile for the callers that price, order and deliver. CompanyID and AddressID are empty when there is none.
type Eater struct {
	ProfileID  string
	PersonID   string
	CompanyID  string
	AddressID  string
	Email      string
	Name       string
	ClientType string
	Status     string
	Terms      Terms
}

// EaterOf reads a profile. An unknown one is an error, not a fault, because ids of profiles come from sessions.
func EaterOf(ctx context.Context, q *db.Queries, profileID string) (Eater, error) {
	row, err := q.ProfileOne(ctx, profileID)
	if err != nil {
		return Eater{}, err
	}
	return EaterFrom(row), nil
}

// EaterFrom is the eater of a profile's row.
func EaterFrom(row db.ProfileOneRow) Eater {
	return Eater{
		ProfileID: row.ID, PersonID: row.PersonID, CompanyID: db.Or(row.CompanyID, ""), AddressID: db.Or(row.AddressID, ""),
		Email: row.Email, Name: row.Name, ClientType: row.ClientType, Status: row.Status, Terms: terms(row),
	}
}

// terms are full prices and no share, unless the profile and its company are Active and the company is a Corporate one.
func terms(row db.ProfileOneRow) Terms {
	t := Terms{
		DiscountType: db.Or(row.DiscountType, "Percentage"), MinimumDay: db.Or(row.MinimumDay, 0),
		MinimumMealCount: db.Or(row.MinimumMealCount, 0), ShareType: db.Or(row.ShareType, "Flat"),
		ShareDuration: db.Or(row.ShareDuration, "Daily"),
	}
	if row.Status == "Active" && db.Or(row.CompanyStatus, "") == "Active" && db.Or(row.CompanyType, "") == "Corporate" {
		t.DiscountAmount, t.ShareValue, t.ShareCap = db.Or(row.DiscountAmount, 0), db.Or(row.ShareValue, 0), row.ShareCap
	}
	return t
}

func (p *People) profileOf(ctx context.Context, q *db.Queries, id string) (Profile, error) {
	row, err := q.ProfileOne(ctx, id)
	if err != nil {
		return Profile{}, err
	}
	balance, err := q.WalletBalance(ctx, id)
	if err != nil {
		return Profile{}, err
	}
	picture, err := q.PersonPicture(ctx, row.PersonID)
	if err != nil {
		return Profile{}, err
	}
	t := terms(row)
	of := Profile{
		ID: row.ID, Name: row.Name, Email: row.Email, Mobile: row.Mobile, Language: row.Language, AddressID: row.AddressID,
		CompanyID: row.CompanyID, CompanyName: row.CompanyName, ClientType: row.ClientType, OperatorRole: db.Or(row.OperatorRole, ""),
		CompanyType: db.Or(row.CompanyType, ""), CompanyStatus: row.CompanyStatus, MinimumMealCount: t.MinimumMealCount, MinimumDay: t.MinimumDay,
		DiscountAmount: t.DiscountAmount, DiscountType: t.DiscountType, ShareValue: t.ShareValue, ShareType: t.ShareType, ShareCap: t.ShareCap,
		ShareDuration: t.ShareDuration, Status: row.Status, WalletBalance: money.Fils(balance), Logo: db.Or(row.Logo, ""),
		ProfilePicture: picture, Diet: Diet{row.Diets, row.Avoids, row.LabelAvoids}, Counter: row.Counter,
	}
	if row.ClientType == "Operator" {
		of.SecondStep, of.PIN = factorState(row.Factor), row.HasPin
	}
	if row.Switchable {
		of.Switchable = 1
	}
	if row.FromTime != nil && row.UntilTime != nil {
		of.DeliveryWindow = new(*row.FromTime + "–" + *row.UntilTime)
	}
	return of, nil
}
