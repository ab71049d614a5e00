import { createStore } from '../store.ts'
import { translate } from '../translate.ts'

/** Whether a toast was ever shown on this page. */
export const toasts = createStore(false)

/** Shows toasts: at most five at once, five seconds each, no duplicates (UI-01). */
export async function showToast(
  message: string,
  tone: 'plain' | 'good' | 'warning' | 'bad' = 'plain',
): Promise<void> {
  toasts.set(true)
  const { toast } = await import('@atrium/ui/components/toasts.tsx')
  toast({ message, tone, closeLabel: translate('action.close') })
}
