import type { AccountId, UserId } from '@atrium/contract'
import type { Models } from '../models/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { EventStream } from '../platform/http/event-stream.ts'
import type { Member } from '../platform/http/guards.ts'
import type { Log } from '../platform/log.ts'

export type WritingToolsPorts = {
  database: Database
  models: Models
  log: Log
  /** Called after every charge, so that open screens update the remaining credits. */
  onCharged: (person: { accountId: AccountId; userId: UserId }) => void
  /** Closes a stream when its reader's access ends. */
  watchReader: (member: Member, stream: EventStream) => EventStream
  /** The running calls of this process, each with the function that ends it. */
  running: Map<Promise<unknown>, () => void>
}
