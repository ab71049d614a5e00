import { AccountId, Notice, UserId } from '@atrium/contract'
import { z } from 'zod'
import {
  type Database,
  type DatabaseAddress,
  inSystem,
  listenTo,
  notify,
} from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Notices } from './notices.ts'

const channel = 'notices'
const Told = z.object({
  nodeId: z.string(),
  accountId: AccountId,
  userId: UserId.optional(),
  notice: Notice,
})

type SharedNotices = Pick<Notices, 'publish'> & { stop(): Promise<void> }

/**
 * Notices that the open browsers of every node are to hear, for what seldom changes: who may what, and which rooms there are.
 * What belongs to a single answer stays on its node. After a gap, of which nobody knows what was told in it, `onGap` is to make
 * browsers load again.
 */
export async function shareNotices({
  address,
  database,
  nodeId,
  notices,
  onGap,
  log,
}: {
  address: DatabaseAddress
  database: Database
  nodeId: string
  notices: Notices
  onGap(): void
  log: Log
}): Promise<SharedNotices> {
  const listener = await listenTo(address, channel, {
    log,
    onGap,
    onMessage(text) {
      const { nodeId: teller, notice, ...to } = Told.parse(JSON.parse(text))
      if (teller !== nodeId) notices.publish(to, notice)
    },
  })
  return {
    publish(to, notice) {
      notices.publish(to, notice)
      const text = JSON.stringify({ nodeId, accountId: to.accountId, userId: to.userId, notice })
      // What it tells of is done; browsers of other nodes that do not hear of it see it at their next load.
      inSystem(database, (trx) => notify(trx, channel, text)).catch((error: unknown) =>
        log.warn({ err: error }, 'a notice could not be told to the other nodes'),
      )
    },
    stop: () => listener.stop(),
  }
}
