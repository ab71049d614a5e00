import { afterEach, beforeEach, expect, test } from 'vitest'
import { commands } from 'vitest/browser'
import { fixture } from './testing/fixture.ts'
import { hostileDiagramTexts, hostileTexts } from './testing/hostile-texts.ts'
import { expectInert } from './testing/inertness.ts'
import { show, World } from './testing/show.tsx'
import { MarkdownView } from './markdown-view.tsx'
import { render } from 'vitest-browser-react'

const requests: () => Promise<string[]> = () => commands.foreignRequests()

/** Waits for a round trip through the browser's queue, after which every load has started. */
const settle = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done, 0)))

beforeEach(() => commands.watchRequests())
afterEach(() => {
  delete (window as { hit?: number }).hit
})

test('X01 the watch sees a request to another origin when there is one', async () => {
  const image = new Image()
  image.src = 'https://canary.example/control.png'
  await expect.poll(requests).toContain('https://canary.example/control.png')
})

test('X01 L01 CHAT-06 more than two hundred hostile texts do nothing', async () => {
  expect(hostileTexts.length).toBeGreaterThanOrEqual(200)
  const { element, update } = await show('')
  for (const text of hostileTexts) {
    await update(text, false)
    expectInert(element())
  }
  await settle()
  expect(await requests()).toEqual([])
})

test('X03 L01 hostile diagrams draw nothing that runs, links or loads', async () => {
  const { element, update } = await show('')
  for (const text of hostileDiagramTexts) {
    await update('', false)
    await update(text, false)
    await expect
      .poll(
        () =>
          element().querySelector('[role=img]')?.shadowRoot?.querySelector('svg') ??
          element().querySelector('[role=status][class*=note]'),
        { timeout: 20_000, message: text },
      )
      .toBeTruthy()
    const drawing = element().querySelector('[role=img]')?.shadowRoot
    for (const node of drawing?.querySelectorAll('*') ?? []) {
      expect(['script', 'foreignObject', 'image', 'a', 'style', 'iframe', 'img'], text).not.toContain(
        node.localName,
      )
      for (const { name, value } of node.attributes) {
        expect(name).not.toMatch(/^on/u)
        expect(value).not.toMatch(/javascript:|canary\.example.*\)|url\((?!["']?#)/u)
      }
    }
    for (const sheet of drawing?.adoptedStyleSheets ?? [])
      for (const rule of sheet.cssRules) expect(rule.cssText).not.toMatch(/url\((?!["']?#)|@import/u)
  }
  await settle()
  expect((window as { hit?: number }).hit).toBeUndefined()
  expect(await requests()).toEqual([])
}, 120_000)

const split = [
  'Hi <script>window.hit=1</script> &lt;img src=x onerror=window.hit=1&gt; <img src="https://canary.example/a.png" onerror=window.hit=1>',
  '![a](https://canary.example/b.png) [x](javascript:window.hit=1) <https://canary.example> [r]\n\n[r]: javascript:hit=1\n',
  '````html\n<script>window.hit=1</script>\n```\n````\n\n<svg onload=window.hit=1>\n\n| <img src=x onerror=hit=1> |\n|---|\n| `<b>` |\n',
]

for (const [index, text] of split.entries())
  test(`X05 a hostile text streamed by the character is inert in every frame (${index + 1})`, async () => {
    const { element, update } = await show('', true)
    for (let length = 1; length <= text.length; length++) {
      await update(text.slice(0, length), true)
      expectInert(element())
    }
    await update(text, false)
    expectInert(element())
    const { element: once } = await show(text)
    const anonymous = (html: string) => html.replaceAll(/_r_[0-9a-z]+_/gu, 'id')
    // Colors of code follow a moment later, in either.
    await expect
      .poll(() => [...once().querySelectorAll('pre'), ...element().querySelectorAll('pre')])
      .toSatisfy((blocks: Element[]) => blocks.every((block) => block.querySelector('[data-token]')))
    await expect
      .poll(() => [once(), element()].map(({ innerHTML }) => anonymous(innerHTML)))
      .toSatisfy(([atOnce, streamed]: string[]) => atOnce === streamed)
    await settle()
    expect(await requests()).toEqual([])
  }, 60_000)

test('X13 names in a text never become names of the page', async () => {
  const names = ['config', '__proto__', 'location', 'constructor', 'hasOwnProperty', 'toString']
  const text = names
    .map(
      (name) =>
        `# ${name}\n\nx[^${name}] <a id="${name}" name="${name}">y</a>\n\n[^${name}]: note of ${name}`,
    )
    .join('\n\n')
  const screen = await render(
    <World>
      <MarkdownView text={text} />
      <MarkdownView text={text} />
    </World>,
  )
  const ids = Array.from(screen.container.querySelectorAll('[id]'), ({ id }) => id)
  expect(ids.length).toBe(2 * names.length)
  expect(new Set(ids).size).toBe(ids.length)
  for (const id of ids) expect(id).toMatch(/^note-/u)
  expect(screen.container.querySelectorAll('[name]')).toHaveLength(0)
  for (const name of names) expect(document.getElementById(name)).toBeNull()
})

test('X13 CHAT-06 footnotes link to their notes', async () => {
  const { element } = await show('a[^b] c[^a] d[^b]\n\n[^a]: second\n\n[^b]: first')
  const targets = Array.from(
    element().querySelectorAll('sup a'),
    (mark) => document.querySelector(mark.getAttribute('href')!)?.textContent,
  )
  expect(targets).toEqual(['first', 'second', 'first'])
})

test('X01 naughty strings are drawn and do nothing', async () => {
  const strings = await fixture('strings/blns.json')
  if (!strings) return
  const { element, update } = await show('')
  for (const text of JSON.parse(strings) as string[]) {
    await update(text, false)
    expectInert(element())
  }
  await settle()
  expect(await requests()).toEqual([])
})

/** Longest time in milliseconds between two frames while `work` runs and until `done`. */
async function longestFrame(work: () => Promise<unknown>, done: () => boolean): Promise<number> {
  let longest = 0
  let last = performance.now()
  let running = true
  const frame = (now: number) => {
    longest = Math.max(longest, now - last)
    last = now
    if (running) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  await work()
  await expect.poll(done, { timeout: 20_000 }).toBe(true)
  running = false
  return longest
}

const monsters: [string, string, (element: HTMLElement) => boolean][] = [
  ['a line of 10 MB', 'word '.repeat(2_000_000), (element) => element.textContent.length >= 99_000],
  [
    'a table of 100,000 rows',
    `| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(100_000)}`,
    (element) => element.querySelectorAll('tr').length >= 100,
  ],
  ['quotes 50,000 deep', `${'>'.repeat(50_000)} x`, (element) => element.textContent.length > 10_000],
  [
    'brackets 50,000 deep',
    `${'['.repeat(50_000)}x${']'.repeat(50_000)}`,
    (element) => element.textContent.length > 50_000,
  ],
  ['emphasis 20,000 deep', `${'*a **b '.repeat(10_000)}`, (element) => element.textContent.length > 10_000],
  [
    'lists 300 deep',
    Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- x`).join('\n'),
    (element) => element.textContent.length > 300,
  ],
  [
    '100,000 lines of code',
    `\`\`\`js\n${'let a = 1\n'.repeat(100_000)}`,
    (element) => element.textContent.length > 90_000,
  ],
]

for (const [name, text, done] of monsters)
  test(`L11 ${name} is capped and the page stays alive`, async () => {
    const { element, update } = await show('x')
    const longest = await longestFrame(
      () => update(text, false),
      () => done(element()),
    )
    expectInert(element())
    expect(element().querySelectorAll('*').length).toBeLessThan(60_000)
    console.info(`${name}: longest frame ${Math.round(longest)} ms`)
  }, 60_000)
