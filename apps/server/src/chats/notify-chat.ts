import type { ChatId, Notice } from '@atrium/contract'
import type { Live } from '../live/index.ts'
import { type Database, inTenant } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Actor } from './access.ts'
import { roomSharedWith } from './share-chat.ts'

type NoticePorts = { database: Database; live: Pick<Live, 'publish' | 'publishInRoom'>; log: Log }

/**
 * Publishes that something changed in a chat, on every node: to the actor's browsers, and for a shared chat to everybody who may use
 * its room.
 */
export function notifyChat(
  { database, live, log }: NoticePorts,
  actor: Actor,
  chatId: ChatId,
  notice: Notice,
): void {
  inTenant(database, actor, (trx) => roomSharedWith(trx, actor, chatId))
    .then((roomId) => {
      if (roomId) live.publishInRoom({ accountId: actor.accountId, roomId }, notice)
      else live.publish(actor, notice)
    })
    .catch((error: unknown) => {
      log.warn(
        { event: 'notice.publish_failed', err: error, chatId },
        'Could not publish a change to the readers of a chat',
      )
      live.publish(actor, notice)
    })
}
