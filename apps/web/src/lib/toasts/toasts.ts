import type { ToastAction } from '@atrium/ui/toasts/toasts.tsx'
import { createStore } from '../store.ts'
import { translate } from '../translate.ts'

/** Whether a toast was ever shown on this page. */
export const toasts = createStore(false)

type Tone = 'plain' | 'good' | 'warning' | 'bad'

/** Shows toasts: at most five at once, five seconds each, no duplicates (UI-01). */
export const showToast = (message: string, tone: Tone = 'plain'): Promise<void> => show({ message, tone })

/** Shows a toast with a button, for eight seconds; replaces the one with the same id. */
export const showActionToast = (id: string, message: string, action: ToastAction): Promise<void> =>
  show({ id, message, action })

async function show(wanted: {
  message: string
  tone?: Tone
  id?: string
  action?: ToastAction
}): Promise<void> {
  toasts.set(true)
  const { toast } = await import('@atrium/ui/toasts/toasts.tsx')
  toast({ ...wanted, closeLabel: translate('action.close') })
}
