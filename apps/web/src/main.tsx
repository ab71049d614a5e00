import '@atrium/ui/styles.css'
import './app.css'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followDowntime } from './features/downtime/index.ts'
import { maintenance, session } from './lib/api/api.ts'
import { appConfig, currentAppConfig, pollAppConfig, serverNowMs } from './lib/api/app-config.ts'
import { startPhrases } from './lib/i18n.ts'
import { followInstallOffer } from './lib/device/installing.ts'
import { followForcedLogout } from './lib/session/follow-forced-logout.ts'
import { registerServiceWorker } from './lib/device/service-worker.ts'
import { clearStorage, storedDowntime, storedSignedIn } from './lib/stored.ts'
import { reportWebVitals } from './lib/web-vitals.ts'
import { createAppRouter, followSession } from './router.tsx'

followInstallOffer()
void appConfig()
pollAppConfig()
// Starts during the first paint; callers that need the result await it and handle its failure.
if (session.isLikely()) session.ready().catch(() => {})

const router = createAppRouter()
followSession(router)
followDowntime({
  config: currentAppConfig,
  session: session.state,
  dismissal: storedDowntime,
  nowMs: serverNowMs,
  path: () => location.pathname,
  onMaintenance: () => maintenance.emit(),
})
followForcedLogout({
  config: currentAppConfig,
  session: session.state,
  document,
  clearStorage,
  // A session that began after the forced sign-out continues; the server has ended the others.
  beforeReload: () => storedSignedIn.write(true),
  reload: () => location.reload(),
})

// The first paint stays until a page can replace it. Meanwhile the router resolves redirects.
void Promise.all([window.atriumStyles, startPhrases(), router.load()]).then(() => {
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  )
  reportWebVitals(() => router.state.matches.at(-1)?.fullPath ?? '')
  registerServiceWorker()
})
