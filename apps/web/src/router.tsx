import { createRouter } from '@tanstack/react-router'
import { maintenance, session, activeContext } from './lib/api/api.ts'
import { forgetKeptChats, forgetUser } from './lib/stored.ts'
import { FailedPage, NotFoundPage } from './features/pages/index.ts'
import { routeTree } from './routeTree.gen.ts'

export function createAppRouter() {
  return createRouter({
    routeTree,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultPendingMs: 300,
    defaultPendingMinMs: 0,
    scrollRestoration: true,
    defaultNotFoundComponent: NotFoundPage,
    defaultErrorComponent: FailedPage,
  })
}

export type AppRouter = ReturnType<typeof createAppRouter>

/** The previous location, as a path of this site. */
const here = (router: AppRouter) => router.history.location.href

/** Redirects after a change of the session or of the service. */
export function followSession(router: AppRouter): void {
  session.ended.listen(({ byUser }) => {
    activeContext.leave()
    // Afterwards nobody can open a chat in this browser, with or without a connection.
    forgetKeptChats()
    if (byUser) {
      forgetUser()
      void router.navigate({ to: '/' })
    } else void router.navigate({ to: '/auth/login', search: { returnTo: here(router) } })
  })
  maintenance.listen(() => {
    if (!here(router).startsWith('/maintenance'))
      void router.navigate({ to: '/maintenance', search: { returnTo: here(router) } })
  })
}

declare module '@tanstack/react-router' {
  interface Register {
    router: AppRouter
  }
}
