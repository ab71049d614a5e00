import { type FindQuery, isQueryWord } from './find-query.ts'
import { readWords } from './read-words.ts'

/** A piece of a text; matches are marked. */
export type Segment = { text: string; isHit: boolean }

/** A part of a text, and how many distinct query words it contains. */
export type Excerpt = { segments: Segment[]; wordCount: number }

const charactersBefore = 60
const charactersInAll = 220
/** Maximum text to search for the excerpt. */
const maxCharacters = 300_000

/** Returns the excerpt in which the most distinct query words are close together; null without any. Collapses white space. */
export function excerptOf(text: string, query: FindQuery): Excerpt | null {
  const hits = hitsIn(text.slice(0, maxCharacters), query)
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

/** The positions of matches; joins overlapping character pairs. */
function hitsIn(text: string, query: FindQuery): Hit[] {
  const hits: Hit[] = []
  for (const { stem, start, end } of readWords(text)) {
    if (!isQueryWord(query, stem)) continue
    const before = hits.at(-1)
    if (before && start < before.end) before.end = end
    else hits.push({ start, end, stem })
  }
  return hits
}

/** The hit with the most distinct words within an excerpt's length. */
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

/** A position not within a surrogate pair. */
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
