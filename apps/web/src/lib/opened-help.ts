import { createStore } from './store.ts'

/** The open keyboard helper: the command palette or the list of shortcuts. */
export const openedHelp = createStore<'palette' | 'shortcuts' | null>(null)

/** Opens the list of shortcuts from anywhere. */
export const openShortcuts = (): void => openedHelp.set('shortcuts')
