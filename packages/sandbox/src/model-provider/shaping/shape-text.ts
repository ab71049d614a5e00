import type { Language } from '../language/languages.ts'
import { notesOf } from '../library/read-library.ts'
import { blocksOf, sayable, writeBlocks, type Block } from './blocks.ts'
import { formatAs } from './format-as.ts'
import { bestBlocks, selectBlocks } from './select-sentences.ts'
import { plainWords, spelledOut, tidied } from './wording.ts'

/** Operations that need no language model. */
export type Shape = 'shorten' | 'summarize' | 'expand' | 'simplify' | 'improve' | 'list' | 'formal'

/** Returns the text transformed, in its own words. A note names what would need a real model. */
export function shapeText(shape: Shape, text: string, language: Language): string {
  switch (shape) {
    case 'shorten':
      return shortened(text, language, 0.5)
    case 'summarize':
      return shortened(text, language, 0.25)
    case 'list':
      return formatAs('Bullet points', text, language)
    case 'simplify':
      return noted(simplified(text, language), text, language)
    case 'improve':
      return noted(tidied(text), text, language)
    case 'formal':
      return noted(spelledOut(text, language), text, language)
    case 'expand':
      return `${text.trim()}\n\n${notesOf(language)['expand'] ?? ''}`
  }
}

/** An unchanged text would look like a job well done. */
const noted = (changed: string, text: string, language: Language) =>
  changed.trim() === text.trim() ? `${changed.trim()}\n\n${notesOf(language)['rewrite'] ?? ''}` : changed

/** The most telling sentences, items and rows that make up such a share of the text; a lone sentence loses its asides. */
function shortened(text: string, language: Language, share: number): string {
  const blocks = blocksOf(text, language)
  const units = sayable(blocks)
  if (units.length <= 1) return shortenedSentence(text, language)
  const whole = units.reduce((sum, unit) => sum + unit.text.length, 0)
  const kept = new Set(selectBlocks(units, language, Math.max(language === 'zh' ? 10 : 40, whole * share)))
  const left = blocks.filter((block) => kept.has(block) || isFrame(block, blocks, kept))
  const result = writeBlocks(left, language)
  return result.length < text.trim().length ? result : shortenedSentence(text, language)
}

/** Headings with something left below them, and the head of a table that keeps a row. */
function isFrame(block: Block, blocks: Block[], kept: ReadonlySet<Block>): boolean {
  const at = blocks.indexOf(block)
  if (block.kind === 'row') {
    const rows = blocks.filter(({ group, kind }) => kind === 'row' && group === block.group)
    return rows.indexOf(block) < 2 && rows.slice(2).some((row) => kept.has(row))
  }
  if (block.kind !== 'heading') return false
  const next = blocks.findIndex(({ kind }, index) => index > at && kind === 'heading')
  return blocks.slice(at + 1, next === -1 ? undefined : next).some((one) => kept.has(one))
}

const aside = /\s*[(（][^)）]*[)）]|\s+[–—]\s[^–—]*\s[–—](?=\s)/gu
const clause = /[,;،；，][^,;،；，]*[.!?。！？؟]?\s*$/u

function shortenedSentence(text: string, language: Language): string {
  const withoutAsides = text.trim().replace(aside, '')
  if (withoutAsides.length < text.trim().length * 0.7 || !clause.test(withoutAsides)) return withoutAsides
  const end = /[.!?。！？؟]\s*$/u.exec(withoutAsides)?.[0].trim() ?? ''
  const shorter = withoutAsides.replace(clause, end)
  return shorter.length >= (language === 'zh' ? 6 : 15) ? shorter : withoutAsides
}

/** Common words, no asides, one sentence a line. */
function simplified(text: string, language: Language): string {
  return writeBlocks(
    blocksOf(text, language).map((block) => ({
      ...block,
      source: block.kind === 'code' ? block.source : plainWords(block.source.replace(aside, ''), language),
    })),
    language,
  )
}

/** Five points of a text, and its open questions. */
export function summaryInPoints(text: string, language: Language): string {
  const notes = notesOf(language)
  const points = bestBlocks(sayable(blocksOf(text, language)), language, 5)
  return [
    `## ${notes['summary'] ?? ''}`,
    points.map((point) => `- ${point.text}`).join('\n'),
    `### ${notes['left'] ?? ''}`,
    `- ${notes['left1'] ?? ''}\n- ${notes['left2'] ?? ''}`,
  ].join('\n\n')
}
