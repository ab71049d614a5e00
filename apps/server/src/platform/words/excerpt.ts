import { type FindQuery, isLookedFor } from './find-query.ts'
import { readWords } from './read-words.ts'

/** A piece of a text; those that were looked for are marked. */
export type Segment = { text: string; isHit: boolean }

/** A part of a text, and how many different words of the query stand in it. */
export type Excerpt = { segments: Segment[]; wordCount: number }

const charactersBefore = 60
const charactersInAll = 220
/** Of a longer text only so much is looked through for the excerpt. */
const mostCharacters = 300_000

/**
 * The part of a text around its first hits, in which the most different words of the query stand close together; null when
 * none of them is there. White space is drawn together.
 */
export function excerptOf(text: string, query: FindQuery): Excerpt | null {
  const hits = hitsIn(text.slice(0, mostCharacters), query)
  const first = densest(hits)
  if (!first) return null
  const start = atCharacter(text, Math.max(0, first.start - charactersBefore))
  const end = atCharacter(text, Math.min(text.length, start + charactersInAll))
  const within = hits.filter((hit) => hit.start >= start && hit.end <= end)
  const segments = segmentsOf(text, start, end, within)
  return {
    segments: [
      ...(start > 0 ? [{ text: '…', isHit: false }] : []),
      ...segments,
      ...(end < text.length ? [{ text: '…', isHit: false }] : []),
    ],
    wordCount: new Set(within.map(({ stem }) => stem)).size,
  }
}

/** A whole line with its hits marked. */
export const markedLine = (line: string, query: FindQuery): Segment[] =>
  segmentsOf(line, 0, line.length, hitsIn(line, query))

type Hit = { start: number; end: number; stem: string }

/** The places of the words looked for; pairs of characters that overlap become one. */
function hitsIn(text: string, query: FindQuery): Hit[] {
  const hits: Hit[] = []
  for (const { stem, start, end } of readWords(text)) {
    if (!isLookedFor(query, stem)) continue
    const before = hits.at(-1)
    if (before && start < before.end) before.end = end
    else hits.push({ start, end, stem })
  }
  return hits
}

/** The hit from which the most different words follow within an excerpt. */
function densest(hits: readonly Hit[]): Hit | undefined {
  let best: { hit: Hit; count: number } | undefined
  for (const [index, hit] of hits.entries()) {
    const close = new Set<string>()
    for (let at = index; at < hits.length; at += 1) {
      const other = hits[at]
      if (!other || other.end > hit.start + charactersInAll - charactersBefore) break
      close.add(other.stem)
    }
    if (!best || close.size > best.count) best = { hit, count: close.size }
  }
  return best?.hit
}

/** A place that is not within a character of two units. */
const atCharacter = (text: string, at: number): number =>
  /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at

function segmentsOf(text: string, start: number, end: number, hits: readonly Hit[]): Segment[] {
  const segments: Segment[] = []
  const add = (from: number, to: number, isHit: boolean) => {
    const piece = text.slice(from, to).replaceAll(/\s+/g, ' ')
    if (piece) segments.push({ text: piece, isHit })
  }
  let at = start
  for (const hit of hits) {
    add(at, hit.start, false)
    add(hit.start, hit.end, true)
    at = hit.end
  }
  add(at, end, false)
  return segments
}
