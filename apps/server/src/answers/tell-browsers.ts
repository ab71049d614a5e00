import type { AccountId, Notice, UserId } from '@atrium/contract'
import type { AccessTaken } from '../accounts/index.ts'
import type { DatabaseAddress, Transaction } from '../platform/database/index.ts'
import type { Audience, OpenReaders } from './open-readers.ts'
import type { AnswerPorts } from './ports.ts'
import { hearAccessTaken, tellAccessTaken } from './share-access-taken.ts'
import { type RoomOf, shareNotices } from './share-notices.ts'
import { watchAccess } from './watch-access.ts'

export type OpenBrowsers = {
  /** Tells the browsers of this node and of the others what seldom changes. */
  tell(to: Audience, notice: Notice): void
  /** The same, to everybody who may use a room. */
  tellRoom(room: RoomOf, notice: Notice): void
  /** Ends what somebody may read no longer on this node: their streams, and in an account that they left their answers. */
  onAccessTaken(taken: AccessTaken): void
  /** The same on the other nodes, when the transaction commits. */
  tellAccessTaken(trx: Transaction, taken: AccessTaken): Promise<void>
  stop(): Promise<void>
}

type Reader = { accountId: AccountId; userId: UserId }

/** What the browsers that are open now hear at once of rights and rooms, whichever node changes them. Runs until stopped. */
export async function tellBrowsers(
  { database, log, nodeId, notices, running }: AnswerPorts,
  {
    address,
    readers,
    outsidersAmong,
  }: {
    address: DatabaseAddress
    readers: OpenReaders
    outsidersAmong(readers: readonly Reader[]): Promise<Reader[]>
  },
): Promise<OpenBrowsers> {
  const onAccessTaken = (taken: AccessTaken) => {
    // Heard before the stream ends: the browser need not come back first to learn of it.
    if (taken.roomId) notices.publish(taken, { type: 'rooms-changed' })
    readers.cutIn(taken)
    if (!taken.roomId) stopAnswersOf(running.values(), taken)
  }
  const onGap = () => readers.cutAll()
  const access = await hearAccessTaken(address, { nodeId, onTaken: onAccessTaken, onGap, log })
  const shared = await shareNotices({ address, database, nodeId, notices, onGap, log })
  const watch = watchAccess({ readers, outsidersAmong, log })
  return {
    tell: (to, notice) => shared.publish(to, notice),
    tellRoom: (room, notice) => shared.publishIn(room, notice),
    onAccessTaken,
    tellAccessTaken: (trx, taken) => tellAccessTaken(trx, nodeId, taken),
    async stop() {
      watch.stop()
      await access.stop()
      await shared.stop()
    },
  }
}

function stopAnswersOf(
  running: Iterable<Reader & { abort(reason: 'stopped'): void }>,
  { accountId, userId }: AccessTaken,
): void {
  for (const turn of running)
    if (turn.accountId === accountId && turn.userId === (userId ?? turn.userId)) turn.abort('stopped')
}
