import type { SignInProviderId } from '@atrium/contract'
import type { ColumnType } from 'kysely'
import type { Awaited } from './pending-sign-ins.ts'

export interface IdentityOpenIdSignInTable {
  state_hash: string
  browser_hash: string
  provider: SignInProviderId
  /** The pending person, when the address still has to be confirmed by a code. JSON. */
  awaited: ColumnType<Awaited | null, string | null, never>
  expires_at: Date
}

declare module '../../platform/database/tables.ts' {
  interface DatabaseTables {
    identity_openid_sign_in: IdentityOpenIdSignInTable
  }
}
