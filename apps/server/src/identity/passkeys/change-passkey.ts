import type { Passkey, PasskeyId, UserId } from '@atrium/contract'
import { inSystem } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { personOf } from '../people.ts'
import type { IdentityServices } from '../identity-services.ts'
import { presentPasskey } from './queries.ts'

type Chosen = { userId: UserId; passkeyId: PasskeyId }

/** Renames one of the caller's passkeys; NOT_FOUND for everybody else's too. */
export async function renamePasskey(
  { database }: IdentityServices,
  { userId, passkeyId }: Chosen,
  name: string,
): Promise<Passkey> {
  const row = await database.kysely
    .updateTable('identity_passkey')
    .set({ name })
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .returning(['id', 'name', 'is_synced', 'created_at', 'last_used_at'])
    .executeTakeFirst()
  return presentPasskey(row ?? fail('NOT_FOUND'))
}

/** Removes one of the caller's passkeys. Sessions that it opened continue; they are in the list of sessions. */
export async function removePasskey(
  { database, log, mails }: IdentityServices,
  { userId, passkeyId }: Chosen,
): Promise<void> {
  await inSystem(database, async (transaction) => {
    const removed = await transaction
      .deleteFrom('identity_passkey')
      .where('id', '=', passkeyId)
      .where('user_id', '=', userId)
      .returning('id')
      .executeTakeFirst()
    if (!removed) fail('NOT_FOUND')
    const person = (await personOf(transaction, userId)) ?? fail('UNAUTHENTICATED')
    await mails.sendSecurityMail(transaction, person, 'passkeyRemoved')
  })
  log.info({ event: 'passkey.removed', userId, passkeyId }, 'Removed a passkey')
}
