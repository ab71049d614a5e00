/**
 * Converts a CSV file to lines with comma-separated cells, from any separator, replacing quoted separators and line ends by
 * spaces.
 */
export async function linesOfCsv(text: string): Promise<string[]> {
  const { default: papaparse } = await import('papaparse')
  const { data } = papaparse.parse<string[]>(text, { skipEmptyLines: 'greedy' })
  return data.map((cells) => cells.map((cell) => cell.replaceAll(/[\s,;]+/g, ' ').trim()).join(','))
}
