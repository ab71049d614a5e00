import type { IndexState } from '@atrium/contract'

const isProcessing = ({ status }: IndexState) => status === 'PENDING' || status === 'ONGOING'
const hasFailed = ({ status }: IndexState) => status === 'FAILED' || status === 'INVALID_INPUT'

/**
 * How far the files of a base are together: processing while one of them is, failed when one has and none is, else complete.
 * Their parts are added up, in all only once it is known of each how many it has.
 */
export function stateOfBase(files: readonly IndexState[]): { state: IndexState; failedCount: number } {
  const failed = files.filter(hasFailed)
  const isOngoing = files.some(isProcessing)
  const isCounted = files.every((file) => file.partsTotal !== null || !isProcessing(file))
  const state: IndexState = {
    status: isOngoing ? 'ONGOING' : failed.length > 0 ? 'FAILED' : 'COMPLETED',
    problem: isOngoing ? null : (failed[0]?.problem ?? null),
    partsDone: sum(files.map(({ partsDone }) => partsDone)),
    partsTotal: isCounted ? sum(files.map(({ partsDone, partsTotal }) => partsTotal ?? partsDone)) : null,
  }
  return { state, failedCount: failed.length }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
