package operator

import (
	"context"
	"strconv"

	"sahn/server/platform/fault"
	"sahn/server/platform/money"
	"sahn/server/platform/web"
)

// UsualShare is the share that a registering company is offered first: fils when ShareType is Flat, percent when it is Percentage, and no
// cap when ShareCap is empty. Companies that have registered keep the one that they chose.
type UsualShare struct {
	ShareType     string      `json:"share_type" validate:"required,oneof=Flat Percentage"`
	ShareValue    int64       `json:"share_value" validate:"min=0,max=100000"`
	ShareCap      *money.Fils `json:"share_cap" validate:"omitempty,min=100,max=10000000"`
	ShareDuration string      `json:"share_duration" validate:"required,oneof=Daily Weekly Monthly"`
}

// halves is what is offered until an operator sets another share.
var halves = UsualShare{ShareType: "Percentage", ShareValue: 50, ShareDuration: "Monthly"}

// UsualShareAnswer is what is offered now.
type UsualShareAnswer struct {
	Data UsualShare `json:"data"`
}

// HandleUsualShare answers with the share that a registration offers first. Anyone may.
func (o *Office) HandleUsualShare(ctx context.Context, _ web.Caller, _ Nothing) (UsualShareAnswer, error) {
	return UsualShareAnswer{usualShare(o.Settings(ctx))}, nil
}

func usualShare(s Settings) UsualShare {
	value, err := strconv.ParseInt(s["share_value"], 10, 64)
	if err != nil {
		return halves
	}
	u := UsualShare{ShareType: s["share_type"], ShareValue: value, ShareDuration: s["share_duration"]}
	if most, err := strconv.ParseInt(s["share_cap"], 10, 64); err == nil {
		u.ShareCap = new(money.Fils(most))
	}
	return u
}

// clean converts the share into the form in which settings are stored. All of it is set together.
func (u UsualShare) clean(into Settings) error {
	if u.ShareType == "Percentage" && u.ShareValue > 100 {
		return fault.Field("share.share_value", "The share value field must not be greater than 100.")
	}
	into["share_type"], into["share_value"], into["share_cap"], into["share_duration"] = u.ShareType, strconv.FormatInt(u.ShareValue, 10), "",
		u.ShareDuration
	if u.ShareCap != nil {
		into["share_cap"] = strconv.FormatInt(int64(*u.ShareCap), 10)
	}
	return nil
}
