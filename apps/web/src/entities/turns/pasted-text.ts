import { type Mention, mintId } from '@atrium/contract'

/** A long pasted text, stored beside the question. */
export type PastedText = { id: string; text: string }

/** A draft question: its text, mentions, and long pasted texts. */
export type QuestionParts = { text: string; mentions: readonly Mention[]; pasted: readonly PastedText[] }

export const noQuestion: QuestionParts = { text: '', mentions: [], pasted: [] }

const longFromCharacters = 2000
const longFromLines = 40
const opening = /^(`{3,})pasted text$/

export const linesOf = (text: string): number => text.split('\n').length

/** Whether a text should be stored beside the question instead of in it. */
export const isLong = (text: string): boolean =>
  text.length > longFromCharacters || linesOf(text) > longFromLines

/** Returns the question as sent: its text, then each pasted text between fences longer than any in it. */
export function questionText({ text, pasted }: Pick<QuestionParts, 'text' | 'pasted'>): string {
  if (pasted.length === 0) return text
  const longest = [text, ...pasted.map((one) => one.text)]
    .flatMap((one) => one.match(/`+/g) ?? [])
    .reduce((most, run) => Math.max(most, run.length), 2)
  const fence = '`'.repeat(longest + 1)
  const blocks = pasted.map((one) => `${fence}pasted text\n${one.text}\n${fence}`)
  return [...(text === '' ? [] : [text]), ...blocks].join('\n\n')
}

/** A displayed piece of a question; `start` is its offset in the question. */
export type Segment = { kind: 'words' | 'pasted'; text: string; start: number }

/** Returns the texts and pasted texts of a question, in order. */
export function segmentsOf(question: string): Segment[] {
  if (!question.includes('```')) return question === '' ? [] : [{ kind: 'words', text: question, start: 0 }]
  const lines = question.split('\n')
  const starts = lines.map(() => 0)
  for (let index = 1; index < lines.length; index += 1)
    starts[index] = (starts[index - 1] ?? 0) + (lines[index - 1]?.length ?? 0) + 1
  const segments: Segment[] = []
  const take = (kind: Segment['kind'], from: number, to: number) => {
    if (to > from) segments.push({ kind, text: lines.slice(from, to).join('\n'), start: starts[from] ?? 0 })
  }
  let words = 0
  for (let at = 0; at < lines.length; at += 1) {
    const fence = opening.exec(lines[at] ?? '')?.[1]
    if (fence === undefined) continue
    const end = lines.indexOf(fence, at + 1)
    if (end === -1) continue
    take('words', words, at)
    take('pasted', at + 1, end)
    words = end + 1
    at = end
  }
  take('words', words, lines.length)
  return segments.flatMap((segment) => {
    if (segment.kind === 'pasted') return [segment]
    // Empty lines between the pieces belong to neither.
    const text = segment.text.replace(/\n$/, '').replace(segment.start === 0 ? '' : /^\n/, '')
    const start = segment.start + (segment.start > 0 && segment.text.startsWith('\n') ? 1 : 0)
    return text === '' ? [] : [{ ...segment, text, start }]
  })
}

/** Converts a sent question back to a draft with its pasted texts. */
export function partsOf(question: string, mentions: readonly Mention[] = []): QuestionParts {
  const segments = segmentsOf(question)
  const words = segments.filter(({ kind }) => kind === 'words')
  const pasted = segments
    .filter(({ kind }) => kind === 'pasted')
    .map(({ text }) => ({ id: mintId('message'), text }))
  const parts = { text: words[0]?.text ?? '', mentions: [...mentions], pasted }
  // A question that would not convert back unchanged, for example with text after a pasted text, becomes plain text.
  const isWhole = words.length <= 1 && questionText(parts) === question
  const isInside = mentions.every(({ start, length }) => start + length <= parts.text.length)
  return isWhole && isInside ? parts : { text: question, mentions: [...mentions], pasted: [] }
}

/** The text of a question; of one without, its pasted text. */
export const plainWordsOf = (question: string): string => {
  const segments = segmentsOf(question)
  const words = segments.filter(({ kind }) => kind === 'words')
  return (words.length > 0 ? words : segments).map(({ text }) => text).join(' ')
}
