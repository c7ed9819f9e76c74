package person

import (
	"context"

	"github.com/oklog/ulid/v2"

	"sahn/server/platform/clock"
	"sahn/server/platform/db"
	"sahn/server/platform/fault"
	"sahn/server/platform/web"
)

// ErrNoPassword refuses a change of password for a person without one: a code sets the first one.
var ErrNoPassword = &fault.Fault{Kind: fault.Invalid, Reason: "no_password",
	Message: "You have no password yet. Set one with a code by email.",
	Fields:  map[string][]string{"current_password": {"You have no password yet. Set one with a code by email."}}}

// ChangePasswordRequest is the current password and the new one.
type ChangePasswordRequest struct {
	CurrentPassword string `json:"current_password" validate:"required,max=1000"`
	Password        string `json:"password" validate:"required,max=1000"`
}

// Renewed confirms the change, and carries the cookie of a new session.
type Renewed struct {
	Message string `json:"message"`
	Data    Empty  `json:"data"`
	session web.NewSession
}

// Session is the cookie to set.
func (r Renewed) Session() web.NewSession { return r.session }

// ChangePassword sets a new password and ends every session of the person; the browser that asked gets a new one.
func (p *People) ChangePassword(ctx context.Context, who web.Caller, req ChangePasswordRequest) (Renewed, error) {
	row, err := p.confirmPassword(ctx, who, "current_password", req.CurrentPassword)
	if err != nil {
		return Renewed{}, err
	}
	if err := strong("password", req.Password, row.Email); err != nil {
		return Renewed{}, err
	}
	hash, err := hashed(ctx, req.Password)
	if err != nil {
		return Renewed{}, err
	}
	done := Renewed{Message: "Your password is changed. You are signed out everywhere else."}
	var ended [][]byte
	err = db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		began, err := takeSession(ctx, tx.Queries, who)
		if err != nil {
			return err
		}
		if ended, err = p.setPassword(ctx, tx, who.PersonID, hash, who.Device); err != nil {
			return err
		}
		done.session, err = p.Sessions.start(ctx, tx.Queries, user{who.ProfileID, who.PersonID, who.ClientType, who.Agent, who.Device}, began)
		return err
	})
	if err != nil {
		return Renewed{}, err
	}
	p.Sessions.markEnded(ctx, append(ended, who.Session)...)
	return done, nil
}

// confirmPassword asks the signed-in person for their password again.
func (p *People) confirmPassword(ctx context.Context, who web.Caller, field, password string) (db.PersonPasswordOfRow, error) {
	row, err := db.New(p.db).PersonPasswordOf(ctx, who.PersonID)
	if err != nil {
		return row, err
	}
	if row.PasswordHash == nil {
		return row, ErrNoPassword
	}
	if err := p.allowSelf(ctx, who, signingIn, row.Email); err != nil {
		return row, err
	}
	match, err := matches(ctx, password, *row.PasswordHash)
	if err == nil && !match {
		err = fault.Field(field, "That password is not right.")
	}
	return row, err
}

// UpdateProfileRequest lists the only fields that people may change about themselves; a field that is left out stays as it is.
type UpdateProfileRequest struct {
	Name      *string `json:"name,omitempty"`
	Mobile    *string `json:"mobile,omitempty"`
	AddressID *string `json:"address_id,omitempty" validate:"omitempty,len=26"`
	Address   *Home   `json:"address,omitempty"`
}

// Home is a person's own delivery address.
type Home struct {
	Label        string `json:"label" validate:"required"`
	Line         string `json:"line" validate:"required"`
	AreaTimingID string `json:"area_timing_id" validate:"required,len=26"`
}

// UpdateProfile changes the caller's own name, mobile and delivery address: a company's people choose one of its places, a Cash client has
// one of their own.
func (p *People) UpdateProfile(ctx context.Context, who web.Caller, req UpdateProfileRequest) (ProfileReply, error) {
	if err := req.clean(who); err != nil {
		return ProfileReply{}, err
	}
	return p.changeSelf(ctx, who, func(ctx context.Context, tx db.Tx) error {
		if err := tx.PersonChange(ctx, req.Name, req.Mobile, who.PersonID); err != nil {
			return err
		}
		if req.AddressID != nil {
			allowed, err := tx.AddressesAllowed(ctx, []string{*req.AddressID}, who.CompanyID, who.ProfileID)
			if err != nil {
				return err
			}
			if len(allowed) == 0 {
				return fault.Field("address_id", "The address id field is invalid.")
			}
			if err := tx.ProfileAddressSet(ctx, who.ProfileID, req.AddressID); err != nil {
				return err
			}
		}
		if req.Address == nil {
			return nil
		}
		return keepHome(ctx, tx.Queries, home{who.ProfileID, who.CompanyID, *req.Address}, clock.DateOf(p.now()))
	})
}

// changeSelf changes something about the caller's own person or profile, which it locks, and returns the profile as it is then.
func (p *People) changeSelf(ctx context.Context, who web.Caller, change func(ctx context.Context, tx db.Tx) error) (ProfileReply, error) {
	var done ProfileReply
	err := db.InTx(ctx, p.db, func(ctx context.Context, tx db.Tx) error {
		if err := tx.PersonHold(ctx, who.PersonID); err != nil {
			return err
		}
		if err := Still(ctx, tx.Queries, who); err != nil {
			return err
		}
		if err := change(ctx, tx); err != nil {
			return err
		}
		var err error
		done.Data, err = p.profileOf(ctx, tx.Queries, who.ProfileID)
		return err
	})
	return done, err
}

func (r *UpdateProfileRequest) clean(who web.Caller) (err error) {
	if r.Name != nil {
		if *r.Name, err = Line("name", *r.Name, 100); err != nil {
			return err
		}
	}
	if r.Mobile != nil {
		if *r.Mobile, err = Mobile(*r.Mobile); err != nil {
			return err
		}
	}
	if r.Address == nil {
		return nil
	}
	if who.ClientType != "Cash" || r.AddressID != nil {
		return fault.Field("address", "The address field is not known.")
	}
	return r.Address.clean("address.label", "address.line")
}

func (h *Home) clean(label, line string) (err error) {
	if h.Label, err = Line(label, h.Label, 100); err != nil {
		return err
	}
	h.Line, err = Line(line, h.Line, 300)
	return err
}

// home is a profile's own address.
type home struct {
	profileID, companyID string
	Home
}

// keepHome creates or changes a profile's own address, and makes it the delivery address. Lunches that are ordered from today on come to it
// as well, in its window.
func keepHome(ctx context.Context, q *db.Queries, h home, today clock.Date) error {
	known, err := q.AreaKnown(ctx, h.AreaTimingID)
	if err != nil {
		return err
	}
	if !known {
		return ErrArea
	}
	id, err := q.AddressOwn(ctx, h.profileID)
	if err == nil {
		if err := q.WindowHold(ctx, h.AreaTimingID); err != nil {
			return err
		}
		if refuses, err := q.WindowRefuses(ctx, h.AreaTimingID, id, today); err != nil {
			return err
		} else if refuses {
			return ErrWindow
		}
		err = q.AddressChange(ctx, id, h.Label, h.Line, h.AreaTimingID)
	} else if db.None(err) {
		id = ulid.Make().String()
		err = q.AddressInsert(ctx,
			db.AddressInsertParams{ID: id, CompanyID: h.companyID, ProfileID: &h.profileID, Label: h.Label, Line: h.Line,
				AreaTimingID: h.AreaTimingID})
	}
	if err != nil {
		return err
	}
	return q.ProfileAddressSet(ctx, h.profileID, &id)
}

// ErrWindow refuses to bring ordered lunches in another window, which does not deliver on one of their days or is full then.
var ErrWindow = fault.Field("area_timing_id",
	"This window does not take one of the lunches that you have ordered. Please choose another one.")

// ErrArea refuses an area that we do not deliver to.
var ErrArea = fault.Field("area_timing_id", "We do not deliver to this area yet.")

// LanguageRequest is a language that the app is built in.
type LanguageRequest struct {
	Language string `json:"language" validate:"required,oneof=en ar"`
}

// ProfileLanguage keeps the language that a person reads, the same in all their profiles: letters to them are written in it.
func (p *People) ProfileLanguage(ctx context.Context, who web.Caller, req LanguageRequest) (ProfileReply, error) {
	return p.changeSelf(ctx, who, func(ctx context.Context, tx db.Tx) error {
		return tx.PersonLanguageSet(ctx, who.PersonID, req.Language)
	})
}
