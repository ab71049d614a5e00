import type { AccountId, BaseId, FileId, RoomId, SourceId } from '@atrium/contract'
import type { Transaction } from '../../platform/database/index.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { FetchAddress } from './web/address-fetcher.ts'

/** What the job needs that fetches. */
export type FetchPorts = Pick<
  KnowledgePorts,
  'database' | 'storage' | 'log' | 'plans' | 'enqueueIndexing' | 'enqueueFetch' | 'onKnowledgeChanged'
> & { fetchAddress: FetchAddress }

export type SourceJob = { accountId: AccountId; sourceId: SourceId }

/** Has an address fetched, if this transaction commits. */
export type EnqueueFetch = (trx: Transaction, job: SourceJob) => Promise<void>

/** Where the text of a source belongs. */
export type PlaceOfSource = {
  accountId: AccountId
  baseId: BaseId
  roomId: RoomId
  sourceId: SourceId
  /** Its text as it is now; null when there is none yet. */
  fileId: FileId | null
}
