-- The ID token of an OpenID provider waits with a sign-in that needs another step. It is sealed under the ticket, which only the
-- browser holds.
alter table identity_sign_in_ticket add column sealed_id_token text collate "C" check (length(sealed_id_token) <= 100000);
