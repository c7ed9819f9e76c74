/** The company that the invoices are of. */
const harbour = "00SAHNC0MPANY0000000000001";
/** An invoice that is late. */
export const late = "00SAHN1NV01CE0000000000010";
/** One that is due by now. */
const open = "00SAHN1NV01CE0000000000011";

/** SQL that writes the two documents as a server would have written them long ago. */
export const oldInvoices = (today: string) => `
  INSERT INTO invoices (id, kind, number, company_id, month, issued_on, due_on, supply_from, supply_until,
    seller, buyer, net_amount, vat_amount, total_amount, created_at)
  SELECT v.id, 'invoice', v.number, '${harbour}', v.month, v.issued, v.issued + 14, v.month, v.issued - 1,
    '{"name":"Sahn Meals LLC","trn":"100000000000003","address":"Al Quoz, Dubai",
      "bank":"Example Bank\\nIBAN AE07 0331 2345 6789 0123 456","email":"accounts@sahn.example"}',
    '{"name":"Harbour Line Logistics FZCO, Branch of the Northern Emirates","trn":"100384120500003",
      "address":"Harbour House, floor 14, Marasi Drive, Business Bay, Dubai"}',
    1905 * v.n, 95 * v.n, 2000 * v.n, now()
  FROM (SELECT '${late}' AS id, 'INV-2020-000010' AS number, date '2020-09-01' AS month, date '2020-10-01' AS issued, 20 AS n
    UNION ALL SELECT '${open}', 'INV-2020-000011', date_trunc('month', date '${today}' - interval '1 month')::date,
      date '${today}', 10) v;
  INSERT INTO invoice_lines (invoice_id, profile_id, date, net_amount, vat_amount, total_amount)
  SELECT i.id, p.id, i.month + d, 1905, 95, 2000 FROM invoices i
  CROSS JOIN generate_series(0, (CASE i.id WHEN '${late}' THEN 9 ELSE 4 END)) d
  CROSS JOIN profiles p WHERE p.id IN ('00SAHNPR0F0000000000000001', '00SAHNPR0F0000000000000002')`;
