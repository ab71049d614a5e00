import type { LanguageRegistration } from 'shiki/core'

type Grammar = { name: string; load: () => Promise<{ default: LanguageRegistration[] }>; also?: string[] }

/** The highlighted languages; each grammar is a separate file that loads on first use. */
const grammars: Record<string, Grammar> = {
  bash: {
    name: 'Shell',
    load: () => import('@shikijs/langs/shellscript'),
    also: ['sh', 'shell', 'zsh', 'console', 'shellscript'],
  },
  c: { name: 'C', load: () => import('@shikijs/langs/c'), also: ['h'] },
  cpp: { name: 'C++', load: () => import('@shikijs/langs/cpp'), also: ['c++', 'cc', 'hpp'] },
  csharp: { name: 'C#', load: () => import('@shikijs/langs/csharp'), also: ['cs', 'c#'] },
  css: { name: 'CSS', load: () => import('@shikijs/langs/css') },
  diff: { name: 'Diff', load: () => import('@shikijs/langs/diff'), also: ['patch'] },
  docker: { name: 'Dockerfile', load: () => import('@shikijs/langs/docker'), also: ['dockerfile'] },
  go: { name: 'Go', load: () => import('@shikijs/langs/go'), also: ['golang'] },
  html: { name: 'HTML', load: () => import('@shikijs/langs/html'), also: ['htm'] },
  java: { name: 'Java', load: () => import('@shikijs/langs/java') },
  javascript: {
    name: 'JavaScript',
    load: () => import('@shikijs/langs/javascript'),
    also: ['js', 'mjs', 'cjs', 'node'],
  },
  json: { name: 'JSON', load: () => import('@shikijs/langs/json'), also: ['jsonc', 'json5'] },
  jsx: { name: 'JSX', load: () => import('@shikijs/langs/jsx') },
  kotlin: { name: 'Kotlin', load: () => import('@shikijs/langs/kotlin'), also: ['kt'] },
  markdown: { name: 'Markdown', load: () => import('@shikijs/langs/markdown'), also: ['md'] },
  php: { name: 'PHP', load: () => import('@shikijs/langs/php') },
  powershell: { name: 'PowerShell', load: () => import('@shikijs/langs/powershell'), also: ['ps1', 'pwsh'] },
  python: { name: 'Python', load: () => import('@shikijs/langs/python'), also: ['py', 'python3'] },
  r: { name: 'R', load: () => import('@shikijs/langs/r') },
  ruby: { name: 'Ruby', load: () => import('@shikijs/langs/ruby'), also: ['rb'] },
  rust: { name: 'Rust', load: () => import('@shikijs/langs/rust'), also: ['rs'] },
  sql: { name: 'SQL', load: () => import('@shikijs/langs/sql'), also: ['postgres', 'postgresql', 'mysql'] },
  swift: { name: 'Swift', load: () => import('@shikijs/langs/swift') },
  tsx: { name: 'TSX', load: () => import('@shikijs/langs/tsx') },
  typescript: {
    name: 'TypeScript',
    load: () => import('@shikijs/langs/typescript'),
    also: ['ts', 'mts', 'cts'],
  },
  xml: { name: 'XML', load: () => import('@shikijs/langs/xml'), also: ['svg'] },
  yaml: { name: 'YAML', load: () => import('@shikijs/langs/yaml'), also: ['yml'] },
}

const byAlias = new Map(
  Object.entries(grammars).flatMap(([id, { also = [] }]) =>
    [id, ...also].map((alias) => [alias, id] as const),
  ),
)

export const languageId = (written: string): string | undefined => byAlias.get(written.toLowerCase())

export function languageName(written: string): string | undefined {
  const id = languageId(written)
  return id ? grammars[id]?.name : undefined
}

export async function loadGrammar(id: string): Promise<LanguageRegistration[]> {
  return (await grammars[id]?.load())?.default ?? []
}
