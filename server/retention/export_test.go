package retention

// Tables are those of which rows are forgotten.
func Tables() (all []string) {
	for _, k := range kinds {
		for _, p := range k.parts {
			all = append(all, p.table)
		}
	}
	return all
}
