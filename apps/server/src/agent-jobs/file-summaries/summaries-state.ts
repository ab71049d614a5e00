import type { FileId, RoomId, Source, StreamPart } from '@atrium/contract'
import type { FilesToSummarise } from '../../answers/index.ts'
import type { JobWork } from '../engine/program.ts'
import type { FinishedStep } from '../tables.ts'

export type ListOutput = FilesToSummarise & { roomId: RoomId }
export type Summary = {
  source: Source
  text: string
  /** Sentences that the file does not support. */
  unsupported: string[]
  isWhole: boolean
}
/** A summary, or null for a file that is gone, that its reader may no longer open, or that the model refuses. */
export type SummaryOutput = { fileId: FileId; summary: Summary | null; isRefused?: true }
/** `open` lists the numbers of the files that the owner could still open at the end. */
export type OverviewOutput = { text: string; open: number[] }

const outputs = <Output>(steps: readonly FinishedStep[], kind: FinishedStep['kind']): Output[] =>
  steps.filter((step) => step.kind === kind).map(({ output }) => output as Output)

/** Returns the state of file summaries after the finished steps. */
export function stateOf({ steps }: Pick<JobWork, 'steps'>) {
  const [list] = outputs<ListOutput>(steps, 'list')
  const [overview] = outputs<OverviewOutput>(steps, 'overview')
  const done = outputs<SummaryOutput>(steps, 'summary')
  const summaries = done.flatMap(({ summary }) => summary ?? [])
  const open = overview && new Set(overview.open)
  return {
    list: list ?? null,
    done,
    summaries: open ? summaries.filter(({ source }) => open.has(source.number)) : summaries,
    overview: overview ?? null,
  }
}
export type SummariesState = ReturnType<typeof stateOf>

/** The overview, and each summary under the name of its file. */
export const textOf = ({ overview, summaries }: SummariesState): string =>
  [
    ...(overview && overview.text !== '' ? [overview.text] : []),
    ...summaries.map(({ source, text }) => `## ${inMarkdown(source.fileName)}\n\n${text}`),
  ].join('\n\n')

const inMarkdown = (name: string): string =>
  name.replaceAll(/\s+/gu, ' ').replaceAll(/[\\`*_[<>~#|$&]/g, String.raw`\$&`)

/** The summarized files as sources; the others as unread. */
export function partsOfSources(
  { list, done, summaries, overview }: SummariesState,
  query: string,
): StreamPart[] {
  if (!list) return []
  const refused = new Set(done.flatMap(({ fileId, isRefused }) => (isRefused ? fileId : [])))
  const whole = summaries.filter(({ isWhole }) => isWhole)
  const data = {
    sources: summaries.map(({ source }) => source),
    trace: {
      query: query.slice(0, 1_000).toWellFormed(),
      isRewritten: false,
      filesSearched: list.files.length,
      passagesSearched: summaries.reduce((sum, { source }) => sum + source.last + 1, 0),
      passagesFound: summaries.length,
      wholeFiles: whole.map(({ source: { fileId, fileName } }) => ({ fileId, fileName })),
      unreadFiles: [
        ...list.unread,
        ...list.files
          .filter(({ fileId }) => refused.has(fileId))
          .map(({ fileId, name }) => ({ fileId, fileName: name, problem: 'REFUSED_BY_MODEL' as const })),
      ],
      durationMs: 0,
    },
    unsupported: overview ? summaries.flatMap(({ unsupported }) => unsupported) : null,
  }
  return [{ type: 'data-sources', id: 'sources', data }]
}
