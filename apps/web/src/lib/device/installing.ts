import { createStore } from '../store.ts'

/** Chromium's event, which no type library has: the page may be installed as an app. */
type InstallEvent = Event & { prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }> }

/** The browser's offer to install the app; null where it makes none. */
export const installOffer = createStore<InstallEvent | null>(null)

const isInstallEvent = (event: Event): event is InstallEvent => 'prompt' in event

/** Keeps the browser's offer for the profile page instead of a banner that nobody asked for. */
export function followInstallOffer(): void {
  addEventListener('beforeinstallprompt', (event) => {
    if (!isInstallEvent(event)) return
    event.preventDefault()
    installOffer.set(event)
  })
  addEventListener('appinstalled', () => installOffer.set(null))
}

export const isInstalled = (): boolean => matchMedia('(display-mode: standalone)').matches
