package aps

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestAPurchaseFormHoldsExactlyTheSignedFields(t *testing.T) {
	t.Parallel()
	s := account1()
	form, err := Purchase{Reference: "01KAJ3Z8T0A1B2C3D4E5F6G7H8", Amount: 3530, Email: "mona.ali+lunch@example.ae",
		ReturnURL: "http://localhost:5173/payment/return", Description: "Sahn lunch, 5 days"}.Form(s)
	require.NoError(t, err)
	require.True(t, Verify(form, s.SHAType, s.RequestPhrase))
	require.False(t, Verify(form, s.SHAType, s.ResponsePhrase))
	delete(form, "signature")
	require.Equal(t, map[string]string{
		"command": "PURCHASE", "access_code": s.AccessCode, "merchant_identifier": s.MerchantIdentifier,
		"merchant_reference": "01KAJ3Z8T0A1B2C3D4E5F6G7H8", "amount": "3530", "currency": "AED", "language": "en",
		"customer_email": "mona.ali+lunch@example.ae", "return_url": "http://localhost:5173/payment/return",
		"order_description": "Sahn lunch  5 days",
	}, form)
}

func TestAPurchaseThatTheProviderWouldRefuseIsNotSigned(t *testing.T) {
	t.Parallel()
	good := Purchase{Reference: "R1", Amount: 1, Email: "a@example.ae", ReturnURL: "https://lunch.example.ae/payment/return"}
	_, err := good.Form(account1())
	require.NoError(t, err)
	for name, change := range map[string]func(*Purchase){
		"no amount":        func(p *Purchase) { p.Amount = 0 },
		"negative":         func(p *Purchase) { p.Amount = -5 },
		"too much":         func(p *Purchase) { p.Amount = 10_000_000_000 },
		"no reference":     func(p *Purchase) { p.Reference = "" },
		"long reference":   func(p *Purchase) { p.Reference = "12345678901234567890123456789012345678901" },
		"return query":     func(p *Purchase) { p.ReturnURL += "?order=1" },
		"relative return":  func(p *Purchase) { p.ReturnURL = "/payment/return" },
		"apostrophe email": func(p *Purchase) { p.Email = "o'neil@example.ae" },
		"language":         func(p *Purchase) { p.Language = "fr" },
	} {
		p := good
		change(&p)
		_, err := p.Form(account1())
		require.Error(t, err, name)
	}
	_, err = good.Form(Settings{AccessCode: "a", MerchantIdentifier: "b", SHAType: "SHA-256"})
	require.Error(t, err)
}
