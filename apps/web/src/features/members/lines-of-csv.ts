/**
 * The rows of a CSV file as lines of a list, cells by comma: whatever the file separates its cells by, and with what quotes
 * hide (separators, line ends) turned into blanks.
 */
export async function linesOfCsv(text: string): Promise<string[]> {
  const { default: papaparse } = await import('papaparse')
  const { data } = papaparse.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  return data.map((cells) => cells.map((cell) => cell.replaceAll(/[\s,;]+/g, ' ').trim()).join(','))
}
