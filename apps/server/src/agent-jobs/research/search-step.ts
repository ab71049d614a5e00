import { type Source, webIn } from '@atrium/contract'
import {
  cleanQuery,
  type RunningTurn,
  searchFiles,
  searchPages,
  type SourceToRead,
} from '../../answers/index.ts'
import { takeAllowance } from '../../credits/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { mayUseRoom } from '../../rooms/index.ts'
import type { JobWork } from '../engine/program.ts'
import type { JobPorts } from '../ports.ts'
import { type ResearchState, type SearchOutput, stateOf } from './research-state.ts'

/** Tokens of the passages of one search, and of its pages. */
export const tokensPerSearch = 4_000
const webMs = 30_000

/** Searches the files and the web for one question, with the permissions that the owner has now. */
export async function searchFor(
  { ports, turn }: { ports: JobPorts; turn: RunningTurn },
  work: JobWork,
  question: string,
): Promise<{ output: SearchOutput; toolCalls: number }> {
  const state = stateOf(work)
  const files = await fromFiles(ports, turn, work, state, question)
  publish(ports, turn, state, files)
  const web = await fromWeb(ports, turn, { ...work, state }, question)
  const numbers = [...files.numbers, ...(web?.search.found ?? [])]
  return {
    output: { ...files, web, numbers },
    toolCalls: Number(files.trace !== null) + Number(web !== null),
  }
}

type FromFiles = Pick<SearchOutput, 'sources' | 'read' | 'trace' | 'numbers'>

/** A passage that an earlier search found keeps its number. */
async function fromFiles(
  ports: JobPorts,
  turn: RunningTurn,
  { material }: JobWork,
  state: ResearchState,
  question: string,
): Promise<FromFiles> {
  const none: FromFiles = { sources: [], read: [], trace: null, numbers: [] }
  if (!material.search) return none
  const asked = { query: question, sourceTokens: tokensPerSearch }
  const found = await searchFiles(ports, turn, { ...material.search, retrieved: null }, asked)
  if (!found) return fail('FORBIDDEN')
  const { sources, trace } = found.retrieved
  const known = new Map(state.sources.map((source) => [placeOf(source), source.number]))
  const fresh: Source[] = []
  const read: SourceToRead[] = []
  let next = Math.max(0, ...[...state.sources, ...state.pages].map(({ number }) => number)) + 1
  const numbers = sources.map((source) => {
    const before = known.get(placeOf(source))
    if (before !== undefined) return before
    const number = next++
    fresh.push({ ...source, number })
    const text = found.toRead.find((one) => one.number === source.number)
    if (text) read.push({ ...text, number })
    return number
  })
  return { sources: fresh, read, trace, numbers }
}

const placeOf = ({ fileId, first, last }: Source) => `${fileId} ${first} ${last}`

/** The pages are numbered after the sources, as readers see them. */
function publish(ports: JobPorts, turn: RunningTurn, state: ResearchState, files: FromFiles): void {
  if (!files.trace) return
  const data = { sources: [...state.sources, ...files.sources], trace: files.trace, unsupported: null }
  turn.emit({ type: 'data-sources', id: 'sources', data })
  ports.logWriter.wake(turn)
}

async function fromWeb(
  ports: JobPorts,
  turn: RunningTurn,
  { material, state }: JobWork & { state: ResearchState },
  question: string,
): Promise<SearchOutput['web']> {
  if (!material.web?.maySearch) return null
  const { roomId } = material.web
  if (!(await inTenant(ports.database, turn, (trx) => mayUseRoom(trx, turn, roomId))))
    return fail('FORBIDDEN')
  forgetUnfinished(turn, state)
  const before = new Set(state.pages.map(({ number }) => number))
  const { search, sources } = await searchPages(
    { ports, turn },
    { query: cleanQuery(question), tokensPerSearch },
    {
      signal: AbortSignal.any([turn.signal, AbortSignal.timeout(webMs)]),
      pay: () => takeAllowance(ports.database, { holder: turn.userId, kind: 'webSearches' }),
    },
  )
  turn.signal.throwIfAborted()
  const published = webIn(turn.parts)
  return {
    service: published?.service ?? '',
    sandbox: published?.sandbox ?? false,
    search,
    sources: sources.filter(({ number }) => !before.has(number)),
  }
}

/** A worker that died during this search may have published some of its sources: numbers restart after those of finished steps. */
function forgetUnfinished(turn: RunningTurn, { searches, pages }: ResearchState): void {
  const published = webIn(turn.parts)
  const finished = searches.flatMap(({ web }) => web?.search ?? [])
  if (!published || published.searches.length === finished.length) return
  const { service, sandbox } = published
  turn.emit({ type: 'data-web', id: 'web', data: { service, sandbox, searches: finished, sources: pages } })
}
