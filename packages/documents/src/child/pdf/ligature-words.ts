import { getResolvedPDFJS } from 'unpdf'

type Page = { getOperatorList(): Promise<{ fnArray: number[]; argsArray: unknown[] }> }
/** A font's glyph with its text; numbers are gaps between glyphs, in thousandths of the size. */
type Shown = { unicode: string } | number

/** Gaps from here on separate words. */
const wordGap = -200
const isRightToLeft = /^[\u0590-\u08ff]{2,}$/
/** Lam and alef as one glyph, written from the left: the font's author has reversed it already. */
const isTurned = /^[\u0622\u0623\u0625\u0627]\u0644$/

/**
 * Maps words as the library extracts them to their right spelling. The library reverses right-to-left text letter by letter, and
 * with it the letters of a ligature, which are in order already: lam-alef becomes alef-lam.
 */
export async function ligatureWords(page: Page): Promise<Map<string, string>> {
  const { OPS } = await getResolvedPDFJS()
  const { fnArray, argsArray } = await page.getOperatorList()
  const words = new Map<string, string>()
  let whole: string[] = []
  for (const [index, operator] of fnArray.entries()) {
    if (operator === OPS.endText) {
      add(words, whole)
      whole = []
    }
    if (operator !== OPS.showText) continue
    const shapes = shapesOf((argsArray[index] as [Shown[]])[0])
    add(words, shapes)
    whole.push(...shapes)
  }
  return words
}

/** The texts of glyphs from the left, with a space for each wide gap. */
const shapesOf = (shown: readonly Shown[]): string[] =>
  shown.flatMap((one) => (typeof one !== 'number' ? [one.unicode ?? ''] : one < wordGap ? [' '] : []))

/** Adds the words that have a ligature. */
function add(words: Map<string, string>, shapes: readonly string[]): void {
  let word: string[] = []
  for (const shape of [...shapes, ' ']) {
    if (shape.trim() !== '') {
      word.push(shape)
      continue
    }
    if (word.some((one) => isRightToLeft.test(one) && !isTurned.test(one)))
      words.set([...word.join('')].toReversed().join(''), word.toReversed().join(''))
    word = []
  }
}

/** Corrects the ligatures in a text of the library. */
export const withLigatures = (text: string, words: ReadonlyMap<string, string>): string =>
  words.size === 0 ? text : text.replace(/\S+/g, (word) => words.get(word) ?? word)
