package doctor

// windows are the invariants of delivery windows that take a limited number of deliveries.
var windows = []invariant{
	{"a place is held for the amendment that brings a day there", `
		SELECT 1 FROM deliveries d
		WHERE d.held_address_id IS NOT NULL AND NOT EXISTS (SELECT 1
			FROM amendments m CROSS JOIN LATERAL jsonb_array_elements(m.quote->'days') day
			WHERE m.order_id = d.order_id AND m.status = 'Payment Pending' AND (day->>'date')::date = d.delivery_date
				AND day->'after'->>'address_id' = d.held_address_id)`},
}
