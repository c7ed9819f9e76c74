package operator

import (
	"context"
	"math/big"
	"regexp"
	"strings"
	"time"

	"sahn/server/person"
	"sahn/server/platform/audit"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// Seller is the company that issues our tax invoices. Bank is the account for transfers: bank, account name and IBAN, a line each. Only
// documents that are issued later name a changed one.
type Seller struct {
	Name    string `json:"name"`
	TRN     string `json:"trn"`
	Address string `json:"address"`
	Bank    string `json:"bank"`
	Email   string `json:"email"`
	Phone   string `json:"phone,omitempty"`
}

// Complete reports whether a tax invoice may name this seller.
func (s Seller) Complete() bool { return s.Name != "" && s.TRN != "" && s.Address != "" }

// SellerRequest is who sells from now on. Seen is the version that the manager saw.
type SellerRequest struct {
	Name    string `json:"name" validate:"required"`
	TRN     string `json:"trn" validate:"required"`
	Address string `json:"address" validate:"required"`
	Bank    string `json:"bank" validate:"max=400"`
	Email   string `json:"email" validate:"max=320"`
	Phone   string `json:"phone" validate:"max=40"`
	Seen    int    `json:"seen" validate:"min=0"`
}

// ErrSellerChanged refuses the change of a manager who saw something else.
var ErrSellerChanged = fault.New(fault.Conflict, "seller_changed", "Somebody changed this meanwhile. Please look again.")

var (
	trnDigits = regexp.MustCompile(`^[0-9]{15}$`)
	ibanShape = regexp.MustCompile(`^[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}$`)
	spaces    = strings.NewReplacer(" ", "", "-", "")
)

// iban reports whether the check digits of an account number are right (ISO 13616).
func iban(number string) bool {
	if !ibanShape.MatchString(number) {
		return false
	}
	digits := strings.Builder{}
	for _, r := range number[4:] + number[:4] {
		if r >= 'A' {
			digits.WriteString(big.NewInt(int64(r - 'A' + 10)).String())
		} else {
			digits.WriteRune(r)
		}
	}
	n, _ := new(big.Int).SetString(digits.String(), 10)
	return new(big.Int).Mod(n, big.NewInt(97)).Int64() == 1
}

func (r SellerRequest) clean() (s Seller, err error) {
	for _, f := range []struct {
		name, typed string
		into        *string
	}{{"name", r.Name, &s.Name}, {"address", r.Address, &s.Address}} {
		if *f.into, err = person.Line(f.name, f.typed, 200); err != nil {
			return s, err
		}
	}
	if s.TRN = spaces.Replace(strings.TrimSpace(r.TRN)); !trnDigits.MatchString(s.TRN) {
		return s, fault.Field("trn", "The trn field must be 15 digits.")
	}
	if s.Email = strings.TrimSpace(r.Email); s.Email != "" {
		if s.Email, err = person.Canonical(s.Email); err != nil {
			return s, fault.Field("email", "The email field must be a valid email address.")
		}
	}
	if s.Phone = strings.TrimSpace(r.Phone); s.Phone != "" {
		if s.Phone, err = number("phone", s.Phone); err != nil {
			return s, err
		}
	}
	var lines []string
	for line := range strings.Lines(r.Bank) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		if line, err = person.Line("bank", line, 100); err != nil {
			return s, err
		}
		if account, is := strings.CutPrefix(strings.ToUpper(line), "IBAN"); is && !iban(spaces.Replace(strings.TrimLeft(account, ": "))) {
			return s, fault.Field("bank", "The bank field has an IBAN with a typing mistake.")
		}
		lines = append(lines, line)
	}
	if len(lines) > 5 {
		return s, fault.Field("bank", "The bank field must not have more than 5 lines.")
	}
	s.Bank = strings.Join(lines, "\n")
	return s, nil
}

// seller is who sells now, and the number of times that operators have set it.
func (o *Office) seller(ctx context.Context, q *db.Queries) (Seller, int, error) {
	s, err := q.SellerAt(ctx, o.Clock())
	if db.None(err) {
		return o.Seller, 0, nil
	}
	return Seller{s.Name, s.Trn, s.Address, s.Bank, s.Email, s.Phone}, s.Version, err
}

// HandleSellerChange sets who sells, for documents that are issued from now on. A manager may.
func (o *Office) HandleSellerChange(ctx context.Context, who web.Caller, r SellerRequest) (SettingsAnswer, error) {
	is, err := r.clean()
	if err != nil {
		return SettingsAnswer{}, err
	}
	err = o.act(ctx, who, func(ctx context.Context, tx db.Tx) (audit.Act, error) {
		was, version, err := o.seller(ctx, tx.Queries)
		switch {
		case err != nil || was == is:
			return audit.Act{}, err
		case version != r.Seen:
			return audit.Act{}, ErrSellerChanged
		case version == 0: // documents about an earlier day go on naming the configuration's
			if _, err := keepSeller(ctx, tx.Queries, 0, time.Unix(0, 0), was); err != nil {
				return audit.Act{}, err
			}
		}
		added, err := keepSeller(ctx, tx.Queries, version+1, o.Clock(), is)
		if err == nil && added == 0 {
			err = ErrSellerChanged
		}
		return audit.Act{Kind: "seller.change", Subject: "settings", Before: was, After: is}, err
	})
	if err != nil {
		return SettingsAnswer{}, err
	}
	return o.HandleSettings(ctx, who, Nothing{})
}

func keepSeller(ctx context.Context, q *db.Queries, version int, since time.Time, s Seller) (int64, error) {
	return q.SellerInsert(ctx, db.SellerInsertParams{Version: version, Since: since, Name: s.Name, Trn: s.TRN, Address: s.Address,
		Bank: s.Bank, Email: s.Email, Phone: s.Phone})
}
