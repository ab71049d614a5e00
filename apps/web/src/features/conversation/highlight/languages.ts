/** The highlighted languages, with other names that people write for them. */
export const languages: Record<string, { name: string; also?: string[] }> = {
  bash: { name: 'Shell', also: ['sh', 'shell', 'zsh', 'console', 'shellscript'] },
  c: { name: 'C', also: ['h'] },
  cpp: { name: 'C++', also: ['c++', 'cc', 'hpp'] },
  csharp: { name: 'C#', also: ['cs', 'c#'] },
  css: { name: 'CSS' },
  diff: { name: 'Diff', also: ['patch'] },
  docker: { name: 'Dockerfile', also: ['dockerfile'] },
  go: { name: 'Go', also: ['golang'] },
  html: { name: 'HTML', also: ['htm'] },
  java: { name: 'Java' },
  javascript: { name: 'JavaScript', also: ['js', 'mjs', 'cjs', 'node'] },
  json: { name: 'JSON', also: ['jsonc', 'json5'] },
  jsx: { name: 'JSX' },
  kotlin: { name: 'Kotlin', also: ['kt'] },
  markdown: { name: 'Markdown', also: ['md'] },
  php: { name: 'PHP' },
  powershell: { name: 'PowerShell', also: ['ps1', 'pwsh'] },
  python: { name: 'Python', also: ['py', 'python3'] },
  r: { name: 'R' },
  ruby: { name: 'Ruby', also: ['rb'] },
  rust: { name: 'Rust', also: ['rs'] },
  sql: { name: 'SQL', also: ['postgres', 'postgresql', 'mysql'] },
  swift: { name: 'Swift' },
  tsx: { name: 'TSX' },
  typescript: { name: 'TypeScript', also: ['ts', 'mts', 'cts'] },
  xml: { name: 'XML', also: ['svg'] },
  yaml: { name: 'YAML', also: ['yml'] },
}

const byAlias = new Map(
  Object.entries(languages).flatMap(([id, { also = [] }]) =>
    [id, ...also].map((alias) => [alias, id] as const),
  ),
)

export const languageId = (written: string): string | undefined => byAlias.get(written.toLowerCase())

export function languageName(written: string): string | undefined {
  const id = languageId(written)
  return id ? languages[id]?.name : undefined
}
