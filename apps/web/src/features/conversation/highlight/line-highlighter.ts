import { loadGrammar, type Grammar } from './load-grammar.ts'
import { type TokenList, tokenLines, type CodeToken } from './tokens.ts'

/** A longer line (characters) keeps one color. */
const maxLineCharacters = 1000

/** Highlights growing code; returns which of its lines have changed. */
export class LineHighlighter {
  readonly #grammar: Grammar
  #lines: CodeToken[][] = []

  constructor(grammar: Grammar) {
    this.#grammar = grammar
  }

  /** Reads a code; returns the lines that are new or have changed, from line `from` on. */
  read(code: readonly string[]): { from: number; tokens: CodeToken[][] } {
    const before = this.#lines
    this.#lines = this.#highlight(code)
    const changed = this.#lines.findIndex((line, index) => !isSame(line, before[index]))
    const from = changed === -1 ? this.#lines.length : changed
    return { from, tokens: this.#lines.slice(from) }
  }

  #highlight(code: readonly string[]): CodeToken[][] {
    const isLong = (line: string) => line.length > maxLineCharacters
    const short = code.map((line) => (isLong(line) ? '\n' : line)).join('')
    const { highlighter, nameFor } = this.#grammar
    const { _emitter, errorRaised } = highlighter.highlight(short, {
      language: nameFor(short),
      ignoreIllegals: true,
    })
    if (errorRaised) throw errorRaised
    const lines = tokenLines((_emitter as TokenList).tokens)
    return code.map((line, index) => (isLong(line) ? [{ text: line }] : (lines[index] ?? [])))
  }
}

const isSame = (line: readonly CodeToken[], before: readonly CodeToken[] | undefined): boolean =>
  line.length === before?.length &&
  line.every(({ text, kind }, index) => text === before[index]?.text && kind === before[index]?.kind)

/** A highlighter for one piece of code, its grammar loaded. */
export const createLineHighlighter = async (language: string): Promise<LineHighlighter> =>
  new LineHighlighter(await loadGrammar(language))
