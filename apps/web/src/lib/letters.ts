/** The lowercase letters and digits of a text, with the offset of each (UTF-16 units). */
type Letters = { letters: string; at: number[] }

/** The characters compared in a fuzzy search: no spaces or punctuation. */
export function lettersOf(text: string): Letters {
  const at: number[] = []
  let letters = ''
  for (const { 0: found, index } of text.matchAll(/[\p{L}\p{N}\p{M}]/gu)) {
    const plain = found.normalize('NFKC').toLowerCase()
    letters += plain
    for (let unit = 0; unit < plain.length; unit++) at.push(index)
  }
  return { letters, at }
}

/** The end of the letter at an offset of a text, including the punctuation that ends its sentence. */
export const endOfWord = (text: string, place: number): number =>
  place + (/^.[^\s\p{L}\p{N}]*/su.exec(text.slice(place, place + 12))?.[0].length ?? 1)
