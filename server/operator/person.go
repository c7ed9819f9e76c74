package operator

import (
	"context"
	"encoding/hex"
	"time"

	"sahn/server/ledger"
	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// PeopleRequest is a search for people, in one company or everywhere. A state is that of the profile, except for people who are erased
// and for profiles whose e-mail was only typed and is not confirmed.
type PeopleRequest struct {
	Q       string `query:"q"`
	State   string `query:"state" validate:"omitempty,oneof=Active Invited Pending Unconfirmed Suspended Erased"`
	Company string `query:"company" validate:"max=26"`
	After   string `query:"after" validate:"max=26"`
}

// PersonRow is one profile in a list. ID is the profile's.
type PersonRow struct {
	ID          string `json:"id"`
	Name        string `json:"name"`
	Email       string `json:"email"`
	ClientType  string `json:"client_type"`
	Status      string `json:"status"`
	CompanyID   string `json:"company_id"`
	CompanyName string `json:"company_name"`
	Proved      bool   `json:"proved"`
	Erased      bool   `json:"erased"`
}

// PeoplePage is a page of people by name.
type PeoplePage struct {
	Data []PersonRow `json:"data"`
	Next string      `json:"next"`
}

// HandlePeople finds people. Support may.
func (o *Office) HandlePeople(ctx context.Context, _ web.Caller, r PeopleRequest) (PeoplePage, error) {
	words, err := wordsOf(r.Q)
	if err != nil {
		return PeoplePage{}, err
	}
	rows, err := db.New(o.Conn).OperatorPeople(ctx, db.OperatorPeopleParams{
		CompanyID: r.Company, State: r.State, Words: words, After: r.After, Most: page + 1,
	})
	if err != nil {
		return PeoplePage{}, err
	}
	rows, next := cut(rows, func(r db.OperatorPeopleRow) string { return r.ID })
	all := make([]PersonRow, len(rows))
	for i, p := range rows {
		all[i] = PersonRow{p.ID, p.Name, p.Email, p.ClientType, p.Status, or(p.CompanyID, ""), p.CompanyName, p.Proved, p.Erased}
	}
	return PeoplePage{all, next}, nil
}

// OrderRow is one order on a person's page.
type OrderRow struct {
	ID            string     `json:"id"`
	Status        string     `json:"status"`
	Week          clock.Date `json:"week"`
	NetAmount     money.Fils `json:"net_amount"`
	CompanyShare  money.Fils `json:"company_share"`
	EmployeeShare money.Fils `json:"employee_share"`
	CreatedAt     time.Time  `json:"created_at"`
}

// TaxDocument is a tax invoice (kind invoice) or a tax credit note (credit) for what a person paid themselves. About is the order or the
// sale at a counter. Total includes VAT and is positive in both.
type TaxDocument struct {
	ID       string     `json:"id"`
	About    string     `json:"about"`
	Kind     string     `json:"kind"`
	Number   string     `json:"number"`
	IssuedOn clock.Date `json:"issued_on"`
	Total    money.Fils `json:"total"`
}

// SignIn is one sign-in of a person, with the device in words; the session may have ended.
type SignIn struct {
	ID     string    `json:"id"`
	Device string    `json:"device"`
	At     time.Time `json:"at"`
	Seen   time.Time `json:"seen"`
	Ends   time.Time `json:"ends"`
}

// CodeAsked is one code that was requested for a person.
type CodeAsked struct {
	Purpose string     `json:"purpose"`
	At      time.Time  `json:"at"`
	UsedAt  *time.Time `json:"used_at"`
	Tries   int        `json:"tries"`
}

// PersonSheet is one profile with everything that support needs to help its person.
type PersonSheet struct {
	PersonRow
	Mobile         string         `json:"mobile"`
	CompanyStatus  string         `json:"company_status"`
	CreatedAt      time.Time      `json:"created_at"`
	UsedAt         *time.Time     `json:"used_at"`
	HasPassword    bool           `json:"has_password"`
	OpenDeliveries int            `json:"open_deliveries"`
	CodeFrozenAt   *time.Time     `json:"code_frozen_at"`
	Balance        money.Fils     `json:"balance"`
	Owed           money.Fils     `json:"owed"`
	Others         []PersonRow    `json:"others"`
	Orders         []OrderRow     `json:"orders"`
	Documents      []TaxDocument  `json:"documents"`
	Wallet         []ledger.Entry `json:"wallet"`
	Attempts       []AttemptRow   `json:"attempts"`
	SignIns        []SignIn       `json:"sign_ins"`
	Codes          []CodeAsked    `json:"codes"`
	Acts           []Act          `json:"acts"`
}

// PersonAnswer is the answer with one profile.
type PersonAnswer struct {
	Data PersonSheet `json:"data"`
}

// HandlePerson shows one profile. Support may.
func (o *Office) HandlePerson(ctx context.Context, _ web.Caller, r one) (PersonAnswer, error) {
	q := db.New(o.Conn)
	p, err := q.OperatorPerson(ctx, clock.DateOf(o.Clock()), r.ID)
	if err != nil {
		return PersonAnswer{}, missing(err)
	}
	s := PersonSheet{
		PersonRow: PersonRow{p.ID, p.Name, p.Email, p.ClientType, p.Status, or(p.CompanyID, ""), p.CompanyName, p.ProvedAt != nil,
			p.ErasedAt != nil},
		Mobile: p.Mobile, CompanyStatus: p.CompanyStatus, CreatedAt: p.CreatedAt.UTC(), UsedAt: p.UsedAt,
		HasPassword: p.HasPassword, OpenDeliveries: p.OpenDeliveries, CodeFrozenAt: p.CodeFrozenAt,
	}
	for _, read := range []func(context.Context, *db.Queries, db.OperatorPersonRow, *PersonSheet) error{readOthers, readMoney, readSignIns} {
		if err := read(ctx, q, p, &s); err != nil {
			return PersonAnswer{}, err
		}
	}
	attempts, err := q.OperatorAttempts(ctx, db.OperatorAttemptsParams{ProfileID: p.ID, Most: page})
	if err != nil {
		return PersonAnswer{}, err
	}
	s.Attempts = attemptRows(attempts)
	s.Acts, err = o.acts(ctx, q, db.OperatorActsParams{Subject: p.ID, Most: page})
	return PersonAnswer{s}, err
}

func readOthers(ctx context.Context, q *db.Queries, p db.OperatorPersonRow, s *PersonSheet) error {
	rows, err := q.OperatorPersonProfiles(ctx, p.PersonID, p.ID)
	s.Others = make([]PersonRow, len(rows))
	for i, r := range rows {
		s.Others[i] = PersonRow{ID: r.ID, Name: p.Name, Email: p.Email, ClientType: r.ClientType, Status: r.Status, CompanyName: r.CompanyName,
			Proved: r.Proved, Erased: s.Erased}
	}
	return err
}

func readMoney(ctx context.Context, q *db.Queries, p db.OperatorPersonRow, s *PersonSheet) (err error) {
	if s.Balance, err = ledger.Spendable(ctx, q, p.ID); err != nil {
		return err
	}
	if s.Owed, err = ledger.Owed(ctx, q, p.ID); err != nil {
		return err
	}
	if s.Wallet, err = ledger.Entries(ctx, q, p.ID, 0, page); err != nil {
		return err
	}
	orders, err := q.OperatorOrders(ctx, p.ID)
	s.Orders = make([]OrderRow, len(orders))
	for i, r := range orders {
		s.Orders[i] = OrderRow{r.ID, r.Status, r.Week, r.NetAmount, r.CompanyShare, r.EmployeeShare, r.CreatedAt.UTC()}
	}
	if err != nil {
		return err
	}
	documents, err := q.OperatorDocuments(ctx, p.ID)
	s.Documents = make([]TaxDocument, len(documents))
	for i, r := range documents {
		s.Documents[i] = TaxDocument{r.ID, r.AboutID, r.Kind, r.Number, r.IssuedOn, money.Fils(r.TotalAmount)}
	}
	return err
}

func readSignIns(ctx context.Context, q *db.Queries, p db.OperatorPersonRow, s *PersonSheet) error {
	sessions, err := q.OperatorSignIns(ctx, p.PersonID)
	if err != nil {
		return err
	}
	s.SignIns = make([]SignIn, len(sessions))
	for i, r := range sessions {
		s.SignIns[i] = SignIn{hex.EncodeToString(r.ID), r.Device, r.CreatedAt.UTC(), r.SeenAt.UTC(), r.EndsAt.UTC()}
	}
	codes, err := q.OperatorCodes(ctx, p.PersonID)
	s.Codes = make([]CodeAsked, len(codes))
	for i, r := range codes {
		s.Codes[i] = CodeAsked{r.Purpose, r.CreatedAt.UTC(), r.UsedAt, r.Tries}
	}
	return err
}

// Why a profile cannot be suspended or reactivated.
var (
	ErrNotActive    = fault.New(fault.Conflict, "person_not_active", "This profile is not Active.")
	ErrNotSuspended = fault.New(fault.Conflict, "person_not_suspended", "This profile is not on hold, or was removed by its company.")
)

// HandlePersonSuspend suspends a profile, at once and on every server. Orders that were paid for stay and are delivered. Support may.
func (o *Office) HandlePersonSuspend(ctx context.Context, who web.Caller, r because) (Done, error) {
	if err := r.clean(); err != nil {
		return Done{}, err
	}
	var ended [][]byte
	err := o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		p, err := tx.OperatorProfileHold(ctx, r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		if p.Status != "Active" {
			return audit.Act{}, ErrNotActive
		}
		if ended, err = tx.OperatorSessionsEnd(ctx, r.ID, o.Clock()); err != nil {
			return audit.Act{}, err
		}
		done := audit.Act{Kind: "person.suspend", Company: or(p.CompanyID, ""), Subject: r.ID, Before: status{p.Status},
			After: status{"Suspended"}, Note: r.Reason}
		return done, tx.OperatorProfileSuspend(ctx, o.Clock(), r.ID)
	})
	if err == nil {
		o.People.Sessions.Ended(ctx, ended...)
	}
	return Done{}, err
}

// SignOutRequest names one of a person's sessions.
type SignOutRequest struct {
	ID      string `path:"id" json:"-" validate:"required,max=64"`
	Session string `json:"session" validate:"required,max=64"`
}

// HandlePersonSignOut ends one session of a person, at once and on every server; its device may not sync
// until they sign in on it again. Support may.
func (o *Office) HandlePersonSignOut(ctx context.Context, who web.Caller, r SignOutRequest) (Done, error) {
	var ended []byte
	err := o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		p, err := tx.OperatorProfileHold(ctx, r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		ended, err = person.SignOut(ctx, tx.Queries, r.Session, p.PersonID, false, o.Clock())
		return audit.Act{Kind: "person.signout", Company: or(p.CompanyID, ""), Subject: r.ID}, err
	})
	if err == nil {
		o.People.Sessions.Ended(ctx, ended)
	}
	return Done{}, err
}

// HandlePersonReactivate reactivates a profile that was suspended and not removed by its company. Support may.
func (o *Office) HandlePersonReactivate(ctx context.Context, who web.Caller, r one) (Done, error) {
	return Done{}, o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		p, err := tx.OperatorProfileHold(ctx, r.ID)
		if err != nil {
			return audit.Act{}, missing(err)
		}
		n, err := tx.OperatorProfileReactivate(ctx, r.ID)
		if err == nil && n == 0 {
			err = ErrNotSuspended
		}
		return audit.Act{Kind: "person.reactivate", Company: or(p.CompanyID, ""), Subject: r.ID, Before: status{p.Status},
			After: status{"Active"}}, err
	})
}
