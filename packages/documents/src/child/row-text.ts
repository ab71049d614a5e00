/** Maximum kept consecutive empty cells: they keep columns apart; more only fill the page. */
const emptyCellsKept = 30
const maxCellCharacters = 32_767

/** Formats cells as `cell | cell`: keeps empty ones between others, not at the end. Empty when all are empty. */
export function rowText(cells: readonly string[]): string {
  const texts: string[] = []
  let empty = 0
  for (const cell of cells) {
    const text = cell.slice(0, maxCellCharacters).replace(/\s+/g, ' ').trim()
    if (text === '') {
      empty += 1
      continue
    }
    texts.push(...Array<string>(Math.min(empty, emptyCellsKept)).fill(''), text)
    empty = 0
  }
  return texts.join(' | ')
}
