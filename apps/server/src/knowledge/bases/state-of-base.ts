import type { FileId, IndexState, KnowledgeBase } from '@atrium/contract'
import { noSources, type SourcesOfBase } from '../sources/sources-of-bases.ts'

const isProcessing = ({ status }: IndexState) => status === 'PENDING' || status === 'ONGOING'
const hasFailed = ({ status }: IndexState) => status === 'FAILED' || status === 'INVALID_INPUT'

type FileInBase = { id: FileId; state: IndexState }

/**
 * Returns the combined state of a base's files and sources: processing while any of them is, failed when any has failed and none is
 * processing, else complete. Parts are those of the files; the total is known once each file's is, and each source has a file. A source
 * whose refetch failed and whose earlier text is unreadable counts once.
 */
export function stateOfBase(
  files: readonly FileInBase[],
  sources: SourcesOfBase = noSources,
): Pick<KnowledgeBase, 'state' | 'failedCount' | 'sourceProblem'> {
  const states = files.map(({ state }) => state)
  const failed = files.filter(({ state }) => hasFailed(state))
  const failedCount = sources.failed + failed.filter(({ id }) => !sources.failedFileIds.includes(id)).length
  const isOngoing = sources.fetching > 0 || states.some(isProcessing)
  const isCounted =
    sources.fetching === 0 && states.every((file) => file.partsTotal !== null || !isProcessing(file))
  const state: IndexState = {
    status: isOngoing ? 'ONGOING' : failedCount > 0 ? 'FAILED' : 'COMPLETED',
    problem: isOngoing ? null : (failed[0]?.state.problem ?? null),
    partsDone: sum(states.map(({ partsDone }) => partsDone)),
    partsTotal: isCounted ? sum(states.map(({ partsDone, partsTotal }) => partsTotal ?? partsDone)) : null,
  }
  return { state, failedCount, sourceProblem: isOngoing ? null : sources.reason }
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
