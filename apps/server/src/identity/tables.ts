import type { ColorScheme, Language, SessionId, UserId } from '@atrium/contract'
import type { Generated, JSONColumnType } from 'kysely'
import type { CodePurpose } from './codes.ts'
import type { PublicKey } from './signing-keys.ts'

export interface IdentityUserTable {
  id: UserId
  /** Given and family name in one, as better-auth wants it; the parts are in `user_profile`. */
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface IdentitySessionTable {
  id: SessionId
  user_id: UserId
  /** What the refresh cookie carries, signed. */
  token: string
  expires_at: Date
  ip_address: string | null
  user_agent: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** One way in which a user signs in: a password (`provider_id` credential), later a subject of an OpenID provider. */
export interface IdentityCredentialTable {
  id: string
  user_id: UserId
  account_id: string
  provider_id: string
  password: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface IdentityCodeTable {
  email: string
  purpose: CodePurpose
  code_hash: string
  tries: number
  sent_at: Date
  expires_at: Date
}

export interface IdentityCodeSentTable {
  email: string
  purpose: CodePurpose
  sent_at: Date
}

export interface IdentitySigningKeyTable {
  id: string
  public_jwk: JSONColumnType<PublicKey>
  private_jwk_sealed: string
  created_at: Date
  retired_at: Date | null
}

export interface IdentityAttemptTable {
  key: string
  tries: number
  resets_at: Date
}

export interface UserProfileTable {
  user_id: UserId
  first_name: string
  last_name: string
  language: Language | null
  color_scheme: ColorScheme | null
  time_zone: string | null
  country: string | null
  terms_accepted_at: Date | null
  recent_account_id: string | null
  created_at: Generated<Date>
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    identity_user: IdentityUserTable
    identity_session: IdentitySessionTable
    identity_credential: IdentityCredentialTable
    identity_code: IdentityCodeTable
    identity_code_sent: IdentityCodeSentTable
    identity_signing_key: IdentitySigningKeyTable
    identity_attempt: IdentityAttemptTable
    user_profile: UserProfileTable
  }
}
