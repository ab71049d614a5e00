const maxCharacters = 400

/** Statements whose shape says which part is slow. Of all others, such as `alter role … password`, only the first words stay. */
const isQuery = /^(?:\(|select|insert|update|delete|merge|with|values)\b/i

/** All in one pass, so that a quote within a comment, or a comment mark within a quote, opens nothing. Unclosed ones extend to the end. */
const token = new RegExp(
  [
    /(?<comment>--[^\n]*|\/\*[\s\S]*?(?:\*\/|$))/,
    /(?<identifier>"(?:[^"]|"")*(?:"|$))/,
    // Only in strings with an `e` is a backslash an escape.
    /\be'(?:[^'\\]|''|\\[\s\S])*(?:'|$)/,
    /(?:\b(?:[bnx]|u&))?'(?:[^']|'')*(?:'|$)/,
    /(?<![\w$])\$(?<tag>(?:[a-z_]\w*)?)\$(?:[\s\S]*?\$\k<tag>\$|[\s\S]*$)/,
    /(?<![\w$])\.?\d[\w.]*/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gi',
)

/** The text of a statement without any value in it: comments are removed and literals become `?`. */
export function statementText(statement: string): string {
  const plain = statement
    .replaceAll(token, (found, comment?: string, identifier?: string) =>
      comment !== undefined ? ' ' : identifier !== undefined ? found : '?',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()
  const shown = isQuery.test(plain) ? plain : plain.split(' ').slice(0, 2).join(' ')
  return shown.length > maxCharacters ? `${shown.slice(0, maxCharacters)}…` : shown
}
