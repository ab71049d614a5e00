import type { IndexState, IndexStatus } from '@atrium/contract'

/** The displayed states of a file or knowledge base (KB-05). */
export type Status = 'processing' | 'failed' | 'deleted' | 'ready'

const statuses: Record<IndexStatus, Status> = {
  PENDING: 'processing',
  ONGOING: 'processing',
  INVALID_INPUT: 'failed',
  FAILED: 'failed',
  DELETED: 'deleted',
  DELETED_ON_FAILED: 'deleted',
  COMPLETED: 'ready',
}

export const statusOf = ({ status }: Pick<IndexState, 'status'>): Status => statuses[status]

/** Polling interval where there are no notices: only during processing. */
const lookAgainMs = 5000
export const pollIntervalWhile = (items: readonly { state: IndexState }[] | undefined): number | false =>
  items?.some(({ state }) => statusOf(state) === 'processing') ? lookAgainMs : false

/** The processed share, from 0 to 1; null while the total is unknown. */
export const partRead = ({ partsDone, partsTotal }: IndexState): number | null =>
  partsTotal === null || partsTotal === 0 ? null : Math.min(1, partsDone / partsTotal)
