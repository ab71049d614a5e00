import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MarkdownView } from './markdown-view.tsx'
import { ReasoningFold } from './reasoning/reasoning-fold.tsx'
import { show, World } from './testing/show.tsx'

test('CHAT-06 headings, lists, tables and emphasis are drawn as elements', async () => {
  const { screen } = await show('# Title\n\n- one\n- **two**\n\n| a | b |\n|---|---|\n| 1 | 2 |\n')
  await expect.element(screen.getByRole('heading', { name: 'Title', level: 1 })).toBeVisible()
  expect(screen.getByRole('listitem').elements()).toHaveLength(2)
  await expect.element(screen.getByRole('cell', { name: '2' })).toBeVisible()
})

test('CHAT-06 code gets its language, its colours and stays the same text', async () => {
  const code = 'const answer: number = 42 // why\nfunction f() { return `x${answer}` }'
  const { screen, element } = await show(`\`\`\`ts\n${code}\n\`\`\``)
  await expect.element(screen.getByText('TypeScript')).toBeVisible()
  await expect
    .poll(() => element().querySelectorAll('[data-token=keyword]').length, { timeout: 15_000 })
    .toBeGreaterThan(1)
  expect(element().querySelector('pre')?.textContent).toBe(code)
})

test('CHAT-06 mathematics is drawn, prices are not', async () => {
  const { element } = await show(
    'Euler: $e^{i\\pi} = -1$, \\(a+b\\), and\n\n$$\n\\int_0^1 x\\,dx\n$$\n\nIt costs $5 and $10.',
  )
  await expect.poll(() => element().querySelectorAll('.katex').length).toBe(3)
  expect(element().textContent).toContain('It costs $5 and $10.')
})

test('CHAT-06 a formula that cannot be read stays as written', async () => {
  const { element } = await show('A good one: $x^2$. A bad one: $\\notacommand{x}$.')
  await expect.poll(() => element().querySelectorAll('.katex').length).toBe(1)
  expect(element().textContent).toContain('\\notacommand{x}')
})

test('CHAT-06 a diagram is drawn and its source is one click away', async () => {
  const { screen, element } = await show('```mermaid\ngraph TD\n  A[Question] --> B[Answer]\n```')
  await expect
    .poll(() => element().querySelector('[role=img]')?.shadowRoot?.querySelector('svg'), { timeout: 20_000 })
    .toBeTruthy()
  expect(element().querySelector('[role=img]')?.shadowRoot?.textContent).toContain('Question')
  await userEvent.click(screen.getByRole('button', { name: 'Show source' }))
  await expect.element(screen.getByText(/graph TD/)).toBeVisible()
})

test('CHAT-06 an invalid diagram shows an error and its source', async () => {
  const { screen } = await show('```mermaid\nthis is no diagram\n```')
  await expect
    .element(screen.getByText("This diagram couldn't be rendered. Its source is shown instead."))
    .toBeVisible()
  await expect.element(screen.getByText('this is no diagram')).toBeVisible()
})

test('CHAT-06 each block has its own direction, code is left to right', async () => {
  const { element } = await show('مرحبا بالعالم\n\nHello\n\n- عنصر\n\n```js\nx\n```')
  const directions = Array.from(
    element().querySelectorAll('p, li'),
    (block) => getComputedStyle(block).direction,
  )
  expect(directions).toEqual(['rtl', 'ltr', 'rtl'])
  expect(getComputedStyle(element().querySelector('pre')!).direction).toBe('ltr')
})

test('CHAT-06 a remote picture waits for a click and names its host', async () => {
  const { screen, element } = await show('![A cat](https://pictures.example/cat.png?d=secret)')
  await expect.element(screen.getByText('Image from pictures.example')).toBeVisible()
  expect(element().querySelectorAll('img')).toHaveLength(0)
  expect(
    performance.getEntriesByType('resource').filter(({ name }) => name.includes('pictures.example')),
  ).toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Load image' }))
  await expect.element(screen.getByText("This image couldn't be loaded.")).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open in a new tab' }))
    .toHaveAttribute('rel', 'noopener noreferrer nofollow')
})

test('CHAT-06 UI-01 links open http, https, mail, hosts and paths of the site, in a new tab', async () => {
  const { element } = await show(
    '[a](https://a.example) [b](mailto:b@c.d) [c](ftp://x.y) [d](/path) [e](javascript:alert(1)) [f](f.example/g) [h](#h)',
  )
  const links = Array.from(element().querySelectorAll('a'))
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'https://a.example',
    'mailto:b@c.d',
    `${location.origin}/path`,
    'https://f.example/g',
  ])
  expect(links.every((link) => link.target === '_blank' && link.rel === 'noopener noreferrer nofollow')).toBe(
    true,
  )
  expect(element().textContent).toBe('a b c d e f h')
})

test('reasoning is collapsed until expanded', async () => {
  const screen = await render(
    <World>
      <ReasoningFold text="Because *so*." durationMs={12_300} />
    </World>,
  )
  const fold = screen.getByRole('button', { name: 'Thought for 12 seconds' })
  await expect.element(fold).toHaveAttribute('aria-expanded', 'false')
  expect(screen.container.textContent).not.toContain('Because')
  await userEvent.click(fold)
  await expect.element(screen.getByText('Because so.')).toBeVisible()
})

test('CHAT-02 running reasoning shows Thinking...', async () => {
  const screen = await render(
    <World>
      <ReasoningFold text="" streaming />
    </World>,
  )
  await expect.element(screen.getByText('Thinking...')).toBeVisible()
})

test('CHAT-06 a11y: the boxes of a task list are named by their items', async () => {
  const { screen } = await show('- [ ] buy **milk**\n- [x] call $x$\n\n  loose\n  - [ ] inner')
  const boxes = screen.getByRole('checkbox').elements()
  expect(boxes.map((box) => box.getAttribute('aria-label'))).toEqual(['buy milk', 'call x', 'inner'])
})

test("CHAT-06 a11y: headings of a text are below the level of the page's heading", async () => {
  const screen = await render(
    <World>
      <MarkdownView text={'# One\n\n### Three'} headingsBelow={2} />
    </World>,
  )
  await expect.element(screen.getByRole('heading', { name: 'One' })).toHaveAttribute('aria-level', '3')
  await expect.element(screen.getByRole('heading', { name: 'Three' })).toHaveAttribute('aria-level', '5')
})

test('CHAT-06 a11y: what scrolls inside itself can be focused and has a name, and copying too', async () => {
  const { screen } = await show('| a |\n|---|\n| 1 |\n\n```ts\nx\n```\n')
  await expect.element(screen.getByRole('group', { name: 'Table' })).toHaveAttribute('tabindex', '0')
  await expect.element(screen.getByRole('group', { name: 'TypeScript' })).toHaveAttribute('tabindex', '0')
  for (const name of ['Copy table as CSV', 'Copy table as Markdown', 'Copy code'])
    await expect.element(screen.getByRole('button', { name })).toBeVisible()
})

test('L11 a long table is one table: some rows first, more on demand, all of them copied', async () => {
  const { screen, element } = await show(`| a | b |\n|---|---|\n${'| 1 | 2 |\n'.repeat(450)}`)
  await expect.poll(() => element().querySelectorAll('tr').length).toBe(201)
  expect(element().querySelectorAll('table')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Show 200 more rows' }))
  await userEvent.click(screen.getByRole('button', { name: 'Show 50 more rows' }))
  await expect.poll(() => element().querySelectorAll('tr').length).toBe(451)
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  await userEvent.click(screen.getByRole('button', { name: 'Copy table as CSV' }))
  await expect.poll(() => copied[0]?.split('\r\n').length).toBe(451)
})

test('L11 long code keeps its text when rendered and copied by hand', async () => {
  const code = Array.from({ length: 350 }, (_, line) => (line % 7 ? `let a${line} = ${line}` : '')).join('\n')
  const { element } = await show(`\`\`\`js\n${code}\n\`\`\``)
  const pre = element().querySelector('pre') as HTMLElement
  expect(pre.textContent).toBe(code)
  getSelection()?.selectAllChildren(pre)
  expect(getSelection()?.toString()).toBe(code)
  getSelection()?.removeAllRanges()
})

test('CHAT-06 a text that arrives in a lump while it streams is drawn in steps, each the beginning of the next', async () => {
  const words = Array.from({ length: 400 }, (_, index) => `word${index}`).join(' ')
  const { element, update } = await show('', true)
  const seen = new Set<string>()
  const observer = new MutationObserver(() => seen.add(element().textContent))
  observer.observe(element(), { childList: true, subtree: true, characterData: true })
  await update(words, true)
  await expect.poll(() => element().textContent, { timeout: 15_000 }).toBe(words)
  observer.disconnect()
  const states = [...seen]
  expect(states.length).toBeGreaterThan(3)
  for (const [index, state] of states.entries()) expect(states[index + 1] ?? words).toContain(state)
})

test('CHAT-06 a link whose text names another host shows its real host, and opening it needs one confirmation', async () => {
  const open = vi.spyOn(window, 'open').mockReturnValue(null)
  const { screen, element } = await show('Go to [https://bank.example](https://other.example/login) now.')
  await expect.element(screen.getByText('(other.example)')).toBeVisible()
  await userEvent.click(screen.getByRole('link', { name: 'https://bank.example' }))
  const dialog = screen.getByRole('dialog', { name: 'Open other.example?' })
  await expect.element(dialog).toBeVisible()
  // The answer that has the focus leaves everything as it is.
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  expect(open).not.toHaveBeenCalled()
  await userEvent.click(screen.getByRole('link', { name: 'https://bank.example' }))
  await expect.element(dialog).toBeVisible()
  await userEvent.keyboard('{Tab}{Enter}')
  expect(open).toHaveBeenCalledWith('https://other.example/login', '_blank', 'noopener,noreferrer')
  await expect.poll(() => screen.getByRole('dialog').elements()).toHaveLength(0)
  // From now on it is a link like any other.
  const link = element().querySelector('a')
  const opened = new Promise<boolean>((resolve) => {
    window.addEventListener('click', (event) => (resolve(!event.defaultPrevented), event.preventDefault()), {
      once: true,
    })
  })
  link?.click()
  expect(await opened).toBe(true)
  open.mockRestore()
})

test('CHAT-06 code wraps its lines and is downloaded under its ending', async () => {
  const { screen, element } = await show(`\`\`\`python\nprint("${'long '.repeat(100)}")\n\`\`\``)
  const code = () => element().querySelector('pre') as HTMLElement
  expect(code().scrollWidth).toBeGreaterThan(code().clientWidth)
  await userEvent.click(screen.getByRole('button', { name: 'Wrap lines' }))
  await expect.poll(() => code().scrollWidth).toBe(code().clientWidth)
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  const names: string[] = []
  await userEvent.click(screen.getByRole('button', { name: 'Download code' }))
  expect(names).toEqual(['code.py'])
  saved.mockRestore()
})

test('CHAT-06 the text of a task is beside its checkbox', async () => {
  const { element } = await show(`- [ ] ${'many words '.repeat(60)}\n- [x] done`)
  const item = element().querySelector('li') as HTMLElement
  const words = document.createRange()
  words.selectNodeContents(item.lastChild as Node)
  const lines = [...words.getClientRects()].map(({ left }) => Math.round(left))
  expect(lines.length).toBeGreaterThan(1)
  const box = item.querySelector('input')?.getBoundingClientRect() as DOMRect
  expect(Math.max(...lines) - Math.min(...lines)).toBeLessThanOrEqual(6)
  expect(Math.min(...lines)).toBeGreaterThanOrEqual(Math.floor(box.right))
})

test('CHAT-06 the end of a text that stays undecided shows after a moment', async () => {
  const { element } = await show('so *', true)
  expect(element().textContent).not.toContain('*')
  await expect.poll(() => element().textContent).toContain('*')
})
