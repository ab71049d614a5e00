import remend from 'remend'

/** An open block as it is drawn while more is coming. */
export type Mended = {
  source: string
  /** Number of withheld characters at the end, whose meaning depends on the next ones. */
  heldCount: number
}

/**
 * Returns the source of the last block as it will probably end: closes unfinished emphasis, code, links and formulas, and reads
 * the first line of a table as its header. Withholds possible markup without content, unless `isReleased`.
 */
export function mend(written: string, isReleased: boolean): Mended {
  const held = isReleased ? '' : heldEnd(written)
  const kept = written.slice(0, written.length - held.length)
  const closed = remend(closeFormula(kept), {
    linkMode: 'text-only',
    singleTilde: false,
    comparisonOperators: false,
    htmlTags: false,
    katex: false,
  })
  return { source: readAsTable(closed), heldCount: held.length }
}

/** Ends of a text that the next characters may turn into markup. */
const undecided = [
  // A mark at the beginning of a line: a list item, a heading, a quote, a row, a rule or a fence.
  /(?:^|\n)([ \t]*(?:[-+*]{1,3}|#{1,6}|>|\|[ \t]*|=+|`{1,3}|~{1,3}|\d{1,3}[.)]?))$/u,
  // A list item or heading without text.
  /(?:^|\n)([ \t]*(?:[-+*]|#{1,6}|\d{1,3}[.)])[ \t]+(?:\[[ xX]?\]?[ \t]*)?[*_`~]*)$/u,
  // A citation, a footnote or a picture before its bracket closes.
  /(?<!\\)(!?\[(?:\^[\w-]{0,20}|\d{1,3}(?:\s?[,،、，]\s?\d{0,3})*)?)$/u,
  // Emphasis or code that has just opened.
  /(?:^|[\s(\p{Pi}"'])([*_~`]{1,3})$/u,
  // Closing emphasis whose second mark is missing.
  /(?:\*\*[^*\n]+(\*)|~~[^~\n]+(~)|__[^_\n]+(_))$/u,
  // A tag or an entity.
  /(<\/?[a-z]{0,6}\s?\/?|&#?\w{0,8}|\\)$/iu,
  // A formula that has just opened.
  /(?:^|[\s(])(\${1,2}[^\s$]{0,20})$/u,
  /(\\[([][^\n]{0,3})$/u,
  // The cell of a row that has just opened.
  /\|([ \t]*\|?[ \t]*[*_~`]*)$/u,
]

/** Maximum length of an undecided end. */
const maxHeld = 40

function heldEnd(written: string): string {
  const tail = written.slice(-maxHeld - 200)
  for (const pattern of undecided) {
    const held = pattern.exec(tail)?.slice(1).find(Boolean)
    if (held !== undefined && held.length <= maxHeld && !isRow(written, held)) return held
  }
  return ''
}

/** The bars of a row in an existing table stay: they are invisible. */
const isRow = (written: string, held: string): boolean =>
  held.includes('|') && /^[ \t]*\|.*\n[ \t]*\|?[ \t]*:?-+/u.test(written)

/** `\(` and `\[` only open formulas: renders the received part of one. */
function closeFormula(written: string): string {
  const opened = Math.max(written.lastIndexOf('\\('), written.lastIndexOf('\\['))
  if (opened === -1) return written
  const closer = written[opened + 1] === '(' ? '\\)' : '\\]'
  const inside = written.slice(opened + 2)
  return inside.includes(closer) || inside.trim() === '' ? written : written + closer
}

/** A single line that begins with a bar, and at most the beginning of the next, is a table's header. */
const tableHead = /^([ \t]{0,3}\|[^\n]*?)\|?[ \t]*(?:\n[ \t|:-]*)?$/u

/** A longer line (characters) is not a table header. */
const maxHead = 1000
const maxColumns = 40

function readAsTable(source: string): string {
  if (source.length > maxHead) return source
  const head = tableHead.exec(source)?.[1]
  if (head === undefined || head.trim() === '|') return source
  const cells = head
    .trim()
    .slice(1)
    .split(/(?<!\\)\|/u).length
  if (cells > maxColumns) return source
  return `${head}|\n|${' - |'.repeat(cells)}`
}
