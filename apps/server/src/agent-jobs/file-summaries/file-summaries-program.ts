import { overviewInputTokens, summaryTokens } from '../../answers/index.ts'
import type { JobProgram, JobWork, PreparedStep } from '../engine/program.ts'
import { listFiles, openNumbers, prepareSummary } from './read-file.ts'
import {
  type OverviewOutput,
  partsOfSources,
  stateOf,
  type SummariesState,
  type Summary,
  textOf,
} from './summaries-state.ts'
import { summaryPrompt, withCitations } from './summary-prompts.ts'

/** Summaries are cut by characters for the overview. */
const charactersPerToken = 2

/** Summaries of all files of a room: list, then one step per file, then an overview. */
export const fileSummariesProgram: JobProgram = {
  next(work) {
    const state = stateOf(work)
    const { list, done, summaries, overview } = state
    if (!list) return { step: listStep(work) }
    const file = list.files[done.length]
    if (file) return { step: fileStep(work, list.roomId, file, done.length + 1) }
    if (list.files.length === 0) return { fail: 'JOB_NO_FILES' }
    if (overview) return overview.open.length > 0 ? { text: textOf(state) } : { fail: 'JOB_ACCESS_LOST' }
    if (summaries.length === 0) return { fail: 'JOB_STEP_FAILED' }
    return { step: overviewStep(work, list.roomId, summaries) }
  },

  stepsLeft(work) {
    const { list, done, overview } = stateOf(work)
    return list && Math.max(0, list.files.length - done.length - Number(overview !== null))
  },

  items(work) {
    const { list, done } = stateOf(work)
    return list && { done: done.length, total: list.files.length }
  },

  plan: () => null,
  sourcesRead: (work) => stateOf(work).summaries.length,
  // Each change would send all of them again.
  partsOf: (work, isOver) => (isOver ? partsOfSources(stateOf(work), work.material.question) : []),
  partialText: (work) => textOf(stateOf(work)),
}

const listStep = ({ material }: JobWork) => ({
  how: 'tool' as const,
  kind: 'list' as const,
  key: 'list',
  title: '',
  input: material.room.id,
  run: async (context: Parameters<typeof listFiles>[0]) => ({
    output: await listFiles(context, material.room.id),
    toolCalls: 1,
  }),
})

type ListedFile = NonNullable<SummariesState['list']>['files'][number]
type RoomOfList = NonNullable<SummariesState['list']>['roomId']

function fileStep(
  work: JobWork,
  roomId: RoomOfList,
  { fileId, name }: ListedFile,
  number: number,
): PreparedStep {
  const step = { key: `file-${number}`, title: name.slice(0, 400).toWellFormed() }
  return {
    ...step,
    how: 'prepared',
    kind: 'summary',
    prepare: (context) => prepareSummary(context, work, { ...step, fileId, number, roomId }),
  }
}

/** From the summaries of the files that the owner may still open. */
const overviewStep = (work: JobWork, roomId: RoomOfList, summaries: readonly Summary[]): PreparedStep => {
  const step = { key: 'overview', kind: 'overview' as const, title: '' }
  return {
    ...step,
    how: 'prepared',
    async prepare(context) {
      const sources = summaries.map(({ source }) => source)
      const open = await openNumbers(context, roomId, sources)
      const output = (text: string): OverviewOutput => ({ text, open: [...open] })
      const of = summaries.filter(({ source }) => open.has(source.number))
      // One summary needs no overview.
      if (of.length < 2) return { ...step, how: 'plain', input: [...open], run: () => output('') }
      const characters = Math.floor((overviewInputTokens * charactersPerToken) / of.length)
      const toRead = of.map(({ source: { number, fileName }, text }) => ({
        ...{ number, fileName, place: {} },
        // The source has its number already.
        text: withCitations(text, new Set()).slice(0, characters).toWellFormed(),
      }))
      return {
        ...step,
        how: 'model',
        prompt: summaryPrompt(work, 'overview', { sources: toRead }),
        maxOutputTokens: summaryTokens.overview,
        read: (text) => output(withCitations(text, open)),
        refused: () => output(''),
      }
    },
  }
}
