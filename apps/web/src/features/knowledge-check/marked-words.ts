import type { Segment } from '@atrium/contract'

/** Splits a text so that the given words are separate pieces, marked as hits. Chinese words need no spaces around them. */
export function markedWords(text: string, words: readonly string[]): Segment[] {
  const pattern = patternOf(words)
  if (pattern === null) return [{ text, isHit: false }]
  const segments: Segment[] = []
  let end = 0
  for (const { 0: hit, index } of text.matchAll(pattern)) {
    if (index > end) segments.push({ text: text.slice(end, index), isHit: false })
    segments.push({ text: hit, isHit: true })
    end = index + hit.length
  }
  if (end < text.length) segments.push({ text: text.slice(end), isHit: false })
  return segments
}

const isChinese = /^\p{Script=Han}/u

function patternOf(words: readonly string[]): RegExp | null {
  const maxFirst = words.filter((word) => word !== '').toSorted((one, other) => other.length - one.length)
  const alternatives = maxFirst.map((word) => {
    const escaped = word.replaceAll(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&')
    return isChinese.test(word) ? escaped : `(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`
  })
  return alternatives.length === 0 ? null : new RegExp(alternatives.join('|'), 'gu')
}
