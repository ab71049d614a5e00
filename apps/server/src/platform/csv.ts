/** The UTF-8 byte order mark, for spreadsheets. */
export const csvMark = '\uFEFF'

/** A line of CSV (RFC 4180). `areNumbers` says which cells are numbers, which need no protection. */
export const csvLine = (cells: readonly string[], areNumbers: readonly boolean[] = []): string =>
  `${cells.map((cell, index) => (areNumbers[index] ? cell : cellOf(cell))).join(',')}\r\n`

/** Spreadsheets would run a cell that begins like a formula (OWASP, CSV injection): an apostrophe makes it text. */
function cellOf(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
