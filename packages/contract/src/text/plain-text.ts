const citation = /\s?\[\^?\d{1,3}(?:\s?[,،、，]\s?\d{1,3})*\](?![([])/gu

/**
 * Returns the plain text of Markdown on one line, for excerpts: without the markup of headings, lists, quotes, tables, emphasis,
 * code, formulas, links and citations. Runs in linear time on any text, well-formed or not; code and text that only resemble
 * markup (`2 * 3`, `snake_case`) stay unchanged.
 */
export const plainOfMarkdown = (markdown: string): string =>
  markdown
    .split('\n')
    .map((line) => plainLine(line))
    .filter((line) => line !== '')
    .join(' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()

function plainLine(line: string): string {
  // Fences, rules and the dashes below a table's header have no text.
  if (/^\s*(?:`{3,}|~{3,})/u.test(line) || /^[\s|:*_=-]*$/u.test(line)) return ''
  const block = line
    .replace(/^\s*(?:>\s?)*/u, '')
    .replace(/^(?:#{1,6}|[-*+•]|\d{1,9}[.)])\s+/u, '')
    .replace(/^\[[ xX]\]\s+/u, '')
  const cells = /^\s*\|/u.test(block) ? block.replaceAll('|', ' ') : block
  return cells
    .replaceAll(/!?\[([^[\]]*)\]\([^()\s]*(?:\s"[^"]*")?\)/gu, '$1')
    .replaceAll(citation, '')
    .replaceAll(/\*{1,3}(?=\S)|(?<=\S)\*{1,3}/gu, '')
    .replaceAll(/(?<![\p{L}\p{N}_])_{1,3}(?=\S)|(?<=\S)_{1,3}(?![\p{L}\p{N}_])/gu, '')
    .replaceAll(/~~|`+/gu, '')
    .trim()
}
