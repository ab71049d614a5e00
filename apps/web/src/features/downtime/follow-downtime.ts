import type { AppConfig } from '@atrium/contract'
import type { AuthState } from '../../lib/session/auth-state.ts'
import { createStore, type Store } from '../../lib/store.ts'
import type { storedDowntime } from '../../lib/stored.ts'
import { type DowntimeState, downtimeState } from './downtime-state.ts'

type Ports = {
  config: Pick<Store<AppConfig | null>, 'get' | 'subscribe'>
  session: Pick<Store<AuthState>, 'get' | 'subscribe'>
  dismissal: Pick<typeof storedDowntime, 'key' | 'read' | 'write' | 'remove'>
  nowMs: () => number
  /** The path of the page. */
  path: () => string
  /** Opens the maintenance page. */
  onMaintenance: () => void
}

const nothing: DowntimeState = { phase: 'none' }
/** The downtime as this tab shows it. */
export const downtime = createStore<DowntimeState>(nothing)

/** Timers of browsers overflow above 24 days. */
const maxTimerMs = 3_600_000
/** Where people sign in, and the maintenance page itself. */
const isOutside = (path: string) => /^\/(auth|setup|maintenance)(\/|$)/.test(path)

let dismissCurrent = () => {}
/** Dismisses the dialog of this downtime, in every tab. */
export const dismissDowntime = (): void => dismissCurrent()

/** Keeps `downtime` up to date: with the configuration, the time, the session and the other tabs. */
export function followDowntime(ports: Ports): void {
  const { config, session, dismissal } = ports
  let timer: ReturnType<typeof setTimeout> | undefined
  const settings = () => config.get()?.downtimeSettings ?? null

  function update(): void {
    clearTimeout(timer)
    // Without a configuration nothing is known, so nothing is forgotten.
    if (config.get() === null) return
    const { state, nextMs, isOver } = downtimeState(settings(), ports.nowMs(), dismissal.read()?.id ?? null)
    if (isOver) dismissal.remove()
    if (!isSame(state, downtime.get())) downtime.set(state)
    if (nextMs !== null) timer = setTimeout(update, Math.min(nextMs, maxTimerMs))
    if (state.phase === 'maintenance' && isSentAway(session.get()) && !isOutside(ports.path()))
      ports.onMaintenance()
  }
  dismissCurrent = () => {
    const id = settings()?.notificationId
    if (id !== undefined) dismissal.write({ id })
    update()
  }
  config.subscribe(update)
  session.subscribe(update)
  addEventListener('storage', ({ key }) => key === dismissal.key && update())
  update()
}

const isSame = (one: DowntimeState, other: DowntimeState) => JSON.stringify(one) === JSON.stringify(other)

/** System administrators stay, to end the downtime; of others it is known once their data is loaded. */
function isSentAway(state: AuthState): boolean {
  if (state.status === 'loading') return false
  return state.status === 'unauthenticated' || state.user.info?.isSystemAdmin === false
}
