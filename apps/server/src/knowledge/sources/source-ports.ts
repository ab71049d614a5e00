import type { AccountId, BaseId, FileId, SourceId } from '@atrium/contract'
import type { HomeId } from '../homes.ts'
import type { KnowledgePorts } from '../knowledge-ports.ts'
import type { FetchAddress } from './web/address-fetcher.ts'

/** The dependencies of the fetch job. */
export type FetchPorts = Pick<
  KnowledgePorts,
  | 'database'
  | 'storage'
  | 'log'
  | 'plans'
  | 'documents'
  | 'enqueueIndexing'
  | 'enqueueFetch'
  | 'onKnowledgeChanged'
> & { fetchAddress: FetchAddress }

/** The target of a source's text. */
export type PlaceOfSource = {
  accountId: AccountId
  baseId: BaseId
  roomId: HomeId
  sourceId: SourceId
  /** Its current text; null when there is none yet. */
  fileId: FileId | null
}
