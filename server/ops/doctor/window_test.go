package doctor_test

import "maps"

func init() {
	maps.Copy(planted, map[string]string{
		"a place is held for the amendment that brings a day there": `UPDATE deliveries SET held_address_id = address_id`,
	})
}
