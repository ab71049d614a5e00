/** Lines of code that are laid out together; the style sheet gives a whole chunk its height by this number. */
export const linesAtOnce = 100

/** A run of whole lines, `from` and `to` as offsets in the code. */
export type CodeChunk = { from: number; to: number; lines: number }

/** The code in runs of `linesAtOnce` lines, the last one shorter; at least one. */
export function codeChunks(code: string): CodeChunk[] {
  const chunks: CodeChunk[] = []
  let from = 0
  do {
    let to = from
    let lines = 0
    while (lines < linesAtOnce && to < code.length) {
      const end = code.indexOf('\n', to)
      to = end === -1 ? code.length : end + 1
      lines++
    }
    chunks.push({ from, to, lines })
    from = to
  } while (from < code.length)
  return chunks
}
