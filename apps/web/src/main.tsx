import '@atrium/ui/styles.css'
import './app.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from './lib/api/api.ts'
import { appConfig } from './lib/api/app-config.ts'
import { startPhrases } from './lib/i18n.ts'
import { createAppRouter, followSession } from './router.tsx'

void appConfig()
// Starts while the first page is drawn; who needs the answer waits for it, and hears of a failure.
if (session.isLikely()) session.ready().catch(() => {})

const router = createAppRouter()
followSession(router)

// What the page's head has drawn stands until there is a page to put in its place. Where the route leads is found out meanwhile.
void Promise.all([window.atriumStyles, startPhrases(), router.load()]).then(() => {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
})
