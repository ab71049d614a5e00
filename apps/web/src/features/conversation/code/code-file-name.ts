/** File extensions of languages whose fence name differs. */
const endings = new Map(
  Object.entries({
    javascript: 'js',
    typescript: 'ts',
    python: 'py',
    python3: 'py',
    ruby: 'rb',
    rust: 'rs',
    golang: 'go',
    csharp: 'cs',
    'c#': 'cs',
    'c++': 'cpp',
    kotlin: 'kt',
    bash: 'sh',
    shell: 'sh',
    zsh: 'sh',
    console: 'sh',
    powershell: 'ps1',
    markdown: 'md',
    yaml: 'yml',
    mermaid: 'mmd',
    haskell: 'hs',
    perl: 'pl',
    text: 'txt',
    plaintext: 'txt',
  }),
)

/** The name under which code of a language is saved. */
export function fileNameOf(language: string): string {
  const name = language.toLowerCase()
  if (name === 'dockerfile') return 'Dockerfile'
  if (name === 'makefile') return 'Makefile'
  const ending = endings.get(name) ?? (/^[a-z\d]{1,10}$/u.test(name) ? name : 'txt')
  return `code.${ending}`
}
