// The highlighter itself would bring all that writes HTML, a quarter of the worker's program.
import {
  codeToTokensBase,
  createCssVariablesTheme,
  createShikiPrimitive,
  getLastGrammarState,
  type GrammarState,
  type ShikiPrimitive,
} from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { loadGrammar } from './load-grammar.ts'

/** A piece of a line; its colour is chosen by the style sheet, so both schemes need one pass. */
export type CodeToken = { text: string; kind?: string }

const theme = createCssVariablesTheme({ name: 'atrium', variablePrefix: '--', fontStyle: false })
const engine = createJavaScriptRegexEngine({ forgiving: true })
let core: ShikiPrimitive | undefined

/** A longer line (characters) keeps one color. */
const maxLineCharacters = 1000

/** Highlights code line by line; keeps highlighted lines while the code grows. */
export class LineHighlighter {
  readonly #highlighter: ShikiPrimitive
  readonly #grammar: string
  #lines: string[] = []
  #states: (GrammarState | undefined)[] = []

  constructor(highlighter: ShikiPrimitive, grammar: string) {
    this.#highlighter = highlighter
    this.#grammar = grammar
  }

  /** Reads the lines of a code; returns the tokens of those that are new or have changed, from line `from` on. */
  advance(lines: readonly string[]): { from: number; tokens: CodeToken[][] } {
    const from = this.unchanged(lines)
    this.#lines.length = this.#states.length = from
    return { from, tokens: lines.slice(from).map((line) => this.#colour(line)) }
  }

  /** Returns how many leading lines equal those read last. */
  unchanged(lines: readonly string[]): number {
    let from = 0
    while (from < this.#lines.length && this.#lines[from] === lines[from]) from++
    return from
  }

  #colour(line: string): CodeToken[] {
    const before = this.#states.at(-1)
    const end = line.endsWith('\n') ? '\n' : ''
    const text = end ? line.slice(0, -1) : line
    this.#lines.push(line)
    if (text.length > maxLineCharacters) {
      this.#states.push(before)
      return [{ text: line }]
    }
    const tokens = codeToTokensBase(this.#highlighter, text, {
      // A limit of time would leave a line half read and everything after it in the wrong colours.
      lang: this.#grammar,
      theme: 'atrium',
      tokenizeTimeLimit: 0,
      ...(before ? { grammarState: before } : {}),
    })
    this.#states.push(getLastGrammarState(this.#highlighter, tokens))
    const pieces = (tokens[0] ?? []).map(({ content, color }) => toToken(content, color))
    return end ? [...pieces, { text: end }] : pieces
  }
}

function toToken(text: string, colour: string | undefined): CodeToken {
  const kind = /^var\(--token-([a-z-]+)\)$/u.exec(colour ?? '')?.[1]
  return kind ? { text, kind } : { text }
}

/** A highlighter for one piece of code, its grammar loaded. */
export async function createLineHighlighter(language: string): Promise<LineHighlighter> {
  const registrations = await loadGrammar(language)
  core ??= createShikiPrimitive({ themes: [theme], langs: [], engine })
  core.loadLanguageSync(...registrations)
  return new LineHighlighter(core, registrations.at(-1)?.name ?? 'text')
}
