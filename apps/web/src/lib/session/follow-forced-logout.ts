import type { AppConfig } from '@atrium/contract'
import type { Store } from '../store.ts'
import type { AuthState } from './auth-state.ts'
import { clearCookies, nextForcedLogout, readMark, writeMark } from './forced-logout.ts'

const delayMs = 1000

type Ports = {
  config: Pick<Store<AppConfig | null>, 'get' | 'subscribe'>
  session: Pick<Store<AuthState>, 'get' | 'subscribe'>
  document: { cookie: string }
  /** Deletes what the browser keeps, except cookies. */
  clearStorage: () => void
  /** Writes what the reloaded page needs. */
  beforeReload: () => void
  reload: () => void
}

/** Carries out forced sign-outs in this tab. The server ends the sessions; this clears the browser's data. */
export function followForcedLogout(ports: Ports): void {
  const update = () => {
    const config = ports.config.get()
    if (config === null) return
    const isAuthenticated = ports.session.get().status === 'authenticated'
    const step = nextForcedLogout(config.forceLogoutCookieSettings, readMark(ports.document), isAuthenticated)
    if (step.mark !== undefined) writeMark(ports.document, step.mark)
    if (!step.clears) return
    setTimeout(() => {
      ports.clearStorage()
      clearCookies(ports.document)
      ports.beforeReload()
      ports.reload()
    }, delayMs)
  }
  ports.config.subscribe(update)
  ports.session.subscribe(update)
  update()
}
