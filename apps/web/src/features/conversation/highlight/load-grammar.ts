import type { HLJSApi, LanguageFn } from 'highlight.js'
import core from 'highlight.js/lib/core'
import { ScriptTokens, TokenList } from './tokens.ts'

/** Highlight.js with the grammar of a language, and those that it embeds; `nameFor` chooses the one to begin with. */
export type Grammar = { highlighter: HLJSApi; nameFor: (code: string) => string }

type Loads = Record<string, () => Promise<{ default: LanguageFn }>>

const css: Loads = { css: () => import('highlight.js/lib/languages/css') }
const bash: Loads = { bash: () => import('./shell.ts') }
const xml: Loads = { xml: () => import('highlight.js/lib/languages/xml') }
const javascript: Loads = { javascript: () => import('highlight.js/lib/languages/javascript') }
const typescript: Loads = { typescript: () => import('highlight.js/lib/languages/typescript') }
const jsx: Loads = { xml: () => import('./jsx.ts').then(({ jsxOf }) => ({ default: jsxOf('javascript') })) }
const tsx: Loads = { xml: () => import('./jsx.ts').then(({ jsxOf }) => ({ default: jsxOf('typescript') })) }

/** Each grammar is a separate file that loads on first use; the first of a language is that of its code, the others of what it embeds. */
const grammars: Record<string, Loads> = {
  bash,
  c: { c: () => import('highlight.js/lib/languages/c') },
  cpp: { cpp: () => import('highlight.js/lib/languages/cpp') },
  csharp: { csharp: () => import('highlight.js/lib/languages/csharp') },
  css,
  diff: { diff: () => import('highlight.js/lib/languages/diff') },
  docker: { dockerfile: () => import('highlight.js/lib/languages/dockerfile'), ...bash },
  go: { go: () => import('highlight.js/lib/languages/go') },
  html: { ...xml, ...css, ...javascript },
  java: { java: () => import('highlight.js/lib/languages/java') },
  javascript: { ...javascript, ...jsx },
  json: { json: () => import('highlight.js/lib/languages/json') },
  jsx: { ...javascript, ...jsx },
  kotlin: { kotlin: () => import('highlight.js/lib/languages/kotlin') },
  markdown: { markdown: () => import('highlight.js/lib/languages/markdown'), ...xml },
  php: {
    php: () => import('highlight.js/lib/languages/php'),
    'php-template': () => import('highlight.js/lib/languages/php-template'),
    ...xml,
  },
  powershell: { powershell: () => import('highlight.js/lib/languages/powershell') },
  python: { python: () => import('highlight.js/lib/languages/python') },
  r: { r: () => import('highlight.js/lib/languages/r') },
  ruby: { ruby: () => import('highlight.js/lib/languages/ruby') },
  rust: { rust: () => import('highlight.js/lib/languages/rust') },
  sql: { sql: () => import('highlight.js/lib/languages/sql') },
  swift: { swift: () => import('highlight.js/lib/languages/swift') },
  tsx: { ...typescript, ...tsx },
  typescript,
  xml,
  yaml: { yaml: () => import('highlight.js/lib/languages/yaml') },
}

const loaded = new Map<string, Promise<Grammar>>()

/** The grammar of one of the `languages`. A failed load is tried again with the next code. */
export function loadGrammar(language: string): Promise<Grammar> {
  const known = loaded.get(language)
  if (known) return known
  const loading = load(language, core.newInstance())
  loaded.set(language, loading)
  loading.catch(() => loaded.delete(language))
  return loading
}

async function load(language: string, highlighter: HLJSApi): Promise<Grammar> {
  const loads = Object.entries(grammars[language] ?? {})
  const files = await Promise.all(loads.map(async ([name, file]) => [name, await file()] as const))
  highlighter.configure({ __emitter: /script$|^[jt]sx$/u.test(language) ? ScriptTokens : TokenList })
  for (const [name, file] of files) highlighter.registerLanguage(name, file.default)
  const [[first] = ['text']] = files
  // PHP in a page of HTML begins with its tags.
  const nameFor = (code: string) => (language === 'php' && /^\s*<(?!\?)/u.test(code) ? 'php-template' : first)
  return { highlighter, nameFor }
}
