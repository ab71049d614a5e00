import type { AccountId, UserId } from '@atrium/contract'
import type { Models } from '../models/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { EventStream } from '../platform/http/event-stream.ts'
import type { Member } from '../platform/http/guards.ts'
import type { Log } from '../platform/log.ts'

export type ShapingPorts = {
  database: Database
  models: Models
  log: Log
  /** Hears of every charge, so that open screens show the credits that are left. */
  onCharged: (person: { accountId: AccountId; userId: UserId }) => void
  /** Ends a stream when its reader's right to it ends. */
  watchReader: (member: Member, stream: EventStream) => EventStream
  /** The calls that this process works on, with the way to end each. */
  running: Map<Promise<unknown>, () => void>
}
