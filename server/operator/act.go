package operator

import (
	"context"
	"encoding/json"
	"time"

	"sahn/server/platform/db"
	"sahn/server/platform/web"
)

// Act is one entry of the audit log. Who is empty when the system did it by itself. SubjectProfile and SubjectCompany are set when the
// subject is a profile or a company.
type Act struct {
	ID             string          `json:"id"`
	At             time.Time       `json:"at"`
	Kind           string          `json:"kind"`
	WhoID          string          `json:"who_id"`
	Who            string          `json:"who"`
	WhoType        string          `json:"who_type"`
	Subject        string          `json:"subject"`
	SubjectName    string          `json:"subject_name"`
	SubjectProfile string          `json:"subject_profile"`
	SubjectCompany string          `json:"subject_company"`
	Note           string          `json:"note"`
	Before         json.RawMessage `json:"before,omitempty"`
	After          json.RawMessage `json:"after,omitempty"`
}

// ActsRequest filters the audit log: by whom, of which kind ("company" or "company.approve"), about what.
type ActsRequest struct {
	By      string `query:"by" validate:"max=26"`
	Kind    string `query:"kind" validate:"omitempty,max=40"`
	Subject string `query:"subject" validate:"max=64"`
	Of      string `query:"of" validate:"omitempty,oneof=operators"`
	After   string `query:"after" validate:"max=26"`
}

// ActsPage is a page of the audit log, newest first.
type ActsPage struct {
	Data []Act  `json:"data"`
	Next string `json:"next"`
}

// HandleActs shows who did what. A manager may.
func (o *Office) HandleActs(ctx context.Context, _ web.Caller, r ActsRequest) (ActsPage, error) {
	kind, err := wordsOf(r.Kind)
	if err != nil {
		return ActsPage{}, err
	}
	all, err := o.acts(ctx, db.New(o.Conn),
		db.OperatorActsParams{By: r.By, Kind: kind, Subject: r.Subject, Operators: r.Of == "operators", BeforeID: r.After, Most: page + 1})
	if err != nil {
		return ActsPage{}, err
	}
	all, next := cut(all, func(a Act) string { return a.ID })
	return ActsPage{all, next}, nil
}

func (o *Office) acts(ctx context.Context, q *db.Queries, about db.OperatorActsParams) ([]Act, error) {
	rows, err := q.OperatorActs(ctx, about)
	all := make([]Act, len(rows))
	for i, r := range rows {
		all[i] = Act{ID: r.ID, At: r.At.UTC(), Kind: r.Kind, WhoID: or(r.ProfileID, ""), Who: r.Name, WhoType: r.ClientType, Subject: r.Subject,
			SubjectName: r.SubjectName, SubjectProfile: r.SubjectProfile, SubjectCompany: r.SubjectCompany, Note: r.Note, Before: r.Before,
			After: r.After}
	}
	return all, err
}
