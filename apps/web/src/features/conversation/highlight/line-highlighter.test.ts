import { expect, test } from 'vitest'
import { languages } from './languages.ts'
import { createLineHighlighter } from './line-highlighter.ts'
import type { CodeToken } from './tokens.ts'

const linesOf = (code: string) => code.split(/(?<=\n)/u)
const textOf = (lines: CodeToken[][]) => lines.flat().map(({ text }) => text)
const highlight = async (language: string, code: string) =>
  (await createLineHighlighter(language)).read(linesOf(code)).tokens
/** The texts of a kind; those without one are of the kind `plain`. */
const texts = async (kind: string, language: string, code: string) =>
  (await highlight(language, code))
    .flat()
    .flatMap((token) => ((token.kind ?? 'plain') === kind && token.text.trim() ? [token.text.trim()] : []))

const samples: Record<string, string> = {
  css: 'a { color: red }\n',
  diff: '-old\n+new\n',
  docker: 'FROM node\n',
  html: '<p class="a">b</p>\n',
  json: '{ "a": 1 }\n',
  markdown: '# Title\n',
  php: '<?php echo "a";\n',
  sql: 'SELECT 1\n',
  xml: '<a b="c"/>\n',
  yaml: 'a: 1\n',
}

test.each(Object.keys(languages))(
  'CHAT-06 code in %s has colors and keeps its text, line by line',
  async (language) => {
    const code = `${samples[language] ?? 'return "a" + 1\nif (b) { c }\n'}\n  x`
    const tokens = await highlight(language, code)
    expect(tokens.map((line) => textOf([line]).join(''))).toEqual(linesOf(code))
    expect(tokens.flat().filter(({ kind }) => kind)).not.toEqual([])
  },
)

test('CHAT-06 code has the same colors when it arrives in pieces, and only changed lines come again', async () => {
  const code = 'const a = `x\n${b} y\n`\n/* c\n d */ f(1)\n'
  const growing = await createLineHighlighter('typescript')
  let shown: CodeToken[][] = []
  for (let end = 1; end <= code.length; end++) {
    const { from, tokens } = growing.read(linesOf(code.slice(0, end)))
    shown = [...shown.slice(0, from), ...tokens]
    expect(textOf(shown).join('')).toBe(code.slice(0, end))
  }
  expect(shown).toEqual(await highlight('typescript', code))
  expect(growing.read([...linesOf(code), 'g()\n', 'h'])).toMatchObject({ from: 5 })
  expect(growing.read(linesOf(code))).toEqual({ from: 5, tokens: [] })
  // The end of a comment that is gone changes what comes before it.
  expect(growing.read(linesOf(code).slice(0, 4))).toEqual({ from: 4, tokens: [] })
})

test('CHAT-06 a very long line stays plain, those after it have colors', async () => {
  const long = `'${'a'.repeat(1000)}\n`
  const tokens = await highlight('python', `x = 1\n${long}y = 2\n`)
  expect(tokens[1]).toEqual([{ text: long }])
  expect(tokens[2]).toContainEqual({ text: '2', kind: 'constant' })
})

test('CHAT-06 code between the braces of JSX has the colors of its language', async () => {
  const code =
    '<ul onClick={() => go(1)}>{list.map((a: string) => <Item id="b">{a ?? null} it\'s</Item>)}</ul>'
  expect(await texts('keyword', 'tsx', `return ${code}`)).toEqual(['return', 'ul', 'Item', 'Item', 'ul'])
  expect(await texts('function', 'tsx', `return ${code}`)).toEqual(['onClick', 'go', 'map', 'string', 'id'])
  expect(await texts('constant', 'jsx', `return ${code}`)).toEqual(['1', 'null'])
  expect(await texts('string', 'javascript', `return ${code}`)).toEqual(['"b"'])
})

test('CHAT-06 names and options of commands have colors in shell code', async () => {
  const code =
    'sudo apt-get install -y curl \\\n  git && npm run build\nif grep -q a b; then docker ps; fi\nA=1'
  expect(await texts('function', 'bash', code)).toEqual(['sudo', 'apt-get', 'npm', 'grep', 'docker'])
  expect(await texts('constant', 'bash', code)).toEqual(['-y', '-q'])
  expect(await texts('keyword', 'bash', code)).toEqual(['if', 'then', 'fi'])
})

test('CHAT-06 PHP has colors alone and inside a page', async () => {
  expect(await texts('constant', 'php', 'echo $a;')).toEqual(['$a'])
  const page = '<b class="c"><?= $a ?></b>'
  expect(await texts('keyword', 'php', page)).toEqual(['b', 'b'])
  expect(await texts('constant', 'php', page)).toEqual(['<?=', '$a', '?>'])
})
