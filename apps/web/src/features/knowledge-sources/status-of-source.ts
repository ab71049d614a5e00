import type { KnowledgeSource } from '@atrium/contract'
import { statusOf } from '../../entities/files/status-of.ts'

export type SourceStatus = 'processing' | 'ready' | 'failed' | 'gone'

/** The displayed state of a source: fetching and indexing look the same. */
export function statusOfSource({ status, state }: Pick<KnowledgeSource, 'status' | 'state'>): SourceStatus {
  if (status === 'WAITING') return 'processing'
  if (status === 'GONE') return 'gone'
  if (status === 'FAILED') return 'failed'
  const fetchStatus = state === null ? 'ready' : statusOf(state)
  return fetchStatus === 'deleted' ? 'gone' : fetchStatus
}
