/** A range of a text: from `start` up to `end`, in UTF-16 units. */
export type FoundRange = { start: number; end: number }

/** Letters and digits of a text, lowercase without accents, with the offset of each. */
function folded(text: string): { letters: string; at: number[] } {
  const at: number[] = []
  let letters = ''
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    const plain = found.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '').replaceAll('đ', 'd')
    letters += plain
    for (let unit = 0; unit < plain.length; unit++) at.push(index)
  }
  return { letters, at }
}

/** Offsets of words in a text, ignoring case, accents and spaces. */
export function rangesOf(text: string, words: string): FoundRange[] {
  const { letters, at } = folded(text)
  const wanted = folded(words).letters
  const ranges: FoundRange[] = []
  if (wanted === '') return ranges
  for (let from = letters.indexOf(wanted); from >= 0; from = letters.indexOf(wanted, from + wanted.length)) {
    const last = at[from + wanted.length - 1] ?? 0
    const character = String.fromCodePoint(text.codePointAt(last) ?? 0)
    ranges.push({ start: at[from] ?? 0, end: last + character.length })
  }
  return ranges
}
