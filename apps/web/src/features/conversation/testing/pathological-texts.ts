/** Texts that take other parsers quadratic time or worse, by number of repetitions. */
export const pathologicalTexts: [string, (times: number) => string][] = [
  ['open emphasis', (times) => '*a '.repeat(times)],
  ['open strong', (times) => '**a _b '.repeat(times)],
  ['closed emphasis', (times) => 'a* '.repeat(times)],
  ['nested strong', (times) => `${'*a **a '.repeat(times)}b${'** a*'.repeat(times)}`],
  ['open brackets', (times) => '['.repeat(times)],
  ['closed brackets', (times) => ']'.repeat(times)],
  ['nested brackets', (times) => `${'['.repeat(times)}a${']'.repeat(times)}`],
  ['open links', (times) => '[a](<b'.repeat(times)],
  ['open pictures', (times) => '![a]('.repeat(times)],
  [
    'backticks of many lengths',
    (times) => Array.from({ length: Math.ceil(Math.sqrt(times)) }, (_, at) => `e${'`'.repeat(at)}`).join(''),
  ],
  ['block quotes in each other', (times) => `${'> '.repeat(times)}a`],
  [
    'lists in each other',
    (times) =>
      Array.from({ length: Math.ceil(Math.sqrt(times)) }, (_, at) => `${'  '.repeat(at)}* a`).join('\n'),
  ],
  ['entities without an end', (times) => '&'.repeat(times)],
  ['strikethrough', (times) => '~~a ~b '.repeat(times)],
  ['table rows', (times) => `| a | b |\n|---|---|\n${'| x |\n'.repeat(times)}`],
  ['bars', (times) => `${'|'.repeat(times)}\n${'-|'.repeat(times)}`],
  ['addresses', (times) => 'www.a.b-_'.repeat(times)],
  ['an endless word', (times) => `${'a-_'.repeat(times)}@`],
  ['email addresses', (times) => 'a@b.'.repeat(times)],
  ['definitions', (times) => Array.from({ length: times }, (_, at) => `[${at}]: x\n`).join('')],
  ['footnotes', (times) => Array.from({ length: times }, (_, at) => `[^${at}] `).join('')],
  ['dollars', (times) => '$a$ $'.repeat(times)],
  ['open tags', (times) => '<a '.repeat(times)],
  ['comments', (times) => '<!-- '.repeat(times)],
  ['hard breaks', (times) => 'a  \n'.repeat(times)],
  ['setext underlines', (times) => 'a\n-\n'.repeat(times)],
  ['emphasis of two kinds', (times) => '*_'.repeat(times)],
  ['words between marks', (times) => 'a*'.repeat(times)],
]

/** Delimiters of Markdown or math, in Latin, Chinese and Japanese script. */
const delimiters = [
  '*',
  '_',
  '~',
  '`',
  '$',
  '[',
  ']',
  '(',
  '{',
  '}',
  '<',
  '|',
  '^',
  '\\',
  '!',
  '（',
  '）',
  '「',
  '。',
]

/** Every delimiter and every pair of two of them, `characters` long. */
export const repeatedDelimiters = (characters: number): [string, string][] => {
  const pieces = delimiters.flatMap((one, at) => [
    one,
    one + (delimiters[(at + 5) % delimiters.length] ?? ''),
    `${one}a`,
  ])
  return pieces.map((piece) => [piece, piece.repeat(Math.ceil(characters / piece.length))])
}

/** Formulas, without their dollars, that grow within themselves. */
export const nestedFormulas: [string, string][] = [
  ['braces', `${'{'.repeat(2400)}x${'}'.repeat(2400)}`],
  ['open braces', '{'.repeat(4900)],
  ['fractions', `${'\\frac{1}{'.repeat(440)}x${'}'.repeat(440)}`],
  ['scripts', `x${'^{x'.repeat(1200)}${'}'.repeat(1200)}`],
  ['roots', `${'\\sqrt{'.repeat(690)}x${'}'.repeat(690)}`],
  ['delimiters', `${'\\left('.repeat(370)}x${'\\right)'.repeat(370)}`],
  ['environments', `${'\\begin{matrix}'.repeat(180)}x${'\\end{matrix}'.repeat(180)}`],
  ['brackets', '('.repeat(4900)],
]
