import { type Passkey, type PasskeyId, PasskeyCreation, type UserId } from '@atrium/contract'
import type { Selectable } from 'kysely'
import type { Database, Transaction } from '../../platform/database/index.ts'
import type { IdentityPasskeyTable } from '../tables.ts'

type Queryable = Pick<Transaction, 'selectFrom'> | Database['kysely']
export type PasskeyRow = Selectable<IdentityPasskeyTable>

const columns = [
  'id',
  'user_id',
  'credential_id',
  'public_key',
  'signature_count',
  'transports',
  'is_synced',
  'name',
  'created_at',
  'last_used_at',
] as const

/** Returns a user's passkeys, oldest first. */
export const passkeysOf = (database: Queryable, userId: UserId): Promise<PasskeyRow[]> =>
  database
    .selectFrom('identity_passkey')
    .select(columns)
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()

export const passkeyByCredential = (
  database: Queryable,
  credentialId: string,
): Promise<PasskeyRow | undefined> =>
  database
    .selectFrom('identity_passkey')
    .select(columns)
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()

export const presentPasskey = (
  row: Pick<PasskeyRow, 'name' | 'is_synced' | 'created_at' | 'last_used_at'> & { id: PasskeyId },
): Passkey => ({
  id: row.id,
  name: row.name,
  isSynced: row.is_synced,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

const Transport = PasskeyCreation.shape.excludeCredentials.element.shape.transports.unwrap().element
type Transport = (typeof Transport.options)[number]

/** Keeps the known ones of an authenticator's transports. */
export const knownTransports = (given: readonly string[]): Transport[] =>
  Transport.options.filter((transport) => given.includes(transport))
