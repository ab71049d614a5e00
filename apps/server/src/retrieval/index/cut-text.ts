/** Ends of sentences: followed by a space, except in Chinese. */
const sentenceEnds = /[.!?…؟۔؛]+["'”’»)\]]*\s+|[。！？；]+[”’」』）]*\s*|\n+/gu
const blanks = /\s+/gu

/**
 * Cuts a text into pieces of about `aim` and at most `most` characters: after a sentence, else between words, else anywhere.
 * Drops only white space between pieces.
 */
export function cutText(text: string, aim: number, most: number): string[] {
  const pieces: string[] = []
  let rest = text.trim()
  while (rest.length > most) {
    const at = placeToCut(rest, aim, most)
    pieces.push(rest.slice(0, at).trimEnd())
    rest = rest.slice(at).trimStart()
  }
  if (rest) pieces.push(rest)
  return pieces
}

function placeToCut(text: string, aim: number, most: number): number {
  const window = text.slice(0, most)
  return bestEnd(window, sentenceEnds, aim) ?? bestEnd(window, blanks, aim) ?? wholeCharacters(text, most)
}

/** The last end up to `aim` unless the piece would be small; else the first after it. */
function bestEnd(window: string, ends: RegExp, aim: number): number | undefined {
  let before: number | undefined
  for (const found of window.matchAll(ends)) {
    const end = found.index + found[0].length
    if (end > aim) return before !== undefined && before >= aim / 2 ? before : end
    before = end
  }
  return before !== undefined && before >= aim / 2 ? before : undefined
}

/** A position up to `most` that is not within a character or before a combining mark. */
function wholeCharacters(text: string, most: number): number {
  let at = most
  while (at > most - 20 && /^[\uDC00-\uDFFF\p{M}\u200D]/u.test(text.slice(at, at + 2))) at -= 1
  return /[\uDC00-\uDFFF]/.test(text.charAt(at)) ? at - 1 : at
}
