import { errorText } from '../../lib/error-text.ts'
import { showToast } from '../../lib/toasts.ts'

/** Waits for a change and tells in passing that it is done, or why not. Resolves to whether it is. */
export async function tellOutcome(change: Promise<unknown>, done: string): Promise<boolean> {
  try {
    await change
  } catch (error) {
    void showToast(errorText(error), 'bad')
    return false
  }
  void showToast(done, 'good')
  return true
}
