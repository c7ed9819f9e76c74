package einvoice

import "encoding/xml"

// The tree of a document in UBL 2.1: fields stand in the order of its schema, which the rules of PINT do not check.

const (
	customization = "urn:peppol:pint:billing-1@ae-1"
	profile       = "urn:peppol:bis:billing"
	schema        = "urn:oasis:names:specification:ubl:schema:xsd:"
)

type spaces struct {
	Own    string `xml:"xmlns,attr"`
	Groups string `xml:"xmlns:cac,attr"`
	Fields string `xml:"xmlns:cbc,attr"`
}

func namespaces(root string) spaces {
	return spaces{schema + root + "-2", schema + "CommonAggregateComponents-2", schema + "CommonBasicComponents-2"}
}

type invoice struct {
	XMLName xml.Name `xml:"Invoice"`
	spaces
	common
	Due      string `xml:"cbc:DueDate"`
	Type     string `xml:"cbc:InvoiceTypeCode"`
	Currency string `xml:"cbc:DocumentCurrencyCode"`
	Period   period `xml:"cac:InvoicePeriod"`
	parties
	Means means `xml:"cac:PaymentMeans"`
	totals
	Lines []line `xml:"cac:InvoiceLine"`
}

type creditNote struct {
	XMLName xml.Name `xml:"CreditNote"`
	spaces
	common
	Type     string    `xml:"cbc:CreditNoteTypeCode"`
	Currency string    `xml:"cbc:DocumentCurrencyCode"`
	Period   period    `xml:"cac:InvoicePeriod"`
	Reason   response  `xml:"cac:DiscrepancyResponse"`
	Credits  reference `xml:"cac:BillingReference"`
	parties
	totals
	Lines []line `xml:"cac:CreditNoteLine"`
}

type common struct {
	CustomizationID string `xml:"cbc:CustomizationID"`
	ProfileID       string `xml:"cbc:ProfileID"`
	Flags           string `xml:"cbc:ProfileExecutionID"`
	ID              string `xml:"cbc:ID"`
	UUID            string `xml:"cbc:UUID"`
	Issued          string `xml:"cbc:IssueDate"`
}

type period struct {
	From      string `xml:"cbc:StartDate"`
	Until     string `xml:"cbc:EndDate"`
	Frequency string `xml:"cbc:DescriptionCode,omitempty"`
}

type response struct {
	Code string `xml:"cbc:ResponseCode"`
}

type reference struct {
	Invoice referred `xml:"cac:InvoiceDocumentReference"`
}

type referred struct {
	ID     string `xml:"cbc:ID"`
	Issued string `xml:"cbc:IssueDate"`
}

type parties struct {
	Seller supplier `xml:"cac:AccountingSupplierParty"`
	Buyer  supplier `xml:"cac:AccountingCustomerParty"`
}

type supplier struct {
	Party party `xml:"cac:Party"`
}

type party struct {
	Endpoint       identified `xml:"cbc:EndpointID"`
	Identification *identity  `xml:"cac:PartyIdentification"`
	Name           *named     `xml:"cac:PartyName"`
	Address        address    `xml:"cac:PostalAddress"`
	Tax            *taxOf     `xml:"cac:PartyTaxScheme"`
	Entity         entity     `xml:"cac:PartyLegalEntity"`
	Contact        *contact   `xml:"cac:Contact"`
}

type identified struct {
	Value  string `xml:",chardata"`
	Scheme string `xml:"schemeID,attr"`
}

type identity struct {
	ID string `xml:"cbc:ID"`
}

type named struct {
	Name string `xml:"cbc:Name"`
}

type address struct {
	Street  string `xml:"cbc:StreetName"`
	City    string `xml:"cbc:CityName"`
	Emirate string `xml:"cbc:CountrySubentity"`
	Country coded  `xml:"cac:Country"`
}

type coded struct {
	Code string `xml:"cbc:IdentificationCode"`
}

type taxOf struct {
	TRN    string `xml:"cbc:CompanyID"`
	Scheme scheme `xml:"cac:TaxScheme"`
}

type scheme struct {
	ID string `xml:"cbc:ID"`
}

var vatScheme = scheme{"VAT"}

type entity struct {
	Name string      `xml:"cbc:RegistrationName"`
	ID   *registered `xml:"cbc:CompanyID"`
}

type registered struct {
	Agency     string `xml:"schemeAgencyID,attr"`
	AgencyName string `xml:"schemeAgencyName,attr,omitempty"`
	Value      string `xml:",chardata"`
}

type contact struct {
	Phone string `xml:"cbc:Telephone,omitempty"`
	Email string `xml:"cbc:ElectronicMail,omitempty"`
}

type means struct {
	Code    string   `xml:"cbc:PaymentMeansCode"`
	ID      string   `xml:"cbc:PaymentID"`
	Account *account `xml:"cac:PayeeFinancialAccount"`
}

type account struct {
	ID   string `xml:"cbc:ID"`
	Name string `xml:"cbc:Name,omitempty"`
}

type totals struct {
	Tax taxTotal `xml:"cac:TaxTotal"`
	Sum sum      `xml:"cac:LegalMonetaryTotal"`
}

type taxTotal struct {
	Amount   amount    `xml:"cbc:TaxAmount"`
	Included string    `xml:"cbc:TaxIncludedIndicator"`
	Parts    []taxPart `xml:"cac:TaxSubtotal"`
}

type taxPart struct {
	Base     amount   `xml:"cbc:TaxableAmount"`
	Amount   amount   `xml:"cbc:TaxAmount"`
	Category category `xml:"cac:TaxCategory"`
}

type category struct {
	ID      string `xml:"cbc:ID"`
	Percent string `xml:"cbc:Percent,omitempty"`
	Reason  string `xml:"cbc:TaxExemptionReasonCode,omitempty"`
	Scheme  scheme `xml:"cac:TaxScheme"`
}

type sum struct {
	Lines   amount  `xml:"cbc:LineExtensionAmount"`
	Net     amount  `xml:"cbc:TaxExclusiveAmount"`
	Gross   amount  `xml:"cbc:TaxInclusiveAmount"`
	Prepaid *amount `xml:"cbc:PrepaidAmount"`
	ToPay   amount  `xml:"cbc:PayableAmount"`
}

type amount struct {
	Currency string `xml:"currencyID,attr"`
	Value    string `xml:",chardata"`
}

type measured struct {
	Unit  string `xml:"unitCode,attr"`
	Value string `xml:",chardata"`
}

type line struct {
	ID       string    `xml:"cbc:ID"`
	Invoiced *measured `xml:"cbc:InvoicedQuantity"`
	Credited *measured `xml:"cbc:CreditedQuantity"`
	Net      amount    `xml:"cbc:LineExtensionAmount"`
	Period   period    `xml:"cac:InvoicePeriod"`
	Item     item      `xml:"cac:Item"`
	Price    price     `xml:"cac:Price"`
	Gross    extension `xml:"cac:ItemPriceExtension"`
}

type item struct {
	Description string   `xml:"cbc:Description"`
	Name        string   `xml:"cbc:Name"`
	Category    category `xml:"cac:ClassifiedTaxCategory"`
}

type price struct {
	Amount   amount   `xml:"cbc:PriceAmount"`
	Base     measured `xml:"cbc:BaseQuantity"`
	Discount discount `xml:"cac:AllowanceCharge"`
}

type discount struct {
	Charge string `xml:"cbc:ChargeIndicator"`
	Amount amount `xml:"cbc:Amount"`
	Base   amount `xml:"cbc:BaseAmount"`
}

type extension struct {
	Amount amount   `xml:"cbc:Amount"`
	Tax    *lineTax `xml:"cac:TaxTotal"`
}

type lineTax struct {
	Amount amount `xml:"cbc:TaxAmount"`
}
