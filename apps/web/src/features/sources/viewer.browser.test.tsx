import { mintId } from '@atrium/contract'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { openDocument, openedSource, openSource } from '../../entities/files/opened-source.ts'
import { aSource, pdfWith, serveFile, World } from './sources.fixture.tsx'

beforeAll(async () => {
  document.documentElement.lang = 'en'
  await startPhrases()
  await allPhrases()
})
afterEach(() => {
  openedSource.set(null)
  vi.unstubAllGlobals()
})

const world = () =>
  render(
    <World>
      <button type="button">Before</button>
    </World>,
  )

const inView = (element: Element | null) => {
  const { top, bottom } = element?.getBoundingClientRect() ?? { top: -1, bottom: -1 }
  return top >= 0 && bottom <= innerHeight
}

test('KB-06 a text opens at the cited passage, which is highlighted, and scrolling loads the rest', async () => {
  const texts = Array.from({ length: 120 }, (_, index) => ({
    text: index === 0 ? 'Bridges\n\nThe first.' : `Passage ${index} says something.`.repeat(8),
    place: { headings: ['Bridges'] },
  }))
  const { asked } = serveFile({ texts })
  const source = aSource(1, { fileName: 'report.txt', first: 60, last: 61, place: {} })
  const screen = await world()
  openSource(source, [source], null)
  await expect.element(screen.getByText(/^Passage 60 says/)).toBeVisible()
  expect(inView(document.querySelector('[data-cited]'))).toBe(true)
  expect(document.querySelectorAll('[data-cited]')).toHaveLength(2)
  const text = screen.getByRole('group', { name: 'File text' }).element()
  await expect
    .poll(() => {
      text.scrollTop = 0
      return document.body.textContent
    })
    .toContain('The first.')
  await expect.element(screen.getByRole('heading', { name: 'Bridges' })).toBeInTheDocument()
  expect(asked[0]?.searchParams.get('from')).toBe('52')
})

test('KB-07 an image is shown above its recognized text, in which the cited passage is highlighted', async () => {
  const canvas = document.createElement('canvas')
  const url = canvas.toDataURL('image/png')
  const file = { name: 'sign.png', contentType: 'image/png', url }
  serveFile({ ...file, texts: [{ text: 'The ferry sails at seven.', place: {} }] })
  const source = aSource(1, { fileName: 'sign.png', first: 0, last: 0, place: {} })
  const screen = await world()
  openSource(source, [source], null)
  await expect.element(screen.getByRole('img', { name: 'sign.png' })).toBeVisible()
  expect(document.querySelector('[data-cited]')?.textContent).toContain('The ferry sails at seven.')
  openedSource.set(null)
  const state = { status: 'INVALID_INPUT', problem: 'EMPTY', partsDone: 0, partsTotal: null } as const
  serveFile({ ...file, state })
  openDocument(mintId('file'), 'sign.png')
  await expect.element(screen.getByRole('img', { name: 'sign.png' })).toBeVisible()
  await expect.element(screen.getByText(/It contains no text/)).toBeVisible()
})

test('KB-06 a fetched page is formatted with headings, lists and tables; nothing in it runs or loads', async () => {
  serveFile({
    pageUrl: 'https://tea.example/kinds',
    texts: [
      {
        text: 'All about tea\n\n## Kinds\n\n- green\n- black\n\nKind | Minutes\n\ngreen | 2\n\n<img src="https://evil.example/x" onerror="document.title=1"> [a](javascript:alert(1))',
        place: {},
      },
      { text: '### Black\n\nAs it is drunk at four.', place: {} },
    ],
  })
  const source = aSource(1, { fileName: 'All about tea.txt', first: 1, last: 1, place: {} })
  const screen = await world()
  openSource(source, [source], null)
  const text = screen.getByRole('group', { name: 'File text' })
  await expect.element(text.getByRole('heading', { level: 3, name: 'All about tea' })).toBeVisible()
  await expect.element(text.getByRole('heading', { level: 4, name: 'Kinds' })).toBeVisible()
  await expect.element(text.getByRole('heading', { level: 5, name: 'Black' })).toBeVisible()
  expect(text.getByRole('listitem').elements()).toHaveLength(2)
  expect(
    text
      .getByRole('cell')
      .elements()
      .map((cell) => cell.textContent),
  ).toEqual(['Kind', 'Minutes', 'green', '2'])
  expect(text.element().querySelector('img, a, script')).toBeNull()
  await expect.element(text.getByText(/onerror="document/)).toBeVisible()
  expect(document.querySelector('[data-cited]')?.textContent).toContain('As it is drunk at four.')
  await expect
    .element(screen.getByRole('link', { name: 'https://tea.example/kinds' }))
    .toHaveAttribute('rel', 'noopener noreferrer nofollow')
})

test('KB-06 a PDF document opens at the page of the passage, which is highlighted', async () => {
  const lines = ['First page', 'Second page', 'The bridge is 214 metres long.', 'Fourth page', 'Fifth page']
  serveFile(
    {
      name: 'report.pdf',
      texts: lines.map((text, index) => ({ text, place: { page: index + 1 } })),
    },
    pdfWith(lines),
  )
  const source = aSource(1, { first: 2, last: 2 })
  const screen = await world()
  openSource(source, [source], null)
  await expect.poll(() => document.querySelector('mark')?.textContent).toBe('The bridge is 214 metres long.')
  await expect.poll(() => inView(document.querySelector('mark'))).toBe(true)
  await expect.element(screen.getByRole('region', { name: 'page 3' })).toBeVisible()
  await expect.poll(() => darkPixels(document.querySelector('[data-page="3"] canvas'))).toBeGreaterThan(100)
  expect(document.querySelectorAll('[data-page]')).toHaveLength(5)
})

test('KB-06 the cited sentence is highlighted, not the page that its passage fills', async () => {
  const text =
    'The bridge was opened in 1874. It is 214 metres long. Trains pass it at night. Nobody looks at it.'
  serveFile({ name: 'report.pdf', texts: [{ text, place: { page: 1 } }] }, pdfWith([text, 'The end.']))
  const source = aSource(1, { first: 0, last: 0, place: { page: 1 } })
  await world()
  openSource(source, [source], null, { answer: 'Its length is 214 metres [1]. It is old.' })
  await expect.poll(() => document.querySelector('mark')?.textContent).toBe('It is 214 metres long.')
  expect(document.querySelectorAll('mark')).toHaveLength(1)
})

test('KB-06 a PDF with page labels shows both numbers, and either can be entered', async () => {
  const lines = Array.from({ length: 8 }, (_, index) => `Sheet ${index + 1}`)
  const labels = '/PageLabels<</Nums[0<</S/r>>4<</S/D/St 1>>]>>'
  serveFile({ name: 'report.pdf', texts: [{ text: 'x', place: { page: 1 } }] }, pdfWith(lines, labels))
  const screen = await world()
  openDocument(aSource(1).fileId, 'report.pdf')
  const field = screen.getByRole('textbox', { name: 'Page', exact: true })
  const printed = screen.getByRole('textbox', { name: 'Printed page label' })
  await expect.element(field).toHaveValue('1')
  await expect.element(printed).toHaveValue('i')
  await field.fill('4')
  await userEvent.keyboard('{Enter}')
  await expect.element(printed).toHaveValue('iv')
  await printed.fill('3')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('region', { name: 'page 7' })).toBeInViewport()
  await expect.element(field).toHaveValue('7')
  await expect.element(printed).toHaveValue('3')
})

test('KB-06 PDF pages are reached by number and zoomed, by keyboard too', async () => {
  const lines = Array.from({ length: 12 }, (_, index) => `Page of number ${index + 1}`)
  serveFile({ name: 'report.pdf', texts: [{ text: 'x', place: { page: 1 } }] }, pdfWith(lines))
  const screen = await world()
  openDocument(aSource(1).fileId, 'report.pdf')
  const field = screen.getByRole('textbox', { name: 'Page' })
  await expect.element(field).toHaveValue('1')
  await expect.element(screen.getByText('of 12')).toBeVisible()
  await field.fill('9')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('region', { name: 'page 9' })).toBeInViewport()
  await expect.element(field).toHaveValue('9')
  await field.fill('500')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByRole('region', { name: 'page 12' })).toBeInViewport()
  const sheet = () => document.querySelector('[data-page="12"]')?.getBoundingClientRect().width ?? 0
  const usual = sheet()
  await userEvent.click(screen.getByRole('button', { name: 'Larger' }))
  await expect.element(screen.getByText('125%')).toBeVisible()
  await expect.poll(sheet).toBeCloseTo(usual * 1.25, 0)
  await expect.element(screen.getByRole('region', { name: 'page 12' })).toBeInViewport()
  ;(screen.getByRole('group', { name: 'File pages' }).element() as HTMLElement).focus()
  await userEvent.keyboard('--')
  await expect.element(screen.getByText('75%')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Fit width' }))
  await expect.poll(sheet).toBeCloseTo(usual, 0)
})

test('KB-06 in Arabic a table follows the direction of its own text', async () => {
  serveFile({
    texts: [
      { text: 'Kind | Minutes\ngreen | 2', place: {} },
      { text: 'النوع | الدقائق\nأخضر | 2', place: {} },
    ],
  })
  const screen = await render(<World direction="rtl">{null}</World>)
  openDocument(aSource(1).fileId, 'tea.docx')
  await expect.element(screen.getByRole('columnheader', { name: 'Kind' })).toBeVisible()
  const left = (name: string) =>
    screen.getByRole('columnheader', { name }).element().getBoundingClientRect().left
  expect(left('Kind')).toBeLessThan(left('Minutes'))
  expect(left('النوع')).toBeGreaterThan(left('الدقائق'))
})

test('KB-06 an invalid PDF shows advice', async () => {
  serveFile(
    { name: 'report.pdf', texts: [{ text: 'x', place: { page: 1 } }] },
    new TextEncoder().encode('no'),
  )
  const screen = await world()
  openDocument(aSource(1).fileId, 'report.pdf')
  await expect.element(screen.getByText("Couldn't display the pages")).toBeVisible()
})

test('KB-06 a deleted file shows an error', async () => {
  serveFile(null)
  const screen = await world()
  openDocument(aSource(1).fileId, 'report.txt')
  await expect.element(screen.getByText('This file is no longer available.')).toBeVisible()
})

test('KB-06 an unreadable file shows the reason', async () => {
  serveFile({ state: { status: 'INVALID_INPUT', problem: 'PROTECTED', partsDone: 0, partsTotal: null } })
  const screen = await world()
  openDocument(aSource(1).fileId, 'secret.docx')
  await expect
    .element(screen.getByText("It's password-protected. Save a copy without a password and add that."))
    .toBeVisible()
})

test("KB-06 the answer's other sources are one click away, and Escape returns the focus", async () => {
  serveFile({ texts: [{ text: 'Something.', place: {} }] })
  const sources = ['one.txt', 'two.txt', ''].map((fileName, index) =>
    aSource(index + 1, { fileName, first: 0, last: 0, place: {} }),
  )
  const screen = await world()
  const before = screen.getByRole('button', { name: 'Before' })
  await userEvent.click(before)
  if (sources[0]) openSource(sources[0], sources, null)
  await expect.element(screen.getByRole('dialog', { name: 'Source: one.txt' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Next source' }))
  await expect.element(screen.getByRole('dialog', { name: 'Source: two.txt' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Next source' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('[role=dialog]')).toBeNull()
  await expect.element(before).toHaveFocus()
})

test('KB-06 on a phone the viewer fills the window', async () => {
  await page.viewport(390, 780)
  serveFile({ texts: [{ text: 'Something.', place: {} }] })
  const screen = await world()
  openDocument(aSource(1).fileId, `${'a very long name '.repeat(12)}.txt`)
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  const { width, height } = screen.getByRole('dialog').element().getBoundingClientRect()
  expect([width, height]).toEqual([390, 780])
  await expect.element(screen.getByRole('button', { name: 'Close' })).toBeVisible()
})

function darkPixels(canvas: HTMLCanvasElement | null): number {
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
  let count = 0
  for (let at = 0; at < pixels.length; at += 4)
    if ((pixels[at] ?? 255) < 100 && pixels[at + 3] === 255) count++
  return count
}

test('KB-06 in a small text the cited sentence is highlighted, or all of it if none is known', async () => {
  const text = 'The ferry sails at seven. It carries forty cars. Dogs travel free of charge.'
  serveFile({ name: 'ferry.txt', texts: [{ text, place: {} }] })
  const source = aSource(1, { fileName: 'ferry.txt', first: 0, last: 0, place: {} })
  await world()
  const cited = () => document.querySelector<HTMLElement>('[data-cited]')?.dataset['cited']
  const marked = () => [...(CSS.highlights.get('cited') ?? [])].map(String)
  openSource(source, [source], null, { answer: 'The ferry carries forty cars [1].' })
  await expect.poll(cited).toBe('sentences')
  expect(marked()).toEqual(['It carries forty cars'])
  openedSource.set(null)
  openSource(source, [source], null)
  await expect.poll(cited).toBe('whole')
  expect(marked()).toEqual([])
})
