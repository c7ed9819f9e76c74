-- name: CopySubject :one
-- Whose data a copy of a profile's person holds: of a person who is not erased and no operator.
SELECT pr.person_id, pr.company_id FROM profiles pr JOIN persons p ON p.id = pr.person_id
WHERE pr.id = @id AND pr.client_type <> 'Operator' AND p.erased_at IS NULL;

-- name: CopyAsked :one
-- Whether an operator has said lately why they copy the data of a profile's person.
SELECT EXISTS (SELECT FROM acts a WHERE a.subject = @subject AND a.kind = @kind AND a.profile_id = @by::text AND a.at >= @since)::boolean
  AS asked;
