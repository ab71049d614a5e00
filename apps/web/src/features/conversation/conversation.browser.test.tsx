import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { ReasoningFold } from './reasoning-fold.tsx'
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

test('CHAT-06 a diagram that cannot be read shows its source and says so', async () => {
  const { screen } = await show('```mermaid\nthis is no diagram\n```')
  await expect
    .element(screen.getByText('This diagram could not be drawn. Its source is shown instead.'))
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
  await expect.element(screen.getByText('This image could not be loaded here.')).toBeVisible()
  await expect
    .element(screen.getByRole('link', { name: 'Open in a new tab' }))
    .toHaveAttribute('rel', 'noopener noreferrer nofollow')
})

test('CHAT-06 links lead to http, https and mail only, in a new tab', async () => {
  const { element } = await show(
    '[a](https://a.example) [b](mailto:b@c.d) [c](ftp://x.y) [d](/path) [e](javascript:alert(1))',
  )
  const links = Array.from(element().querySelectorAll('a'))
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['https://a.example', 'mailto:b@c.d'])
  expect(links.every((link) => link.target === '_blank' && link.rel === 'noopener noreferrer nofollow')).toBe(
    true,
  )
  expect(element().textContent).toBe('a b c d e')
})

test('CHAT-06 reasoning is folded away until it is asked for', async () => {
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

test('CHAT-06 reasoning that still runs says Thinking...', async () => {
  const screen = await render(
    <World>
      <ReasoningFold text="" streaming />
    </World>,
  )
  await expect.element(screen.getByText('Thinking...')).toBeVisible()
})
