package sample

// Password is the password of every sample account that has one.
const Password = "lunch-is-served"

// The people. Each of them is an example of a case: see the profiles.
var (
	Mariam = Person{"00SAHNPERS0N00000000000001", "mariam@harbourline.example", "Mariam Al Suwaidi", "+971500000101", Password}
	Omar   = Person{"00SAHNPERS0N00000000000002", "omar@harbourline.example", "Omar Haddad", "+971500000102", Password}
	Priya  = Person{"00SAHNPERS0N00000000000003", "priya@harbourline.example", "Priya Nair", "+971500000103", Password}
	Joel   = Person{"00SAHNPERS0N00000000000004", "joel@harbourline.example", "Joel Santos", "+971500000104", ""}
	Lina   = Person{"00SAHNPERS0N00000000000005", "lina@qasrdesign.example", "Lina Khoury", "+971500000105", Password}
	Ahmed  = Person{"00SAHNPERS0N00000000000006", "ahmed@qasrdesign.example", "Ahmed Raza", "+971500000106", Password}
	Yusuf  = Person{"00SAHNPERS0N00000000000007", "yusuf@qasrdesign.example", "Yusuf Demir", "+971500000107", Password}
	Fatima = Person{"00SAHNPERS0N00000000000008", "fatima@meridianwp.example", "Fatima Al Hashmi", "+971500000108", Password}
	Wei    = Person{"00SAHNPERS0N00000000000009", "wei@meridianwp.example", "Chen Wei", "+971500000109", Password}
	Grace  = Person{"00SAHNPERS0N00000000000010", "grace@meridianwp.example", "Grace Okafor", "+971500000110", Password}
	Daniel = Person{"00SAHNPERS0N00000000000011", "daniel@weber.example", "Daniel Weber", "+971500000111", Password}
	Sara   = Person{"00SAHNPERS0N00000000000012", "sara@sahn.example", "Sara Mathew", "+971500000112", Password}
)

// People are all of them.
func People() []Person {
	return []Person{Mariam, Omar, Priya, Joel, Lina, Ahmed, Yusuf, Fatima, Wei, Grace, Daniel, Sara}
}

// An address and its profile refer to each other, so one of the two ids must be a constant.
const (
	danielHomeID = "00SAHNADDRESS0000000000091"
	linaHomeID   = "00SAHNADDRESS0000000000092"
)

// The profiles: an admin and staff of each company, one Invited, one Pending, one Suspended, two Cash clients and an operator. Only Lina
// has two Active ones and can switch.
var (
	MariamHarbour  = Profile{"00SAHNPR0F0000000000000001", Mariam.ID, Harbour.ID, "Employee", "Active", HarbourFloor14.ID, 2250}
	OmarHarbour    = Profile{"00SAHNPR0F0000000000000002", Omar.ID, Harbour.ID, "Admin", "Active", HarbourFloor15.ID, 0}
	PriyaHarbour   = Profile{"00SAHNPR0F0000000000000003", Priya.ID, Harbour.ID, "Employee", "Active", HarbourWarehouse.ID, 0}
	JoelHarbour    = Profile{"00SAHNPR0F0000000000000004", Joel.ID, Harbour.ID, "Employee", "Invited", HarbourFloor14.ID, 0}
	LinaQasr       = Profile{"00SAHNPR0F0000000000000005", Lina.ID, Qasr.ID, "Admin", "Active", QasrStudio.ID, 1000}
	AhmedQasr      = Profile{"00SAHNPR0F0000000000000006", Ahmed.ID, Qasr.ID, "Employee", "Active", QasrStudio.ID, 375}
	YusufQasr      = Profile{"00SAHNPR0F0000000000000007", Yusuf.ID, Qasr.ID, "Employee", "Pending", QasrStudio.ID, 0}
	FatimaMeridian = Profile{"00SAHNPR0F0000000000000008", Fatima.ID, Meridian.ID, "Admin", "Active", MeridianFloor6.ID, 0}
	WeiMeridian    = Profile{"00SAHNPR0F0000000000000009", Wei.ID, Meridian.ID, "Employee", "Active", MeridianFloor2.ID, 6000}
	GraceMeridian  = Profile{"00SAHNPR0F0000000000000010", Grace.ID, Meridian.ID, "Employee", "Suspended", MeridianFloor6.ID, 1500}
	DanielCash     = Profile{"00SAHNPR0F0000000000000011", Daniel.ID, Cash.ID, "Cash", "Active", danielHomeID, 0}
	LinaCash       = Profile{"00SAHNPR0F0000000000000012", Lina.ID, Cash.ID, "Cash", "Active", linaHomeID, 0}
	SaraOperator   = Profile{"00SAHNPR0F0000000000000013", Sara.ID, "", "Operator", "Active", "", 0}
)

// Profiles are all of them.
func Profiles() []Profile {
	return []Profile{
		MariamHarbour, OmarHarbour, PriyaHarbour, JoelHarbour, LinaQasr, AhmedQasr, YusufQasr,
		FatimaMeridian, WeiMeridian, GraceMeridian, DanielCash, LinaCash, SaraOperator,
	}
}
