package pos

import (
	"context"
	"fmt"
	"time"

	"sahn/server/menu/published"
	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
	"sahn/server/quote"
)

// daysAhead is how many days a till can sell without new terms.
const daysAhead = 7

// keepHours is how long a till keeps acknowledged facts, to send them again when the server was restored from an older copy.
const keepHours = 72

// Terms are what a till must know to sell without a network. LastReceipt and Had are an Answer's. A till serves
// Everyone, or the people of its own company. CodeKey is the public half of the key that signs people's codes,
// OtherCodeKeys those whose codes are good too while the server's secret is replaced; Frozen are codes that it must not take although they
// are signed. ReceiptKey is there only when the till's own is of a former secret: from now on its receipts are marked with this one.
// VATRates are those that operators have set, by which a till tells the VAT of a sale from its date.
type Terms struct {
	Till          string      `json:"till"`
	Prefix        string      `json:"prefix"`
	Name          string      `json:"name"`
	CompanyID     string      `json:"company_id"`
	Company       string      `json:"company"`
	Place         string      `json:"place"`
	LastReceipt   int64       `json:"last_receipt"`
	Had           int64       `json:"had"`
	OfflineLimit  money.Fils  `json:"offline_limit"`
	Everyone      bool        `json:"everyone"`
	Frozen        []Frozen    `json:"frozen"`
	VAT           money.Rate  `json:"vat_percentage"` // today's
	VATRates      money.Rates `json:"vat_rates,omitempty"`
	CodeKey       string      `json:"code_key"`
	OtherCodeKeys []string    `json:"other_code_keys,omitempty"`
	ReceiptKey    string      `json:"receipt_key,omitempty"`
	Days          []MenuDay   `json:"days"`
	Limits        Limits      `json:"limits"`
	KeepHours     int         `json:"keep_hours"`
	Now           int64       `json:"now"`
	Min           string      `json:"min"`
	Seller        *Seller     `json:"seller,omitempty"` // nil while its name, TRN or address is missing: papers are receipts then
}

// Seller is who sells, as the tax invoice of somebody whom nobody knows names it.
type Seller struct {
	Name    string `json:"name"`
	TRN     string `json:"trn"`
	Address string `json:"address"`
}

// MenuDay is what can be sold on a date; Week and Hash name the menu with all other details of its meals.
type MenuDay struct {
	Date  clock.Date `json:"date"`
	Week  clock.Date `json:"week"`
	Hash  string     `json:"hash"`
	Meals []MenuMeal `json:"meals"`
}

// MenuMeal is a meal with its price for a walk-in and its price for the people of the site's company, VAT included.
type MenuMeal struct {
	ID            string     `json:"id"`
	Name          string     `json:"name"`
	NameAr        string     `json:"name_ar,omitempty"`
	Cuisine       int        `json:"cuisine"`
	Price         money.Fils `json:"price"`
	EmployeePrice money.Fils `json:"employee_price"`
}

// TermsRequest says which receipt key a till has: Key is that key's mark of "key", a line break and the till's id. Without it, from an
// older app, the till keeps its key.
type TermsRequest struct {
	Key string `query:"key" json:"-" validate:"max=40"`
}

// HandleTerms answers a till's request for its terms. Tills may, for themselves.
func (p *Pos) HandleTerms(ctx context.Context, who web.Caller, r TermsRequest) (Terms, error) {
	q, now := db.New(p.Conn), p.Clock()
	site, err := q.TillSite(ctx, who.TillID)
	if err != nil {
		return Terms{}, fmt.Errorf("read till: %w", err)
	}
	codeKeys, err := p.codeKeys()
	if err != nil {
		return Terms{}, err
	}
	public := make([]string, len(codeKeys))
	for i, key := range codeKeys {
		point, err := key.PublicKey.Bytes()
		if err != nil {
			return Terms{}, err
		}
		public[i] = b64(point)
	}
	charge, err := p.chargeRules(site.ChargeLimits)
	if err != nil {
		return Terms{}, err
	}
	t := Terms{Till: site.ID, Prefix: prefix(site.Number), Name: site.Name, CompanyID: site.CompanyID, Company: site.CompanyName,
		Place: site.Label, LastReceipt: site.LastReceipt, Had: site.Had,
		OfflineLimit: min(money.Fils(site.OfflineLimit), charge.on(clock.DateOf(now)).Sale),
		Everyone:     site.Everyone, CodeKey: public[0], OtherCodeKeys: public[1:], Limits: limits, KeepHours: keepHours, Now: now.UnixMilli(),
		Min: MinApp}
	if own := p.receiptKey(site.ID); r.Key != "" && !same(r.Key, receiptMAC(own, "key\n"+site.ID)) {
		t.ReceiptKey = b64(own)
	}
	if t.Frozen, err = p.frozen(ctx, q, site.CompanyID, site.Everyone, now); err != nil {
		return Terms{}, err
	}
	if t.Seller, err = p.sellerAt(ctx, q, now); err != nil {
		return Terms{}, err
	}
	if t.VATRates, err = q.VATRates(ctx); err != nil {
		return Terms{}, err
	}
	t.VAT = t.VATRates.On(clock.DateOf(now))
	agreed := quote.Terms{DiscountType: "Percentage"}
	if site.Priced {
		agreed.DiscountType, agreed.DiscountAmount = site.DiscountType, site.DiscountAmount
	}
	t.Days, err = p.days(ctx, q, clock.DateOf(now), agreed)
	return t, err
}

// sellerAt is who sells at a moment: what operators had set then, or else the configuration.
func (p *Pos) sellerAt(ctx context.Context, q *db.Queries, at time.Time) (*Seller, error) {
	sells := p.Seller
	set, err := q.SellerAt(ctx, at)
	if err == nil {
		sells = Seller{set.Name, set.Trn, set.Address}
	} else if !db.None(err) {
		return nil, fmt.Errorf("read seller: %w", err)
	}
	if sells.Name == "" || sells.TRN == "" || sells.Address == "" {
		return nil, nil
	}
	return &sells, nil
}

func (p *Pos) days(ctx context.Context, q *db.Queries, today clock.Date, agreed quote.Terms) ([]MenuDay, error) {
	last := today + daysAhead - 1
	hashes, err := published.Current(ctx, q, today.Monday(), last.Monday())
	if err != nil {
		return nil, err
	}
	weeks, err := p.Menus.Weeks(ctx, q, []clock.Date{today.Monday(), last.Monday()})
	if err != nil {
		return nil, err
	}
	days := []MenuDay{}
	for date := today; date <= last; date++ {
		w := weeks[date.Monday()]
		if w == nil {
			continue
		}
		day := MenuDay{Date: date, Week: w.Week, Hash: hashes[w.Week], Meals: []MenuMeal{}}
		for _, d := range w.Days {
			if d.Date != date {
				continue
			}
			for _, id := range d.Meals {
				if m, ok := w.Meal(id); ok {
					day.Meals = append(day.Meals,
						MenuMeal{ID: m.ID, Name: m.Name, NameAr: m.NameAr, Cuisine: m.Cuisine, Price: m.Price, EmployeePrice: agreed.AtCounter(m.Price)})
				}
			}
		}
		if len(day.Meals) > 0 {
			days = append(days, day)
		}
	}
	return days, nil
}
