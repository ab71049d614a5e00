import type { UserId } from '@atrium/contract'
import type { Database } from '../platform/database/index.ts'

/**
 * The one policy of who is a system administrator: whose address is among the configured ones and was confirmed. Asked for each
 * call, so that nothing that a browser or a token holds can outlast the configuration.
 */
export async function isSystemAdmin(
  { kysely }: Database,
  admins: readonly string[],
  userId: UserId,
): Promise<boolean> {
  if (admins.length === 0) return false
  const found = await kysely
    .selectFrom('identity_user')
    .select('email')
    .where('id', '=', userId)
    .where('email_verified', '=', true)
    .executeTakeFirst()
  return found !== undefined && admins.includes(found.email.toLowerCase())
}
