package aps

import (
	"maps"
	"net/url"
)

func account1() Settings {
	return Settings{MerchantIdentifier: "CycHZxVj", AccessCode: "zx0IPmPy5jp1vAz8Kpg7", SHAType: "SHA-256",
		RequestPhrase: "request phrase of ours", ResponsePhrase: "response phrase of theirs",
		PageURL: "https://checkout.payfort.com/FortAPI/paymentPage", APIURL: "https://paymentservices.payfort.com/FortAPI/paymentApi"}
}

func paidFields() map[string]string {
	return map[string]string{
		"command": "PURCHASE", "access_code": "zx0IPmPy5jp1vAz8Kpg7", "merchant_identifier": "CycHZxVj",
		"merchant_reference": "01KAJ3Z8T0A1B2C3D4E5F6G7H8", "amount": "3530", "currency": "AED", "language": "en",
		"customer_email": "a@example.ae", "customer_ip": "10.0.0.1", "eci": "ECOMMERCE", "fort_id": "149295435400084008",
		"payment_option": "VISA", "card_number": "400555******0001", "card_holder_name": "John Smith",
		"expiry_date": "2905", "authorization_code": "P1000000000000372136", "token_name": "Op9Vmp",
		"return_url": "https://lunch.example.ae/payment/return", "order_description": "Lunch for five days",
		"response_code": "14000", "response_message": "Success", "status": "14",
	}
}

func signed(fields map[string]string, phrase, sha string) map[string]string {
	out := maps.Clone(fields)
	delete(out, "signature")
	out["signature"] = Sign(out, phrase, sha)
	return out
}

func formOf(fields map[string]string) string {
	values := url.Values{}
	for key, value := range fields {
		values.Set(key, value)
	}
	return values.Encode()
}
