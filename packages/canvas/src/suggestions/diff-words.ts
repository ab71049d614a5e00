import { diffArrays } from 'diff'
import { type Formula, formulasInText } from '../formulas/formula-syntax.ts'

/** A run of text with one formatting, or a formula with its text in dollars. */
export type Run = { text: string; marks: Readonly<Record<string, unknown>>; formula?: Formula }

/** A change of a text: its characters from `from` to `to` are replaced by other runs. */
export type TextChange = { from: number; to: number; insert: Run[] }

type Word = Run & { key: string }

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Formatting that Markdown has; others, which a model can't see, make no difference. */
const comparedMarks = ['bold', 'italic', 'strike', 'code', 'link']

/**
 * Returns the changes that turn one text into another, word by word (in Chinese by the segmenter's words), in order. Unchanged words
 * are in no change; changes with only spaces between them are one.
 */
export function diffWords(before: readonly Run[], after: readonly Run[]): TextChange[] {
  const changes: TextChange[] = []
  let at = 0
  let unchanged = ''
  for (const { value, added, removed } of diffArrays(wordsOf(before), wordsOf(after), {
    comparator: isSameWord,
  })) {
    const length = lengthOf(value)
    if (!added && !removed) {
      at += length
      unchanged = textOf(value)
      continue
    }
    const last = changes.at(-1)
    const isNext = last !== undefined && last.to === at
    const isNear = last !== undefined && last.to + unchanged.length === at && unchanged.trim() === ''
    const current = isNext || isNear ? last : { from: at, to: at, insert: [] }
    if (current !== last) changes.push(current)
    else if (!isNext) current.insert.push({ text: unchanged, marks: {} })
    if (added) current.insert.push(...value.map(({ key: _key, ...run }) => run))
    current.to = removed ? at + length : Math.max(current.to, at)
    if (removed) at += length
    unchanged = ''
  }
  return changes.map(({ from, to, insert }) => ({ from, to, insert: joined(insert) }))
}

const textOf = (words: readonly Word[]) => words.map(({ text }) => text).join('')
const lengthOf = (words: readonly Word[]) => textOf(words).length
const isSameWord = (one: Word, other: Word) => one.text === other.text && one.key === other.key

const wordsOf = (runs: readonly Run[]): Word[] =>
  runs.flatMap((run) => {
    const key = keyOfMarks(run.marks)
    const pieces = run.formula ? [run.text] : piecesOf(run.text)
    return pieces.map((text) => ({ ...run, text, key }))
  })

/** Words, and formulas that are text: each of them is one word, and the same as the formula. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  const addWords = (part: string) => {
    for (const { segment } of segmenter.segment(part)) pieces.push(segment)
  }
  let at = 0
  for (const found of text.matchAll(formulasInText())) {
    addWords(text.slice(at, found.index))
    pieces.push(found[0])
    at = found.index + found[0].length
  }
  addWords(text.slice(at))
  return pieces
}

export const keyOfMarks = (marks: Run['marks']): string =>
  comparedMarks
    .flatMap((name) => {
      if (!(name in marks)) return []
      const { href } = (marks[name] ?? {}) as { href?: unknown }
      return typeof href === 'string' ? `${name} ${href}` : name
    })
    .join(',')

/** Joins neighboring runs with one formatting. */
function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = []
  for (const run of runs) {
    const last = result.at(-1)
    if (last && !last.formula && !run.formula && keyOfMarks(last.marks) === keyOfMarks(run.marks))
      result[result.length - 1] = { ...last, text: last.text + run.text }
    else result.push(run)
  }
  return result
}
