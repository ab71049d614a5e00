import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { CardItem, CardList } from '@atrium/ui/lists/card-list.tsx'
import { ListStates } from '@atrium/ui/lists/list-states.tsx'
import { CardRow, ColumnHead, ListTable, SortHead } from '@atrium/ui/lists/list-table.tsx'
import { Pager } from '@atrium/ui/lists/pager.tsx'
import { SearchField } from '@atrium/ui/lists/search-field.tsx'
import { SortField } from '@atrium/ui/lists/sort-field.tsx'
import { type ComponentPropsWithRef, type ReactNode, useState } from 'react'
import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'

const shown = (children: ReactNode) => (
  <AtriumProvider direction="ltr" language="en" env="test">
    {children}
  </AtriumProvider>
)

function SearchedList({ onSearch }: { onSearch: (search: string) => void }) {
  const [search, setSearch] = useState('')
  const change = (wanted: string) => {
    onSearch(wanted)
    setSearch(wanted)
  }
  return (
    <>
      <SearchField label="Find" search={search} onSearch={change} maxLength={8} clearLabel="Clear" />
      <button type="button" onClick={() => setSearch('back')}>
        Go back
      </button>
    </>
  )
}

test('a list is searched once typing pauses, without the spaces around the text, and follows the address', async () => {
  const onSearch = vi.fn()
  const screen = await render(shown(<SearchedList onSearch={onSearch} />))
  const field = screen.getByRole('searchbox', { name: 'Find' })
  await userEvent.type(field, ' tea leaves')
  await expect.poll(() => onSearch.mock.calls).toEqual([['tea lea']])
  await expect.element(field).toHaveValue(' tea lea')
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(onSearch).toHaveBeenLastCalledWith('')
  await expect.element(field).toHaveFocus()
  await expect.element(screen.getByRole('button', { name: 'Clear' })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Go back' }))
  await expect.element(field).toHaveValue('back')
  expect(onSearch).toHaveBeenCalledTimes(2)
})

const words = { label: 'Pages', previous: 'Previous', next: 'Next', place: 'here' }

test('a pager leads to the neighbours of a page and not beyond the ends', async () => {
  const onPage = vi.fn()
  const screen = await render(shown(<Pager page={1} total={2} words={words} onPage={onPage} />))
  await expect.element(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(onPage).toHaveBeenLastCalledWith(2)
  await screen.rerender(shown(<Pager page={2} total={2} words={words} onPage={onPage} />))
  await expect.element(screen.getByRole('button', { name: 'Next' })).toBeDisabled()
  await screen.rerender(shown(<Pager page={7} total={2} words={words} onPage={onPage} />))
  await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
  expect(onPage).toHaveBeenLastCalledWith(2)
  await screen.rerender(shown(<Pager page={1} total={1} words={words} onPage={onPage} />))
  await expect.element(screen.getByRole('navigation')).not.toBeInTheDocument()
})

test('a pager of links has their addresses, and a disabled button at an end', async () => {
  const link = (number: number, { children, ...props }: ComponentPropsWithRef<'a'>) => (
    <a {...props} href={`#${number}`}>
      {children}
    </a>
  )
  const screen = await render(shown(<Pager page={1} total={3} words={words} renderLink={link} />))
  await expect.element(screen.getByRole('link', { name: 'Next' })).toHaveAttribute('href', '#2')
  await expect.element(screen.getByRole('button', { name: 'Previous' })).toBeDisabled()
  await screen.rerender(shown(<Pager page={2} total={3} words={words} renderLink={link} />))
  await expect.element(screen.getByRole('link', { name: 'Previous' })).toHaveAttribute('href', '#1')
})

test('NAV-12 a list shows its skeleton, then its failure, then its rows, which stay when a reload fails', async () => {
  const states = (query: { data: string | undefined; isError: boolean }) =>
    shown(
      <ListStates query={query} skeleton={<p>loading</p>} failure={<p>failed</p>}>
        {(row) => <p>{row}</p>}
      </ListStates>,
    )
  const screen = await render(states({ data: undefined, isError: false }))
  await expect.element(screen.getByText('loading')).toBeVisible()
  await screen.rerender(states({ data: undefined, isError: true }))
  await expect.element(screen.getByText('failed')).toBeVisible()
  await screen.rerender(states({ data: 'a row', isError: false }))
  await expect.element(screen.getByText('a row')).toBeVisible()
  await screen.rerender(states({ data: 'a row', isError: true }))
  await expect.element(screen.getByText('a row')).toBeVisible()
  await expect.element(screen.getByText('failed')).not.toBeInTheDocument()
})

function SortedTable({ onSort }: { onSort: () => void }) {
  return (
    <ListTable
      label="People"
      isStale
      head={
        <>
          <SortHead order="desc" onSort={onSort}>
            Name
          </SortHead>
          <SortHead order={null} onSort={onSort}>
            Joined
          </SortHead>
          <ColumnHead isHidden>Actions</ColumnHead>
        </>
      }
    >
      <tbody>
        <CardRow name="Ada" menu={<button type="button">Options</button>}>
          <td data-label="Joined">May</td>
        </CardRow>
      </tbody>
    </ListTable>
  )
}

test('a table says by which column it is sorted and sorts by the pressed one', async () => {
  await page.viewport(1280, 800)
  const onSort = vi.fn()
  const screen = await render(shown(<SortedTable onSort={onSort} />))
  const head = (name: string) => screen.getByRole('columnheader', { name })
  await expect.element(head('Name')).toHaveAttribute('aria-sort', 'descending')
  await expect.element(head('Joined')).toHaveAttribute('aria-sort', 'none')
  await expect.element(head('Actions')).toBeInTheDocument()
  await expect.element(screen.getByRole('table', { name: 'People' })).toHaveAttribute('aria-busy', 'true')
  await userEvent.click(screen.getByRole('button', { name: 'Joined' }))
  expect(onSort).toHaveBeenCalledOnce()
})

test('on a phone a row is a card: its name and menu above, then a line with the name of each cell', async () => {
  await page.viewport(390, 800)
  const screen = await render(shown(<SortedTable onSort={() => {}} />))
  const cell = screen.getByText('May').element()
  expect(getComputedStyle(cell, '::before').content).toBe('"Joined"')
  const name = screen.getByText('Ada').element().getBoundingClientRect()
  const menu = screen.getByRole('button', { name: 'Options' }).element().getBoundingClientRect()
  expect(cell.getBoundingClientRect().top).toBeGreaterThanOrEqual(name.bottom)
  expect(menu.top).toBeLessThan(name.bottom)
  expect(menu.left).toBeGreaterThan(name.left)
  await expect.element(screen.getByText('Name')).not.toBeVisible()
})

test('the order of a table can be chosen on a phone, where it has no heads', async () => {
  const onSort = vi.fn()
  const sorts = [
    { name: 'newest', label: 'Newest first' },
    { name: 'oldest', label: 'Oldest first' },
  ] as const
  await page.viewport(390, 800)
  const screen = await render(
    shown(<SortField onlyOnPhones label="Order" sorts={sorts} sort="newest" onSort={onSort} />),
  )
  const field = screen.getByRole('combobox', { name: 'Order' })
  await expect.element(field).toHaveValue('Newest first')
  await userEvent.click(field)
  await userEvent.click(screen.getByRole('option', { name: 'Oldest first' }))
  expect(onSort).toHaveBeenCalledWith('oldest')
  await page.viewport(1280, 800)
  await expect.element(field).not.toBeInTheDocument()
})

test('a press anywhere on an item opens it, a press on its tools does not', async () => {
  const [onOpen, onTool] = [vi.fn(), vi.fn()]
  const screen = await render(
    shown(
      <CardList label="Bases" isStale={false}>
        <CardItem
          title="Handbook"
          onOpen={onOpen}
          description="All rules"
          tools={
            <button type="button" onClick={onTool}>
              Options
            </button>
          }
        />
      </CardList>,
    ),
  )
  await userEvent.click(screen.getByRole('listitem'), { position: { x: 4, y: 4 } })
  expect(onOpen).toHaveBeenCalledOnce()
  await userEvent.click(screen.getByRole('button', { name: 'Options' }))
  expect(onTool).toHaveBeenCalledOnce()
  expect(onOpen).toHaveBeenCalledOnce()
})
