import { createHmac, timingSafeEqual } from 'node:crypto'
import type { UserId } from '@atrium/contract'
import { advisoryLock, type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Log } from '../../platform/log.ts'
import { writeSystemAudit } from '../system-audit.ts'
import { grantSystemAdmin } from './system-admins.ts'

type Queryable = Pick<Transaction, 'selectFrom'> | Database['kysely']

export type SetupLinkPorts = {
  database: Database
  /** Derived from the installation's secret: the token is computed, never stored. */
  key: Buffer
  /** Email addresses of `ATRIUM_ADMINS`. */
  admins: readonly string[]
  log: Log
}

/**
 * Returns the token that makes the next visitor the first system administrator, or null when the installation has one: named in
 * `ATRIUM_ADMINS`, or in the database. Every process of an installation computes the same token.
 */
export async function setupToken({ database, key, admins }: SetupLinkPorts): Promise<string | null> {
  if (admins.length > 0 || (await hasSystemAdmin(database.kysely))) return null
  return tokenOf(key, await linksUsed(database.kysely))
}

/**
 * Makes the caller the first system administrator. Of concurrent visitors exactly one succeeds (R17); others, and callers with
 * another token, get SETUP_LINK_NOT_VALID. The caller's email address must be confirmed.
 */
export async function claimSetup(ports: SetupLinkPorts, userId: UserId, token: string): Promise<void> {
  await inSystem(ports.database, async (transaction) => {
    await advisoryLock(transaction, 'identity: setup link')
    const number = await linksUsed(transaction)
    const isOpen = ports.admins.length === 0 && !(await hasSystemAdmin(transaction))
    if (!isOpen || !isSame(token, tokenOf(ports.key, number))) fail('SETUP_LINK_NOT_VALID')
    await transaction.insertInto('setup_link_use').values({ number }).execute()
    await grantSystemAdmin(transaction, userId, 'setup-link')
    await writeSystemAudit(transaction, {
      actorId: userId,
      action: 'setting.setup-claimed',
      personId: userId,
    })
  })
  ports.log.info(
    { event: 'system.setup_claimed', userId },
    'The first system administrator used the setup link',
  )
}

async function hasSystemAdmin(database: Queryable): Promise<boolean> {
  return (
    (await database.selectFrom('system_admin').select('user_id').limit(1).executeTakeFirst()) !== undefined
  )
}

async function linksUsed(database: Queryable): Promise<number> {
  const { count } = await database
    .selectFrom('setup_link_use')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** 192 bits of HMAC-SHA-256, as 32 characters of base64url. */
const tokenOf = (key: Buffer, number: number): string =>
  createHmac('sha256', key).update(`setup link ${number}`).digest().subarray(0, 24).toString('base64url')

const isSame = (given: string, expected: string): boolean =>
  given.length === expected.length && timingSafeEqual(Buffer.from(given), Buffer.from(expected))
