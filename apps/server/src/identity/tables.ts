import type {
  AccountId,
  AutoPreference,
  ColorScheme,
  EmailFrequency,
  Language,
  PasskeyId,
  SessionId,
  SystemAuditAction,
  UserId,
} from '@atrium/contract'
import type { ColumnType, Generated, JSONColumnType } from 'kysely'
import type { CodePurpose } from './codes/code-limits.ts'
import type { TicketStep } from './sign-in-tickets.ts'
import type { PublicKey } from './sessions/signing-keys.ts'

export interface IdentityUserTable {
  id: UserId
  /** Given and family name combined, as displayed; the parts are in `user_profile`. */
  name: string
  email: string
  email_verified: Generated<boolean>
  image: string | null
  suspended_at: Date | null
  suspended_reason: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

export interface IdentitySessionTable {
  id: SessionId
  user_id: UserId
  /** Hash of the cookie's refresh token. */
  token_hash: string
  /** Hash of the previous token. */
  previous_token_hash: string | null
  /** When the token was last replaced. */
  rotated_at: Date | null
  expires_at: Date
  ip_address: string | null
  user_agent: string | null
  last_used_at: Generated<Date>
  last_ip_address: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** A user's way of signing in: a password (`provider_id` credential), or a subject of an OpenID provider. */
export interface IdentityCredentialTable {
  id: string
  user_id: UserId
  account_id: string
  provider_id: string
  password: string | null
  created_at: Generated<Date>
  updated_at: Generated<Date>
}

/** A sign-up that waits for its code, in its browser. */
export interface IdentitySignUpTable {
  email: string
  browser_hash: string
  password_hash: string
  first_name: string
  last_name: string
  language: Language | null
  created_at: Date
  expires_at: Date
}

export interface IdentityKnownBrowserTable {
  user_id: UserId
  browser_hash: string
  last_used_at: Date
}

export interface IdentityCodeTable {
  email: string
  purpose: CodePurpose
  browser_hash: string
  code_hash: string
  tries: number
  sent_at: Date
  expires_at: Date
}

export interface IdentityCodeSentTable {
  email: string
  purpose: CodePurpose
  browser_hash: string
  network_hash: string
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
  kind: string | null
  /** Hash of the address or of the user's id. */
  subject: string | null
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
  email_frequency: Generated<EmailFrequency>
  suggests_templates: Generated<boolean>
  welcomed_at: Date | null
  country: string | null
  terms_accepted_at: Date | null
  recent_account_id: string | null
  auto_preference: AutoPreference | null
  /** The models that Auto chooses among; null: all. */
  auto_model_ids: string[] | null
  favourite_model_ids: Generated<string[]>
  created_at: Generated<Date>
}

export interface IdentitySecondFactorTable {
  user_id: UserId
  secret_sealed: string
  /** The time step of the last used code. */
  last_step: number
  created_at: Generated<Date>
  /** Null while it is being set up. */
  confirmed_at: Date | null
}

export interface IdentityRecoveryCodeTable {
  user_id: UserId
  code_hash: string
  created_at: Generated<Date>
  used_at: Date | null
}

export interface IdentityPasskeyTable {
  id: PasskeyId
  user_id: UserId
  credential_id: string
  /** In COSE form. */
  public_key: Buffer
  signature_count: number
  transports: string[]
  is_synced: boolean
  name: string
  created_at: ColumnType<Date, Date | undefined, never>
  last_used_at: Date | null
}

export interface IdentityPasskeyChallengeTable {
  challenge_hash: string
  user_id: UserId | null
  expires_at: Date
}

export interface IdentitySignInTicketTable {
  ticket_hash: string
  user_id: UserId
  step: TicketStep
  /** The provider's ID token, encrypted under the ticket; null: the sign-in has none. */
  sealed_id_token: string | null
  tries: Generated<number>
  expires_at: Date
}

export interface UserDeletionTable {
  user_id: UserId
  requested_at: Date
  erase_at: Date
  account_ids: AccountId[]
  erased_at: Date | null
  by_system: Generated<boolean>
}

export interface SystemAdminTable {
  user_id: UserId
  source: 'setup-link' | 'command' | 'page'
  granted_at: Generated<Date>
}

export interface SetupLinkUseTable {
  number: number
  used_at: Generated<Date>
}

/** An action of a system administrator, or of a command on the server, on the installation. */
interface SystemAuditEntryTable {
  id: ColumnType<number, never, never>
  at: Generated<Date>
  actor_id: UserId | null
  action: SystemAuditAction
  person_id: UserId | null
  email: string | null
  object_id: string | null
  details: string
}

declare module '../platform/database/tables.ts' {
  interface DatabaseTables {
    identity_user: IdentityUserTable
    identity_session: IdentitySessionTable
    identity_credential: IdentityCredentialTable
    identity_sign_up: IdentitySignUpTable
    identity_known_browser: IdentityKnownBrowserTable
    identity_code: IdentityCodeTable
    identity_code_sent: IdentityCodeSentTable
    identity_signing_key: IdentitySigningKeyTable
    identity_attempt: IdentityAttemptTable
    identity_second_factor: IdentitySecondFactorTable
    identity_recovery_code: IdentityRecoveryCodeTable
    identity_passkey: IdentityPasskeyTable
    identity_passkey_challenge: IdentityPasskeyChallengeTable
    identity_sign_in_ticket: IdentitySignInTicketTable
    user_profile: UserProfileTable
    system_audit_entry: SystemAuditEntryTable
    user_deletion: UserDeletionTable
    system_admin: SystemAdminTable
    setup_link_use: SetupLinkUseTable
  }
}
