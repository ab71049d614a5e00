/** Cuts text to `limit` characters (as a reader counts them), the last being an ellipsis. */
export function truncate(text: string, limit = 30): string {
  const cheapBound = limit * 16
  const characters = Array.from(segmenter.segment(text.slice(0, cheapBound)), (part) => part.segment)
  if (characters.length <= limit && text.length <= cheapBound) return text
  return `${characters
    .slice(0, limit - 1)
    .join('')
    .trimEnd()}…`
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** One or two initials, shown without a picture. */
export function initials(name: string): string {
  const words = name
    .trim()
    .split(/[\s._@-]+/u)
    .filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words.slice(0, 1)
  return letters.map((word) => firstLetter(word ?? '')).join('')
}

function firstLetter(word: string): string {
  const [letter] = segmenter.segment(word)
  return (letter?.segment ?? '').toLocaleUpperCase()
}
