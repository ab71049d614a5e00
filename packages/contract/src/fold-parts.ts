import type { AnswerPart, StreamPart } from './answers.ts'

/**
 * The parts of an answer after one more stream part: how server and browser alike turn what was streamed into what is
 * stored and drawn. Returns the same array when nothing changed, and never changes the given one.
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
      const told = { type: 'sources' as const, id: streamed.id, ...streamed.data }
      const index = parts.findIndex(({ type }) => type === 'sources')
      return index < 0 ? [told, ...parts] : parts.with(index, told)
    }
    case 'file':
      return [...parts, { type: 'picture', ...streamed.providerMetadata.atrium }]
    default:
      return parts
  }
}

/** All that was streamed, folded; parts without a word are left out. */
export const foldParts = (streamed: Iterable<StreamPart>): AnswerPart[] => {
  let parts: readonly AnswerPart[] = []
  for (const part of streamed) parts = foldPart(parts, part)
  return withoutEmpty(parts)
}

/** The parts that have something in them: at least a word, or a picture. */
export const withoutEmpty = (parts: readonly AnswerPart[]): AnswerPart[] => parts.filter(isFilled)

const isFilled = (part: AnswerPart): boolean => !('text' in part) || part.text !== ''

/** Whether anything of the answer itself is there: more than what it was given to read. */
export const isBegun = (parts: readonly AnswerPart[]): boolean => parts.some(({ type }) => type !== 'sources')

/** The pictures of an answer, in their order. */
export const picturesIn = (parts: readonly AnswerPart[]): PicturePart[] =>
  parts.filter((part) => part.type === 'picture')

/** What an answer was given to read, and how it was found; null when nothing was looked for. */
export const sourcesIn = (parts: readonly AnswerPart[]): SourcesPart | null =>
  parts.find((part) => part.type === 'sources') ?? null

export type SourcesPart = Extract<AnswerPart, { type: 'sources' }>

export type PicturePart = Extract<AnswerPart, { type: 'picture' }>

/** The answer's own words, without its reasoning. */
export const answerText = (parts: readonly AnswerPart[]): string =>
  parts
    .filter((part) => part.type === 'text')
    .map((part) => part.text)
    .join('\n\n')
