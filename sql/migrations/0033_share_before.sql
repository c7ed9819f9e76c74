-- +goose Up
-- A meal that was changed at the cap, or an order that was paid late, kept from before how much of the cap was used, and the share did
-- not follow from it. What was used is what the share left of the cap.
UPDATE deliveries d SET share_before = (o.terms->>'share_cap')::bigint - d.company_share FROM orders o
WHERE o.id = d.order_id AND d.company_share <> greatest(0, least(d.net_amount, CASE o.terms->>'share_type' WHEN 'Flat' THEN (o.terms->>'share_value')::bigint
    ELSE (d.net_amount * (o.terms->>'share_value')::bigint * 2 + 100) / 200 END, (o.terms->>'share_cap')::bigint - d.share_before))
  AND (o.terms->>'share_cap')::bigint IS NOT NULL;
