-- +goose Up
-- What a company's directory of people (SCIM 2.0) proves itself with. hash is the SHA-256 of the token, ending its last characters.
CREATE TABLE directory_tokens (
  id         text NOT NULL CHECK (length(id) = 26),
  company_id text NOT NULL REFERENCES companies,
  hash       bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  ending     text NOT NULL,
  made_by    text NOT NULL,
  made_at    timestamptz NOT NULL,
  seen_at    timestamptz,
  revoked_at timestamptz,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, made_by) REFERENCES profiles (company_id, id)
);

-- A member as the directory told of them. left_at: it said that they left, and nobody let them in since. gone_at: it deleted them.
CREATE TABLE directory_users (
  profile_id  text NOT NULL,
  company_id  text NOT NULL REFERENCES companies,
  user_name   text NOT NULL,
  external_id text,
  told        jsonb NOT NULL,
  made_at     timestamptz NOT NULL,
  changed_at  timestamptz NOT NULL,
  left_at     timestamptz,
  gone_at     timestamptz,
  PRIMARY KEY (company_id, profile_id),
  FOREIGN KEY (company_id, profile_id) REFERENCES profiles (company_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX directory_users_one_per_name ON directory_users (company_id, lower(user_name)) WHERE gone_at IS NULL;
CREATE INDEX directory_users_by_external_id ON directory_users (company_id, external_id);

-- A group of the directory, and the department that it is.
CREATE TABLE directory_groups (
  id            text NOT NULL CHECK (length(id) = 26),
  company_id    text NOT NULL REFERENCES companies,
  name          text NOT NULL,
  external_id   text,
  department_id text,
  made_at       timestamptz NOT NULL,
  changed_at    timestamptz NOT NULL,
  PRIMARY KEY (company_id, id),
  FOREIGN KEY (company_id, department_id) REFERENCES departments (company_id, id) ON DELETE SET NULL (department_id)
);
CREATE UNIQUE INDEX directory_groups_one_per_name ON directory_groups (company_id, lower(name));
CREATE INDEX directory_groups_by_department ON directory_groups (department_id);

CREATE TABLE directory_members (
  company_id text NOT NULL,
  group_id   text NOT NULL,
  profile_id text NOT NULL,
  joined_at  timestamptz NOT NULL,
  PRIMARY KEY (company_id, group_id, profile_id),
  FOREIGN KEY (company_id, profile_id) REFERENCES profiles (company_id, id) ON DELETE CASCADE,
  FOREIGN KEY (company_id, group_id) REFERENCES directory_groups (company_id, id) ON DELETE CASCADE
);
CREATE INDEX directory_members_by_profile ON directory_members (profile_id);

-- Who left, as long as their open days are still to be cancelled.
CREATE TABLE directory_leavers (
  profile_id text NOT NULL,
  company_id text NOT NULL REFERENCES companies,
  left_at    timestamptz NOT NULL,
  PRIMARY KEY (company_id, profile_id),
  FOREIGN KEY (company_id, profile_id) REFERENCES profiles (company_id, id) ON DELETE CASCADE
);

-- Changes that cancelled days of people who left, until the company's admins are told.
CREATE TABLE directory_cancelled (
  amendment_id text NOT NULL,
  company_id   text NOT NULL REFERENCES companies,
  told_at      timestamptz,
  PRIMARY KEY (company_id, amendment_id),
  FOREIGN KEY (amendment_id) REFERENCES amendments
);
CREATE INDEX directory_cancelled_untold ON directory_cancelled (company_id) WHERE told_at IS NULL;

-- The people of a company as its directory sees them, each once, under their first profile: whom it told of, and members with an address
-- in a domain that the company showed to be its own.
CREATE VIEW directory_people AS
SELECT pr.id, pr.company_id, pr.person_id, p.email, member_name(pr.status, pr.proved_at, pr.invited_name, p.name) AS name,
  EXISTS (SELECT FROM profiles o WHERE o.person_id = pr.person_id AND o.company_id = pr.company_id
    AND o.status NOT IN ('Pending', 'Suspended')) AS active,
  coalesce(u.user_name, p.email) AS user_name, u.external_id, u.told, u.left_at,
  coalesce(u.made_at, pr.created_at) AS made_at, coalesce(u.changed_at, pr.created_at) AS changed_at
FROM profiles pr JOIN persons p ON p.id = pr.person_id LEFT JOIN directory_users u ON u.profile_id = pr.id AND u.company_id = pr.company_id
WHERE pr.client_type IN ('Admin', 'Employee') AND p.erased_at IS NULL AND u.gone_at IS NULL
  AND NOT EXISTS (SELECT FROM profiles o WHERE o.person_id = pr.person_id AND o.company_id = pr.company_id AND o.id < pr.id)
  AND (u.profile_id IS NOT NULL
    OR EXISTS (SELECT FROM profiles o WHERE o.person_id = pr.person_id AND o.company_id = pr.company_id AND o.removed_at IS NULL
        AND NOT only_typed(o.status, o.proved_at))
      AND EXISTS (SELECT FROM sign_on_domains d JOIN companies c ON c.id = d.company_id AND d.domain = ANY(c.allowed_domains)
        WHERE d.company_id = pr.company_id AND d.domain = split_part(p.email, '@', 2)));

-- Profiles of the same company that somebody came to have under another address which the directory told of them, in a domain that the
-- company showed to be its own. Of whom the directory tells by themselves is somebody else.
CREATE VIEW directory_others AS
SELECT u.company_id, u.profile_id, o.id AS other_id, o.person_id FROM directory_users u
CROSS JOIN LATERAL (SELECT lower(u.user_name) AS email UNION SELECT lower(e->>'value') FROM jsonb_array_elements(u.told->'emails') e) a
JOIN sign_on_domains d ON d.company_id = u.company_id AND d.domain = split_part(a.email, '@', 2)
JOIN companies c ON c.id = d.company_id AND d.domain = ANY(c.allowed_domains)
JOIN persons p ON p.email = a.email
JOIN profiles o ON o.person_id = p.id AND o.company_id = u.company_id AND o.client_type IN ('Admin', 'Employee')
WHERE NOT EXISTS (SELECT FROM directory_users x JOIN profiles f ON f.id = x.profile_id AND f.company_id = x.company_id
  WHERE x.company_id = u.company_id AND x.gone_at IS NULL AND f.person_id = p.id);
