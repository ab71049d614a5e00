import { AtriumProvider } from '@atrium/ui'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { openedHelp } from '../../lib/opened-help.ts'
import { createStore, useStore } from '../../lib/store.ts'
import { PaletteHost } from './palette-host.tsx'
import type { PaletteItem } from './use-palette-items.ts'

/** Delays the palette's module until the test releases it. */
const arrival = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock(import('./command-palette.tsx'), async (original) => {
  await arrival.promise
  return original()
})
/** The palette's results, and whether the server is still searching. */
const offered = createStore<{ names: string[]; isSearching: boolean }>({ names: [], isSearching: false })
const opened: string[] = []
vi.mock(import('./use-palette-items.ts'), () => ({
  usePaletteItems: () => {
    const { names, isSearching } = useStore(offered)
    const items = names.map((name): PaletteItem => ({
      key: name,
      name,
      isSearched: true,
      choose: () => void opened.push(name),
    }))
    return { groups: [{ key: 'chats' as const, items }], hasFailed: false, isSearching }
  },
}))

beforeAll(async () => {
  await startPhrases()
  await allPhrases()
})
afterEach(() => {
  openedHelp.set(null)
  offered.set({ names: [], isSearching: false })
  opened.length = 0
})

function Page() {
  return (
    <AtriumProvider direction="ltr" language="en" env="test">
      <PaletteHost />
      <textarea aria-label="Question" />
    </AtriumProvider>
  )
}

test('NAV-13 text typed while the palette first loads is in its field', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory(),
  })
  await render(<RouterProvider router={router} />)
  const question = page.getByLabelText('Question')
  await userEvent.click(question)
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('warx{Backspace}ranty')
  await expect.element(question).toHaveValue('')
  arrival.resolve()
  const field = page.getByRole('combobox')
  await expect.element(field).toHaveValue('warranty')
  await userEvent.keyboard(' 2')
  await expect.element(field).toHaveValue('warranty 2')
})

test('NAV-13 Enter during a search opens the first result of that search, not an earlier one', async () => {
  arrival.resolve()
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory(),
  })
  await render(<RouterProvider router={router} />)
  offered.set({ names: ['Recent chat'], isSearching: true })
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard('light{Enter}')
  await expect.element(page.getByRole('option', { name: 'Recent chat' })).toBeVisible()
  offered.set({ names: [], isSearching: true })
  expect(opened).toEqual([])
  offered.set({ names: ['Lighthouses', 'Highlights'], isSearching: false })
  await expect.poll(() => opened).toEqual(['Lighthouses'])
  await expect.element(page.getByRole('combobox')).not.toBeInTheDocument()
  offered.set({ names: ['Recent chat', 'Older chat'], isSearching: true })
  await userEvent.keyboard('{Control>}k{/Control}')
  await expect.element(page.getByRole('combobox')).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.poll(() => opened).toEqual(['Lighthouses', 'Older chat'])
})
