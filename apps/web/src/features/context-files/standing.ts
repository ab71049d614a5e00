import type { IndexState, IndexStatus } from '@atrium/contract'

/** What people are told of how far a file or a knowledge base is (KB-05). */
export type Standing = 'processing' | 'failed' | 'deleted' | 'ready'

const standings: Record<IndexStatus, Standing> = {
  PENDING: 'processing',
  ONGOING: 'processing',
  INVALID_INPUT: 'failed',
  FAILED: 'failed',
  DELETED: 'deleted',
  DELETED_ON_FAILED: 'deleted',
  COMPLETED: 'ready',
}

export const standingOf = ({ status }: Pick<IndexState, 'status'>): Standing => standings[status]

/** How long to wait before looking again, where no notice tells: only while something is being read. */
const lookAgainMs = 5000
export const lookAgainWhile = (items: readonly { state: IndexState }[] | undefined): number | false =>
  items?.some(({ state }) => standingOf(state) === 'processing') ? lookAgainMs : false

/** How much of it is read, from 0 to 1; null while it is not known how much there is. */
export const partRead = ({ partsDone, partsTotal }: IndexState): number | null =>
  partsTotal === null || partsTotal === 0 ? null : Math.min(1, partsDone / partsTotal)
