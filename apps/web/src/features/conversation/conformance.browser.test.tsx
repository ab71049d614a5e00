import { expect, test } from 'vitest'
import { canonical } from './testing/canonical-markup.ts'
import { fixture } from './testing/fixture.ts'
import { show } from './testing/show.tsx'
import { parseMarkdown } from './markdown/syntax.ts'

type Example = { markdown: string; html: string; example: number; section: string }

/**
 * Our drawing against the specifications' HTML. Where our policy differs the expected HTML is adapted by rule:
 * HTML in the text is expected as its own characters; a link elsewhere than http, https and mailto, as its text; a
 * remote picture, as its description (the placeholder). `canonical` does the rest: no directions, classes or link targets.
 * What still differs is GitHub's bare addresses in CommonMark's file, and a table that lets a line follow without bars.
 */
for (const [file, least] of [
  ['commonmark-spec.json', 647],
  ['gfm-spec.json', 662],
  ['gfm-extensions.json', 23],
] as const)
  test(`CHAT-06 the examples of ${file} are rendered as in the specification (skipped without the shared fixtures)`, async () => {
    const content = await fixture(`markdown/${file}`)
    if (!content) return
    const examples = JSON.parse(content) as Example[]
    const { element, update } = await show('')
    const different: string[] = []
    for (const { markdown, html, example, section } of examples) {
      await update(markdown, false)
      const drawn = canonical(element().innerHTML)
      const expected = canonical(withHtmlAsText(markdown, html))
      if (drawn !== expected)
        different.push(
          `${example} ${section}: ${JSON.stringify(markdown)}\n  drawn    ${drawn}\n  expected ${expected}`,
        )
    }
    const conforming = examples.length - different.length
    console.info(`${file}: ${conforming} of ${examples.length} conform\n${different.join('\n')}`)
    expect(conforming).toBeGreaterThanOrEqual(least)
  }, 120_000)

/** The expected HTML with the source's raw HTML as text; one that stands alone as a paragraph. */
function withHtmlAsText(markdown: string, html: string): string {
  let from = 0
  let adapted = html
  const visit = (node: { type: string; value?: string; children?: unknown[] }, parent: string) => {
    if (node.type === 'html' && node.value !== undefined && !/^<br\s*\/?>$/iu.test(node.value)) {
      const at = adapted.indexOf(node.value, from)
      const text = node.value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      const block = ['root', 'blockquote', 'listItem'].includes(parent)
      const written = block ? `<p>${text}</p>` : text
      if (at >= 0) {
        adapted = adapted.slice(0, at) + written + adapted.slice(at + node.value.length)
        from = at + written.length
      }
    }
    for (const child of node.children ?? []) visit(child as typeof node, node.type)
  }
  visit(parseMarkdown(markdown), 'none')
  return adapted
}

test('CHAT-06 every example of tables, strikethrough and task lists is rendered as on GitHub (skipped without the shared fixtures)', async () => {
  const content = await fixture('markdown/gfm-spec.json')
  if (!content) return
  const wanted = /^(Tables|Strikethrough|Task list items) \(extension\)$/u
  const examples = (JSON.parse(content) as Example[]).filter(({ section }) => wanted.test(section))
  expect(examples.length).toBeGreaterThan(10)
  const { element, update } = await show('')
  const different: number[] = []
  for (const { markdown, html, example } of examples) {
    // A re-rendered checkbox keeps its initial attribute.
    await update('', false)
    await update(markdown, false)
    if (canonical(element().innerHTML) !== canonical(withHtmlAsText(markdown, html))) different.push(example)
  }
  console.info(`${examples.length - different.length} of ${examples.length} of GitHub's extensions conform`)
  expect(different).toEqual([])
}, 60_000)

test('CHAT-06 every formula of the KaTeX collection is drawn or shown as written, none throws (skipped without the shared fixtures)', async () => {
  const content = await fixture('katex/ss_data.yaml')
  if (!content) return
  const formulas = texIn(content)
  expect(formulas.length).toBeGreaterThan(100)
  const { element, update } = await show('')
  let drawn = 0
  await update('$$\nx\n$$', false)
  await expect.poll(() => element().querySelectorAll('.katex').length, { timeout: 15_000 }).toBe(1)
  const refused: string[] = []
  for (const formula of formulas) {
    await update('', false)
    await update(`$$\n${formula}\n$$`, false)
    await twoFrames()
    if (element().querySelector('.katex')) drawn++
    else refused.push(formula)
    expect(element().textContent.length).toBeGreaterThan(0)
  }
  console.info(`${drawn} of ${formulas.length} formulas drawn; as written: ${JSON.stringify(refused)}`)
  expect(drawn / formulas.length).toBeGreaterThan(0.9)
}, 60_000)

/** Formulas that exceed a frame's time are rendered in the next one. */
const twoFrames = () =>
  new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0))))

/** The formulas of the collection: `Name: tex`, `Name: |` with indented lines, or `tex:` in a mapping. */
function texIn(yaml: string): string[] {
  const lines = yaml.split('\n')
  return lines.flatMap((line, index) => {
    const found = /^(?:\w+:|\s+tex:)\s+(.*)$/u.exec(line)
    const value = found?.[1]?.trim()
    if (!found || !value || value.startsWith('#') || value === '1') return []
    if (!/^[|>]/u.test(value)) return [value.replace(/^(['"])(.*)\1$/u, '$2').replaceAll("''", "'")]
    const indented = lines.slice(index + 1)
    const depth = /^\s*/u.exec(line)?.[0].length ?? 0
    const end = indented.findIndex(
      (next) => next.trim() !== '' && (/^\s*/u.exec(next)?.[0].length ?? 0) <= depth,
    )
    return [
      indented
        .slice(0, end === -1 ? undefined : end)
        .map((next) => next.trim())
        .join('\n')
        .trim(),
    ]
  })
}
