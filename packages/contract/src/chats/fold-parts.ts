import type { AnswerPart, StreamPart } from './answers.ts'

/**
 * Returns the parts of an answer after one more stream part; server and browser use it to turn the stream into stored and
 * displayed parts. Returns the same array when nothing changed, and never changes the given one.
 */
export function foldPart(parts: readonly AnswerPart[], streamed: StreamPart): readonly AnswerPart[] {
  switch (streamed.type) {
    case 'text-start':
      return [...parts, { type: 'text', id: streamed.id, text: '' }]
    case 'reasoning-start':
      return [...parts, { type: 'reasoning', id: streamed.id, text: '' }]
    case 'text-delta':
    case 'reasoning-delta': {
      const index = parts.findLastIndex((part) => part.id === streamed.id)
      const part = parts[index]
      if (part?.type !== 'text' && part?.type !== 'reasoning') return parts
      return parts.with(index, { ...part, text: part.text + streamed.delta })
    }
    case 'reasoning-end': {
      const durationMs = streamed.providerMetadata?.atrium.durationMs
      const index = parts.findLastIndex(({ id, type }) => id === streamed.id && type === 'reasoning')
      const part = parts[index]
      if (durationMs === undefined || part?.type !== 'reasoning') return parts
      return parts.with(index, { ...part, durationMs })
    }
    case 'data-sources': {
      const sources = { type: 'sources' as const, id: streamed.id, ...streamed.data }
      const index = parts.findIndex(({ type }) => type === 'sources')
      return index < 0 ? [sources, ...parts] : parts.with(index, sources)
    }
    case 'data-web': {
      const web = { type: 'web' as const, id: streamed.id, ...streamed.data }
      const index = parts.findIndex(({ type }) => type === 'web')
      return index < 0 ? [web, ...parts] : parts.with(index, web)
    }
    case 'data-table': {
      const table = { type: 'table' as const, id: streamed.id, ...streamed.data }
      const index = parts.findIndex(({ id, type }) => id === streamed.id && type === 'table')
      return index < 0 ? [...parts, table] : parts.with(index, table)
    }
    case 'data-tool': {
      const tool = { type: 'tool' as const, id: streamed.id, ...streamed.data }
      const index = parts.findIndex(({ id, type }) => id === streamed.id && type === 'tool')
      return index < 0 ? [...parts, tool] : parts.with(index, tool)
    }
    case 'data-job': {
      const job = { type: 'job' as const, id: streamed.id, ...streamed.data }
      const index = parts.findIndex(({ type }) => type === 'job')
      return index < 0 ? [job, ...parts] : parts.with(index, job)
    }
    case 'file':
      return [...parts, { type: 'picture', ...streamed.providerMetadata.atrium }]
    default:
      return parts
  }
}

/** Folds a whole stream, without empty parts. */
export const foldParts = (streamed: Iterable<StreamPart>): AnswerPart[] => {
  let parts: readonly AnswerPart[] = []
  for (const part of streamed) parts = foldPart(parts, part)
  return withoutEmpty(parts)
}

/** Returns the parts with content: at least a word, or a picture. */
export const withoutEmpty = (parts: readonly AnswerPart[]): AnswerPart[] => parts.filter(isFilled)

const isFilled = (part: AnswerPart): boolean => !('text' in part) || part.text !== ''

const before: ReadonlySet<AnswerPart['type']> = new Set(['sources', 'web', 'table', 'tool', 'job'])

/** Returns whether the answer itself has begun: anything but its sources, web searches, queries over tables, calls of tools and the steps of its job. */
export const hasStarted = (parts: readonly AnswerPart[]): boolean =>
  parts.some(({ type }) => !before.has(type))

/** Returns the pictures of an answer, in order. */
export const picturesIn = (parts: readonly AnswerPart[]): PicturePart[] =>
  parts.filter((part) => part.type === 'picture')

/** Returns the sources of an answer; null when there was no search. */
export const sourcesIn = (parts: readonly AnswerPart[]): SourcesPart | null =>
  parts.find((part) => part.type === 'sources') ?? null

/** Returns the web searches of an answer; null when there were none. */
export const webIn = (parts: readonly AnswerPart[]): WebPart | null =>
  parts.find((part) => part.type === 'web') ?? null

/** Returns the queries of an answer over tables, in order. */
export const tablesIn = (parts: readonly AnswerPart[]): TablePart[] =>
  parts.filter((part) => part.type === 'table')

export type TablePart = Extract<AnswerPart, { type: 'table' }>

/** Returns the calls of an answer to tools of connected servers, in order. */
export const toolCallsIn = (parts: readonly AnswerPart[]): ToolCallPart[] =>
  parts.filter((part) => part.type === 'tool')

export type ToolCallPart = Extract<AnswerPart, { type: 'tool' }>

/** Returns the steps of the agent job that writes the answer; null for other answers. */
export const jobIn = (parts: readonly AnswerPart[]): JobPart | null =>
  parts.find((part) => part.type === 'job') ?? null

export type JobPart = Extract<AnswerPart, { type: 'job' }>

export type WebPart = Extract<AnswerPart, { type: 'web' }>

export type SourcesPart = Extract<AnswerPart, { type: 'sources' }>

export type PicturePart = Extract<AnswerPart, { type: 'picture' }>

/** Returns the answer's text, without its reasoning. */
export const answerText = (parts: readonly AnswerPart[]): string =>
  parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n\n')
