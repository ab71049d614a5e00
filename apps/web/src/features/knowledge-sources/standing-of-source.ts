import type { KnowledgeSource } from '@atrium/contract'
import { standingOf } from '../context-files/standing.ts'

export type SourceStanding = 'processing' | 'ready' | 'failed' | 'gone'

/** What people are told of a source: being fetched and being read are one thing to them. */
export function standingOfSource({
  status,
  state,
}: Pick<KnowledgeSource, 'status' | 'state'>): SourceStanding {
  if (status === 'WAITING') return 'processing'
  if (status === 'GONE') return 'gone'
  if (status === 'FAILED') return 'failed'
  const standing = state === null ? 'ready' : standingOf(state)
  return standing === 'deleted' ? 'gone' : standing
}
