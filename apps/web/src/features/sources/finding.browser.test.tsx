import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { openDocument, openedSource } from '../../entities/files/opened-source.ts'
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

/** The highlighted current match in the text. */
const shownMark = () => [...(CSS.highlights.get('found-shown') ?? [])].map(String).join()

test('KB-06 search in a text finds near and distant matches, marks them, and steps through them by keyboard', async () => {
  const texts = Array.from({ length: 200 }, (_, index) => ({
    text: `Passage ${index}. ${'It says something. '.repeat(12)}${index % 150 === 20 ? 'Here is a Xylophone.' : ''}`,
    place: {},
  }))
  serveFile({ texts })
  const screen = await world()
  openDocument(aSource(1).fileId, 'report.txt')
  await expect.element(screen.getByText(/^Passage 0\./)).toBeVisible()
  await userEvent.click(screen.getByText(/^Passage 0\./))
  await userEvent.keyboard('{Control>}f{/Control}')
  const field = screen.getByRole('searchbox', { name: 'Find in the file' })
  await expect.element(field).toHaveFocus()
  await field.fill('xylophone')
  await expect.element(screen.getByText('1 of 2')).toBeVisible()
  await expect.poll(shownMark).toBe('Xylophone')
  await expect.poll(() => inView(document.querySelector('[data-position="20"]'))).toBe(true)
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('2 of 2')).toBeVisible()
  await expect.poll(() => inView(document.querySelector('[data-position="170"]'))).toBe(true)
  await expect.poll(shownMark).toBe('Xylophone')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => inView(document.querySelector('[data-position="20"]'))).toBe(true)
  await field.fill('zebra')
  await expect.element(screen.getByText('Not found')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Next match' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await expect.element(field).not.toBeInTheDocument()
  expect(shownMark()).toBe('')
  await expect.element(screen.getByRole('dialog')).toBeVisible()
})

test('KB-06 search finds rows of another sheet, and words on a PDF page', async () => {
  const things = Array.from({ length: 300 }, (_, index) => ({
    text: `Id | Name\n${index} | Thing`,
    place: { sheet: 'Things', row: index + 2 },
  }))
  serveFile({
    texts: [
      ...things,
      { text: 'Id | Name\n7 | Xylophone', place: { sheet: 'Music', row: 2 } },
      { text: 'Id | Name\n8 | Drum', place: { sheet: 'Music', row: 3 } },
    ],
  })
  const screen = await world()
  openDocument(aSource(1).fileId, 'things.xlsx')
  await userEvent.click(screen.getByRole('button', { name: 'Find in the file' }))
  await screen.getByRole('searchbox').fill('xylo')
  await expect.element(screen.getByRole('tab', { name: 'Music' })).toHaveAttribute('aria-selected', 'true')
  await expect.poll(shownMark).toBe('Xylo')
  await screen.getByRole('searchbox').fill('250 | thing')
  await expect.element(screen.getByRole('tab', { name: 'Things' })).toHaveAttribute('aria-selected', 'true')
  await expect.element(screen.getByRole('cell', { name: '250' })).toBeInViewport()
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))

  const lines = Array.from({ length: 9 }, (_, index) =>
    index === 6 ? 'A xylophone here' : `Page ${index + 1}`,
  )
  serveFile(
    { name: 'report.pdf', texts: lines.map((text, index) => ({ text, place: { page: index + 1 } })) },
    pdfWith(lines),
  )
  openDocument(aSource(2).fileId, 'report.pdf')
  await userEvent.click(screen.getByRole('button', { name: 'Find in the file' }))
  await screen.getByRole('searchbox').fill('xylophone')
  await expect.poll(() => document.querySelector('[data-page="7"] mark')?.textContent).toBe('xylophone')
  await expect.poll(() => inView(document.querySelector('[data-page="7"] mark'))).toBe(true)
})
