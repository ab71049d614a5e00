import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { openedSource } from '../../entities/files/opened-source.ts'
import { endPreview } from './previewed-source.ts'
import { Answer, aSource, found, serveFile, World } from './sources.fixture.tsx'

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})
afterEach(() => {
  openedSource.set(null)
  endPreview()
  vi.unstubAllGlobals()
})

const show = (text: string, sources = found([aSource(1), aSource(2), aSource(3)]), streaming = false) =>
  render(
    <World>
      <Answer text={text} sources={sources} streaming={streaming} />
    </World>,
  )

const numbersIn = (container: Element) =>
  Array.from(container.querySelectorAll('button[aria-label^="Source"]'), ({ textContent }) => textContent)

test('CHAT-06 source numbers are chips named after file and position, alone, adjacent and combined', async () => {
  const { container, ...screen } = await show('One [1]. Two [1][2]. Three [1, 3].')
  await expect.poll(() => numbersIn(container)).toEqual(['1', '1', '2', '1', '3'])
  const [chip] = screen.getByRole('button', { name: 'Source 1: report.pdf, page 3' }).elements()
  expect(chip?.textContent).toBe('1')
  expect(container.querySelector('p')?.textContent).not.toContain('[')
})

test('CHAT-06 numbers without a source, in code, in formulas and in links stay unchanged', async () => {
  const text =
    'No [9] and [1, 9]. `a[1]` and $x[1]$, [a link [2]](https://example.com).\n\n```\nb[2]\n```\n\n| t |\n|---|\n| cell [2] |'
  const { container } = await show(text)
  await expect.poll(() => numbersIn(container)).toEqual(['2'])
  expect(container.textContent).toContain('No [9] and [1, 9].')
  expect(container.querySelector('code')?.textContent).toBe('a[1]')
  expect(container.querySelector('a')?.textContent).toBe('a link [2]')
})

test('CHAT-06 an answer without sources keeps its brackets', async () => {
  const screen = await render(
    <World>
      <Answer text="The first [1]." sources={null} />
    </World>,
  )
  await expect.element(screen.getByText('The first [1].')).toBeVisible()
})

test('CHAT-06 chips appear while the answer streams, and never half a chip', async () => {
  const sources = found([aSource(1), aSource(12)])
  const { container, rerender } = await show('It is long [1', sources, true)
  await expect.poll(() => container.querySelector('p')?.textContent?.trim()).toBe('It is long')
  await rerender(
    <World>
      <Answer text={'It is long [12] and'} sources={sources} streaming />
    </World>,
  )
  await expect.poll(() => numbersIn(container)).toEqual(['12'])
})

test('CHAT-06 in Arabic a chip is inline in the right-to-left sentence', async () => {
  const screen = await render(
    <World direction="rtl">
      <Answer text="يبلغ طول الجسر ٢١٤ مترا [1، 2]." sources={found([aSource(1), aSource(2)])} />
    </World>,
  )
  await expect.poll(() => numbersIn(screen.container)).toEqual(['1', '2'])
  const paragraph = screen.container.querySelector('p')
  expect(paragraph && getComputedStyle(paragraph).direction).toBe('rtl')
})

test('CHAT-06 keyboard focus on a chip shows its preview, and Escape closes it', async () => {
  const screen = await show('It is long [1].')
  await expect.poll(() => numbersIn(screen.container)).toEqual(['1'])
  await userEvent.keyboard('{Tab}')
  await expect.element(screen.getByText('The bridge is 214 metres long.').first()).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.body.textContent).not.toContain('The bridge is 214 metres long.')
})

test('CHAT-06 clicking a chip opens its file, and hovering shows a preview of its beginning', async () => {
  serveFile(null)
  const screen = await show('It is long [1].')
  const chip = screen.getByRole('button', { name: 'Source 1: report.pdf, page 3' })
  await userEvent.hover(chip)
  await expect.element(screen.getByText('The bridge is 214 metres long.').first()).toBeVisible()
  await userEvent.click(chip)
  await expect.element(screen.getByRole('dialog', { name: 'Source: report.pdf' })).toBeVisible()
})

test('CHAT-06 a source that the reader may not open names a contact, and does not open', async () => {
  const screen = await show('It is long [1].', found([aSource(1, { fileName: '', excerpt: '' })]))
  await userEvent.click(screen.getByRole('button', { name: 'Source 1: hidden' }))
  await expect.element(screen.getByText(/Ask an admin of its room/).first()).toBeVisible()
  expect(openedSource.get()).toBeNull()
})

test('CHAT-06 unsupported sentences are underlined in place, keep their formatting, and are explained', async () => {
  const sources = found([aSource(1)], {
    unsupported: ['It was built in **1874** by [Ada](https://example.com/ada) [1].', 'Nowhere in it.'],
  })
  const { container, ...screen } = await show(
    'It is long [1]. It was built in **1874** by [Ada](https://example.com/ada) [1]. It stands.',
    sources,
  )
  const marked = () =>
    Array.from(
      container.querySelectorAll('[data-hint="Not found in the sources"]'),
      ({ textContent }) => textContent,
    )
  await expect.poll(() => marked().join('')).toBe('It was built in 1874 by Ada')
  await expect
    .element(screen.getByRole('button', { name: /1 source/ }))
    .toHaveTextContent('1 source2 sentences are not found in them')
})

test('KB-06 long lists of uncited sources are collapsed until expanded', async () => {
  const many = found(Array.from({ length: 9 }, (_, index) => aSource(index + 1)))
  const screen = await show('It is long [2].', many)
  await userEvent.click(screen.getByRole('button', { name: '1 source 8 more passages read' }))
  const list = screen.getByRole('list', { name: 'Sources of this answer' })
  await expect.element(list).toBeVisible()
  expect(list.getByRole('listitem').elements()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: '8 more passages read', exact: true }))
  expect(list.getByRole('listitem').elements()).toHaveLength(9)
})

test('KB-06 answers without citations and answers without results show a note', async () => {
  const { rerender, ...screen } = await show('I cannot say.', found([aSource(1), aSource(2)]))
  await expect
    .element(screen.getByRole('button', { name: 'None of the 2 passages read is cited' }))
    .toBeVisible()
  await rerender(
    <World>
      <Answer text="I cannot say." sources={found([])} />
    </World>,
  )
  await expect.element(screen.getByRole('button', { name: 'No sources were found' })).toBeVisible()
})

test('KB-06 the list has cited sources first and shows read and unreadable files', async () => {
  const sources = found(
    [
      aSource(1, { fileName: 'costs.xlsx', place: { sheet: 'Sum', row: 12 } }),
      aSource(2),
      aSource(3, { fileName: '' }),
    ],
    {
      trace: {
        ...found([]).trace,
        passagesFound: 3,
        wholeFiles: [{ fileId: aSource(1).fileId, fileName: 'note.txt' }],
        unreadFiles: [{ fileId: aSource(1).fileId, fileName: 'old.pdf', problem: 'PROTECTED' }],
      },
    },
  )
  const screen = await show('It is long [2].', sources)
  await userEvent.click(screen.getByRole('button', { name: '1 source 2 more passages read' }))
  await expect.element(screen.getByRole('list', { name: 'Sources of this answer' })).toBeVisible()
  const rows = screen
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent ?? '')
  expect(rows[0]).toContain('2PDFreport.pdfpage 3')
  expect(rows[1]).toContain('sheet Sum, row 12not cited')
  expect(rows[2]).toContain('Hidden')
  await userEvent.click(screen.getByText('Search details'))
  await expect.element(screen.getByText('length of the bridge')).toBeVisible()
  await expect.element(screen.getByText('2 files · 40 passages · 3 found')).toBeVisible()
  await expect.element(screen.getByText('note.txt')).toBeVisible()
  await expect
    .element(screen.getByText("It's password-protected. Save a copy without a password and add that."))
    .toBeVisible()
})
