import type { SessionId } from '@atrium/contract'
import type { Database } from '../../platform/database/index.ts'
import type { From } from '../ports.ts'

/** Records when and from where a session was used; with every new access token, so a few minutes late at most. */
export async function noteUse(
  { kysely }: Database,
  sessionId: SessionId,
  { ip }: From,
  now: Date,
): Promise<void> {
  await kysely
    .updateTable('identity_session')
    .set({ last_used_at: now, last_ip_address: ip })
    .where('id', '=', sessionId)
    .execute()
}
