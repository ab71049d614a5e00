/** So many empty cells in a row still keep the columns apart; beyond, they only fill the page. */
const emptyCellsKept = 30
const longestCell = 32_767

/** Cells as `cell | cell`: empty ones between others are kept, those at the end not. Nothing when all are empty. */
export function rowText(cells: readonly string[]): string {
  const texts: string[] = []
  let empty = 0
  for (const cell of cells) {
    const text = cell.slice(0, longestCell).replace(/\s+/g, ' ').trim()
    if (text === '') {
      empty += 1
      continue
    }
    texts.push(...Array<string>(Math.min(empty, emptyCellsKept)).fill(''), text)
    empty = 0
  }
  return texts.join(' | ')
}
