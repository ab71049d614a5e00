import type { Emitter } from 'highlight.js'

/** A piece of a line; its color is chosen by the style sheet, so both schemes need one pass. */
export type CodeToken = { text: string; kind?: string }

/** The kinds of Highlight.js's scopes. A scope without one has that of what it is in. */
const kinds: Record<string, string> = {
  addition: 'inserted',
  attr: 'function',
  attribute: 'function',
  built_in: 'function',
  bullet: 'constant',
  'char.escape': 'constant',
  code: 'string',
  comment: 'comment',
  deletion: 'deleted',
  keyword: 'keyword',
  link: 'link',
  literal: 'constant',
  meta: 'constant',
  name: 'keyword',
  number: 'constant',
  operator: 'keyword',
  params: 'parameter',
  punctuation: 'punctuation',
  quote: 'comment',
  regexp: 'string',
  section: 'keyword',
  'selector-attr': 'function',
  'selector-class': 'function',
  'selector-id': 'function',
  'selector-pseudo': 'keyword',
  'selector-tag': 'keyword',
  string: 'string',
  // Code inside a string.
  subst: '',
  symbol: 'constant',
  tag: 'punctuation',
  'template-variable': 'constant',
  title: 'function',
  type: 'function',
  variable: 'constant',
}

const kindOf = (scope: string): string | undefined => kinds[scope] ?? kinds[scope.replace(/\..*/u, '')]

/** Collects what Highlight.js finds as tokens, instead of HTML. */
export class TokenList implements Emitter {
  readonly tokens: CodeToken[] = []
  readonly #open: string[] = []

  openNode(scope: string): void {
    const outer = this.#open.at(-1) ?? ''
    this.#open.push(outer === 'comment' ? outer : (this.kindOf(scope) ?? outer))
  }

  protected kindOf(scope: string): string | undefined {
    return kindOf(scope)
  }

  closeNode(): void {
    this.#open.pop()
  }

  startScope(scope: string): void {
    this.openNode(scope)
  }

  endScope(): void {
    this.closeNode()
  }

  addText(text: string): void {
    const kind = this.#open.at(-1)
    this.tokens.push(kind ? { text, kind } : { text })
  }

  __addSublanguage({ tokens }: TokenList): void {
    const kind = this.#open.at(-1)
    this.tokens.push(...(kind ? tokens.map((token) => ({ kind, ...token })) : tokens))
  }

  finalize(): void {}

  toHTML(): string {
    return ''
  }
}

/** In scripts, names before a colon rank below types and calls. */
export class ScriptTokens extends TokenList {
  override addText(text: string): void {
    // `async (` is not a call.
    if (text !== 'async') super.addText(text)
    else this.tokens.push({ text, kind: 'keyword' })
  }

  protected override kindOf(scope: string): string | undefined {
    return scope === 'attr' ? '' : super.kindOf(scope)
  }
}

/** The tokens of each line, neighbors of one kind joined. */
export function tokenLines(tokens: readonly CodeToken[]): CodeToken[][] {
  let line: CodeToken[] = []
  const lines = [line]
  for (const { text, kind } of tokens)
    for (const part of text.split(/(?<=\n)/u)) {
      if (part === '') continue
      const last = line.at(-1)
      if (last?.text.endsWith('\n')) lines.push((line = []))
      if (line.length > 0 && last && last.kind === kind) last.text += part
      else line.push(kind ? { text: part, kind } : { text: part })
    }
  return lines
}
