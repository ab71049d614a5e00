import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { refusal } from '../../lib/scripted-server.fixture.ts'
import { openDocument, openedSource, openSource } from '../../entities/files/opened-source.ts'
import { aSource, serveFile, World } from './sources.fixture.tsx'

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

test('KB-06 the sheets of a file are tabs; rows are below their heading row with their numbers, the cited ones highlighted', async () => {
  serveFile({
    texts: [
      { text: 'Costs', place: { sheet: 'Costs', headings: ['Costs'] } },
      { text: 'Item | Price\nBolt | 2\n\nNut | 3', place: { sheet: 'Costs', row: 2 } },
      { text: 'Item | Price\nGear | 40\nChain | 50', place: { sheet: 'Costs', row: 5 } },
      { text: 'Month | Days\nMay | 31', place: { sheet: 'Time', row: 2 } },
    ],
  })
  const source = aSource(2, { fileName: 'costs.xlsx', first: 2, last: 2, place: { sheet: 'Costs', row: 5 } })
  const screen = await world()
  openSource(source, [source], null)
  const table = screen.getByRole('table', { name: 'Costs' })
  await expect.element(table.getByText('Chain')).toBeVisible()
  const rows = Array.from(document.querySelectorAll('tr[data-cited]'), ({ textContent }) => textContent)
  expect(rows).toEqual(['5 Cited:Gear40', '6 Cited:Chain50'])
  expect(
    table
      .getByRole('rowheader')
      .elements()
      .map(({ textContent }) => textContent?.split(' ')[0]),
  ).toEqual(['2', '4', '5', '6'])
  expect(screen.getByRole('columnheader', { name: 'Price' }).elements()).toHaveLength(1)
  await expect.element(screen.getByRole('tab', { name: 'Costs' })).toHaveAttribute('aria-selected', 'true')
  await userEvent.click(screen.getByRole('tab', { name: 'Costs' }))
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(screen.getByRole('table', { name: 'Time' }).getByText('May')).toBeVisible()
  await expect.element(screen.getByText('Gear')).not.toBeInTheDocument()
})

test('KB-06 of 100,000 rows only those near the cited one are rendered, and scrolling reaches the first and last', async () => {
  const rowsEach = 20
  const texts = Array.from({ length: 5000 }, (_, index) => ({
    text: `Id | Name\n${Array.from({ length: rowsEach }, (_row, row) => `${index * rowsEach + row + 2} | Thing`).join('\n')}`,
    place: { row: index * rowsEach + 2 },
  }))
  const { asked } = serveFile({ texts })
  const source = aSource(1, { fileName: 'things.csv', first: 2500, last: 2500, place: { row: 50_002 } })
  const screen = await world()
  openSource(source, [source], null)
  const cell = (id: number) => screen.getByRole('cell', { name: String(id), exact: true })
  await expect.element(cell(50_002)).toBeVisible()
  await expect.poll(() => inView(cell(50_002).element())).toBe(true)
  await expect.element(cell(50_001)).toBeInTheDocument()
  expect(document.querySelectorAll('tr').length).toBeLessThan(200)
  const scroller = screen.getByRole('group', { name: 'File rows' }).element()
  const header = () =>
    screen.getByRole('columnheader', { name: 'Name' }).element().getBoundingClientRect().top
  const top = header()
  scroller.scrollTop = 0
  await expect.element(cell(2)).toBeVisible()
  expect(header()).toBe(top)
  await expect
    .poll(() => {
      scroller.scrollTop = scroller.scrollHeight
      return cell(100_001).elements().length
    })
    .toBe(1)
  expect(header()).toBe(top)
  expect(document.querySelectorAll('tr').length).toBeLessThan(200)
  expect(asked.length).toBeLessThan(15)
})

test('KB-06 rows that failed to load are requested again', async () => {
  const texts = Array.from({ length: 3 }, (_, index) => ({ text: `Id\n${index}`, place: { row: index + 2 } }))
  serveFile({ texts })
  const served = fetch
  let isBroken = true
  vi.stubGlobal('fetch', async (given: RequestInfo | URL, options?: RequestInit) => {
    const url = given instanceof Request ? given.url : String(given)
    if (isBroken && url.includes('count=40')) return refusal('NOT_FOUND', 404)
    return await served(given, options)
  })
  const screen = await world()
  openDocument(aSource(1).fileId, 'things.csv')
  await expect.element(screen.getByText("Some rows couldn't be loaded.")).toBeVisible()
  isBroken = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await expect.element(screen.getByRole('cell', { name: '2' })).toBeVisible()
})
