import type { Account, Language, Room } from '@atrium/contract'
import { directionOf } from '@atrium/phrases'
import { AtriumProvider } from '@atrium/ui'
import '@atrium/ui/styles.css'
import { Toasts } from '@atrium/ui/toasts/toasts.tsx'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router'
import { useState } from 'react'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { activeContext } from '../../lib/api/api.ts'
import { QueriesProvider } from '../../lib/queries-provider.tsx'
import { queryClient } from '../../lib/query-client.ts'
import { accountsQuery } from '../../entities/accounts/queries.ts'
import { roomsQuery } from '../../entities/rooms/queries.ts'
import { type BasesPage, firstPage } from '../../entities/files/bases-page.ts'
import { BasesScreen } from './bases-screen.tsx'

type World = {
  account: Account
  rooms: Room[]
  id?: string
  page?: Partial<BasesPage>
  language?: Language
}

/** The page of the first room, or of what `id` names, in an account whose lists are known. */
export async function show({
  account,
  rooms,
  id = rooms[0]?.id ?? account.id,
  page = {},
  language = 'en',
}: World) {
  activeContext.enterAccount(account.id)
  activeContext.enterRoom(rooms[0]?.id ?? null)
  const known = { updatedAt: Date.now() + 3_600_000 }
  queryClient.setQueryData(accountsQuery.queryKey, [account], known)
  queryClient.setQueryData(roomsQuery(account.id).queryKey, rooms, known)
  function Page() {
    const [shown, setShown] = useState<BasesPage>({ ...firstPage, ...page })
    return <BasesScreen id={id} page={shown} onPage={setShown} />
  }
  const root = createRootRoute()
  const here = createRoute({ getParentRoute: () => root, path: '/', component: Page })
  const router = createRouter({
    routeTree: root.addChildren([here]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  const screen = await render(
    <AtriumProvider direction={directionOf(language)} language={language} env="test">
      <QueriesProvider>
        <RouterProvider router={router as never} />
        <Toasts />
      </QueriesProvider>
    </AtriumProvider>,
  )
  const picker = () => document.querySelector('[role=dialog] input[type=file]') as HTMLInputElement
  return { screen, choose: (...files: File[]) => userEvent.upload(picker(), files) }
}
