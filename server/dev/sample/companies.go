package sample

import "sahn/server/platform/money"

// The companies: one on each plan and with each kind of share, and the built-in one for clients who pay for themselves.
var (
	Harbour = Company{
		ID: "00SAHNC0MPANY0000000000001", Name: "Harbour Line Logistics", CompanyType: "Corporate", Status: "Active",
		PlanID: 2, TRN: "100384120500003", MinimumDay: 3, MinimumMealCount: 1,
		DiscountType: "Percentage", DiscountAmount: 25,
		ShareType: "Flat", ShareValue: 2000, ShareDuration: "Daily", AllowedDomains: []string{"harbourline.example"},
	}
	Qasr = Company{
		ID: "00SAHNC0MPANY0000000000002", Name: "Qasr Design Studio", CompanyType: "Corporate", Status: "Active",
		PlanID: 1, TRN: "100517733900003", MinimumDay: 2, MinimumMealCount: 1,
		DiscountType: "Percentage", DiscountAmount: 20,
		ShareType: "Percentage", ShareValue: 50, ShareCap: new(money.Fils(7500)), ShareDuration: "Weekly",
	}
	Meridian = Company{
		ID: "00SAHNC0MPANY0000000000003", Name: "Meridian Water & Power", CompanyType: "Corporate", Status: "Active",
		PlanID: 3, TRN: "100262904100003",
		DiscountType: "Percentage", DiscountAmount: 30,
		ShareType: "Flat", ShareValue: 1500, ShareCap: new(money.Fils(20000)), ShareDuration: "Monthly",
	}
	Cash = Company{
		ID: "00SAHNC0MPANY0000000000009", Name: "Cash", CompanyType: "Cash", Status: "Active",
		DiscountType: "Percentage", ShareType: "Flat", ShareDuration: "Daily",
	}
)

// Companies are all of them, the Cash company last.
func Companies() []Company { return []Company{Harbour, Qasr, Meridian, Cash} }

// The areas that the kitchen delivers to.
var (
	businessBay = AreaTiming{
		ID: "00SAHNAREA0000000000000001", Area: "Business Bay", AreaAr: "الخليج التجاري",
		From: "12:15", Until: "12:45",
	}
	jebelAli = AreaTiming{
		ID: "00SAHNAREA0000000000000002", Area: "Jebel Ali", AreaAr: "جبل علي",
		From: "11:45", Until: "12:15",
	}
	designDistrict = AreaTiming{
		ID: "00SAHNAREA0000000000000003", Area: "Dubai Design District", AreaAr: "حي دبي للتصميم",
		From: "12:30", Until: "13:00",
	}
	alQuoz = AreaTiming{
		ID: "00SAHNAREA0000000000000004", Area: "Al Quoz", AreaAr: "القوز",
		From: "12:00", Until: "12:30",
	}
	alBarsha = AreaTiming{
		ID: "00SAHNAREA0000000000000005", Area: "Al Barsha", AreaAr: "البرشاء",
		From: "13:00", Until: "13:30",
	}
)

// AreaTimings are all areas with the window in which they are served.
func AreaTimings() []AreaTiming {
	return []AreaTiming{businessBay, jebelAli, designDistrict, alQuoz, alBarsha}
}

// The addresses. Harbour has two floors and a warehouse; two clients of the Cash company have their own.
var (
	HarbourFloor14 = Address{
		ID: "00SAHNADDRESS0000000000011", CompanyID: Harbour.ID, Label: "Head office, floor 14",
		Line: "Harbour House, floor 14, Marasi Drive, Business Bay, Dubai", AreaTimingID: businessBay.ID,
	}
	HarbourFloor15 = Address{
		ID: "00SAHNADDRESS0000000000012", CompanyID: Harbour.ID, Label: "Head office, floor 15",
		Line: "Harbour House, floor 15, Marasi Drive, Business Bay, Dubai", AreaTimingID: businessBay.ID,
	}
	HarbourWarehouse = Address{
		ID: "00SAHNADDRESS0000000000013", CompanyID: Harbour.ID, Label: "Warehouse",
		Line: "Warehouse 7, Gate 4, Jebel Ali Free Zone South, Dubai", AreaTimingID: jebelAli.ID,
	}
	QasrStudio = Address{
		ID: "00SAHNADDRESS0000000000021", CompanyID: Qasr.ID, Label: "Studio, floor 3",
		Line: "Building 7, floor 3, Dubai Design District, Dubai", AreaTimingID: designDistrict.ID,
	}
	MeridianFloor2 = Address{
		ID: "00SAHNADDRESS0000000000031", CompanyID: Meridian.ID, Label: "Control centre, floor 2",
		Line: "Meridian Centre, floor 2, 8th Street, Al Quoz 3, Dubai", AreaTimingID: alQuoz.ID,
	}
	MeridianFloor6 = Address{
		ID: "00SAHNADDRESS0000000000032", CompanyID: Meridian.ID, Label: "Engineering, floor 6",
		Line: "Meridian Centre, floor 6, 8th Street, Al Quoz 3, Dubai", AreaTimingID: alQuoz.ID,
	}
	DanielHome = Address{
		ID: danielHomeID, CompanyID: Cash.ID, ProfileID: DanielCash.ID, Label: "Home office",
		Line: "Villa 18, Street 23B, Al Barsha 2, Dubai", AreaTimingID: alBarsha.ID,
	}
	LinaHome = Address{
		ID: linaHomeID, CompanyID: Cash.ID, ProfileID: LinaCash.ID, Label: "Home",
		Line: "Apartment 1204, Canal View Tower, Business Bay, Dubai", AreaTimingID: businessBay.ID,
	}
)

// Addresses are all of them.
func Addresses() []Address {
	return []Address{
		HarbourFloor14, HarbourFloor15, HarbourWarehouse, QasrStudio,
		MeridianFloor2, MeridianFloor6, DanielHome, LinaHome,
	}
}
