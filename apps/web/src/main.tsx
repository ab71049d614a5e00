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
// Starts during the first paint; callers that need the result await it and handle its failure.
if (session.isLikely()) session.ready().catch(() => {})

const router = createAppRouter()
followSession(router)

// The first paint stays until a page can replace it. Meanwhile the router resolves redirects.
void Promise.all([window.atriumStyles, startPhrases(), router.load()]).then(() => {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
})
