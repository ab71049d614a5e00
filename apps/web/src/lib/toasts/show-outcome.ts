import { errorText } from '../text/error-text.ts'
import { showToast } from './toasts.ts'

/** Awaits a change and shows a toast with its result. Resolves to whether it succeeded. */
export async function showOutcome(change: Promise<unknown>, done: string): Promise<boolean> {
  try {
    await change
  } catch (error) {
    void showToast(errorText(error), 'bad')
    return false
  }
  void showToast(done, 'good')
  return true
}
