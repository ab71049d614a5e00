import { AtriumProvider } from '@atrium/ui'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { allPhrases, startPhrases } from '../../lib/i18n.ts'
import { openedHelp } from '../../lib/opened-help.ts'
import { PaletteHost } from './palette-host.tsx'

/** The palette's file is on its way until the test lets it arrive. */
const arrival = vi.hoisted(() => Promise.withResolvers<void>())
vi.mock(import('./command-palette.tsx'), async (original) => {
  await arrival.promise
  return original()
})
vi.mock(import('./use-palette-items.ts'), () => ({
  usePaletteItems: () => ({ groups: [], hasFailed: false, isSearching: false }),
}))

beforeAll(async () => {
  await startPhrases()
  await allPhrases()
})
afterEach(() => openedHelp.set(null))

function Page() {
  return (
    <AtriumProvider direction="ltr" language="en" env="test">
      <PaletteHost />
      <textarea aria-label="Question" />
    </AtriumProvider>
  )
}

test('NAV-13 what is typed while the palette loads for the first time stands in its field', async () => {
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
