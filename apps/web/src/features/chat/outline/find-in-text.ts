/** A stretch of a text, in UTF-16 units. */
export type Stretch = { start: number; end: number }

const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** Returns every match of the query in a text, ignoring accents, case and kind of space, without overlap. */
export function findInText(text: string, query: string): Stretch[] {
  const wanted = fold(query).replaceAll(/\s+/g, ' ').trim()
  if (wanted === '') return []
  const { folded, positions } = foldedWithPositions(text)
  const found: Stretch[] = []
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + wanted.length)) {
    const start = positions[at]
    const end = positions[at + wanted.length] ?? text.length
    if (start !== undefined) found.push({ start, end })
  }
  return found
}

/** Returns the folded text, and the original position of each of its units. */
function foldedWithPositions(text: string) {
  let folded = ''
  const positions: number[] = []
  let at = 0
  for (const character of text) {
    const units = /\s/.test(character) ? (folded.endsWith(' ') ? '' : ' ') : fold(character)
    for (let unit = 0; unit < units.length; unit += 1) positions.push(at)
    folded += units
    at += character.length
  }
  return { folded, positions }
}
