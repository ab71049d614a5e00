/** A formula: TeX without its delimiters, in a line of text or displayed on a line of its own. */
export type Formula = { source: string; isDisplay: boolean }

/** Longer sources stay text: nobody reads them, and typesetting must not block. */
export const maxFormulaCharacters = 5_000

/** A source, without characters that would end it. Code may begin between two prices, so it has no backtick. */
const inLine = String.raw`(?:\\[^\n]|[^\\$${'`'}\n]){0,${maxFormulaCharacters}}?`
const anyLines = String.raw`(?:\\[\s\S]|[^\\$${'`'}]){1,${maxFormulaCharacters}}?`
/** `$$…$$`, or `$…$` on one line whose dollars touch what is between: `$5 and $6` is not a formula. */
const dollars = String.raw`\$\$(${anyLines})\$\$|\$(?![\s$])(${inLine})(?<!\s)\$(?![\d$])`
/** `\(…\)` and `\[…\]`, as most models write it. */
const brackets = String.raw`\\\(((?:[^\\]|\\[^()]){1,${maxFormulaCharacters}}?)\\\)|\\\[((?:[^\\]|\\[^[\]]){1,${maxFormulaCharacters}}?)\\\]`

/** Formulas in dollars in a text. */
export const formulasInText = (): RegExp => new RegExp(dollars, 'gu')
export const hasFormula = (text: string): boolean => new RegExp(dollars, 'u').test(text)

const atStart = new RegExp(`^(?:${dollars}|${brackets})`, 'u')
const block = new RegExp(
  String.raw`^ {0,3}(?:\$\$((?:\\[\s\S]|[^\\$]){1,${maxFormulaCharacters}}?)\$\$|\\\[((?:[^\\]|\\[^[\]]){1,${maxFormulaCharacters}}?)\\\])[ \t]*(?:\n+|$)`,
  'u',
)

type Found = Formula & { raw: string }

/** Reads the formula with which a Markdown text begins. */
export function formulaAtStart(text: string): Found | null {
  const found = atStart.exec(text)
  if (!found) return null
  const [raw, display, line, round, square] = found
  const isDisplay = display !== undefined || square !== undefined
  const source = tidySource(display ?? line ?? round ?? square ?? '', isDisplay)
  return source === '' || (square !== undefined && !isTex(square)) ? null : { raw, source, isDisplay }
}

/** Reads the displayed formula that a Markdown block consists of. */
export function formulaBlockAtStart(text: string): Found | null {
  const found = block.exec(text)
  const [raw = '', dollar, square] = found ?? []
  const source = tidySource(dollar ?? square ?? '', true)
  return source === '' || (square !== undefined && !isTex(square)) ? null : { raw, source, isDisplay: true }
}

/** The offset at which a formula block may begin in a text's first paragraph; -1 for none. */
export function formulaBlockStart(text: string): number {
  const found = /\n[ \t]*\n|(?:^|\n) {0,3}(?:\$\$|\\\[)/u.exec(text)
  if (!found || /^\n[ \t]*\n$/u.test(found[0])) return -1
  return found.index + (found[0].startsWith('\n') ? 1 : 0)
}

/** Brackets are escaped like this also as text: a formula has a command, or blanks around something that text seldom has. */
const isTex = (source: string): boolean =>
  /(?<!\\)(?:\\\\)*\\[a-zA-Z]/u.test(source) || /^\s[^]*[\^_=][^]*\s$/u.test(source)

/**
 * Returns a source as it is stored: limited, without control characters and blank lines, and without what would end it in Markdown. `$`
 * is escaped, and a backtick is its command.
 */
export function tidySource(source: string, isDisplay: boolean): string {
  const plain = source
    .toWellFormed()
    .replaceAll(/\r\n?/gu, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .slice(0, maxFormulaCharacters)
  const lines = isDisplay ? plain.replaceAll(/\n\s*\n/gu, '\n') : plain.replaceAll(/\s*\n\s*/gu, ' ')
  return lines
    .replaceAll(/\\[^]|[$`]|\\$/gu, (sign) => ({ $: '\\$', '`': '\\lq ', '\\': '' })[sign] ?? sign)
    .trim()
    .replace(/(?<!\\)((?:\\\\)*)\\$/u, '$1')
}

/** A formula as it is written in a text: its source in dollars. */
export const formulaText = ({ source, isDisplay }: Formula): string =>
  source === '' ? '' : isDisplay ? `$$${source}$$` : `$${source}$`

/** Reads a formula as `formulaText` writes it, and as people write it in a text. */
export function readFormula(text: string): Formula | null {
  const found = formulaAtStart(text)
  return found?.raw === text ? { source: found.source, isDisplay: found.isDisplay } : null
}
