import { createCssVariablesTheme, createHighlighterCoreSync, type GrammarState, type HighlighterCore } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { loadGrammar } from './languages.ts'

/** A piece of a line; its colour is chosen by the style sheet, so both schemes need one pass. */
export type CodeToken = { text: string; kind?: string }

const theme = createCssVariablesTheme({ name: 'atrium', variablePrefix: '--', fontStyle: false })
const engine = createJavaScriptRegexEngine({ forgiving: true })
let core: HighlighterCore | undefined

/** A line longer than this (characters) keeps one colour. */
const longestLine = 1000

/** Colours code line by line; lines already coloured are kept while the code grows. */
export class LineHighlighter {
  readonly #highlighter: HighlighterCore
  readonly #grammar: string
  #lines: string[] = []
  #states: (GrammarState | undefined)[] = []
  #tokens: CodeToken[][] = []

  constructor(highlighter: HighlighterCore, grammar: string) {
    this.#highlighter = highlighter
    this.#grammar = grammar
  }

  /** Works on `code` for at most `budgetMs` and returns the lines that are ready, from the first. */
  advance(lines: readonly string[], budgetMs: number): readonly (readonly CodeToken[])[] {
    let same = 0
    while (same < this.#lines.length && this.#lines[same] === lines[same]) same++
    this.#lines.length = this.#states.length = same
    this.#tokens = this.#tokens.slice(0, same)
    const until = performance.now() + budgetMs
    for (let index = same; index < lines.length && performance.now() < until; index++) this.#colour(lines[index] ?? '', index)
    return this.#tokens
  }

  #colour(line: string, index: number): void {
    const before = this.#states[index - 1]
    const end = line.endsWith('\n') ? '\n' : ''
    const text = end ? line.slice(0, -1) : line
    this.#lines.push(line)
    if (text.length > longestLine) {
      this.#states.push(before)
      this.#tokens.push([{ text: line }])
      return
    }
    const { tokens, grammarState } = this.#highlighter.codeToTokens(text, {
      // A limit of time would leave a line half read and everything after it in the wrong colours.
      lang: this.#grammar, theme: 'atrium', tokenizeTimeLimit: 0, ...(before ? { grammarState: before } : {}),
    })
    this.#states.push(grammarState)
    const pieces = (tokens[0] ?? []).map(({ content, color }) => toToken(content, color))
    this.#tokens.push(end ? [...pieces, { text: end }] : pieces)
  }
}

function toToken(text: string, colour: string | undefined): CodeToken {
  const kind = /^var\(--token-([a-z-]+)\)$/u.exec(colour ?? '')?.[1]
  return kind ? { text, kind } : { text }
}

/** A highlighter for one piece of code, its grammar loaded. */
export async function createLineHighlighter(language: string): Promise<LineHighlighter> {
  const registrations = await loadGrammar(language)
  core ??= createHighlighterCoreSync({ themes: [theme], langs: [], engine })
  core.loadLanguageSync(...registrations)
  return new LineHighlighter(core, registrations.at(-1)?.name ?? 'text')
}
