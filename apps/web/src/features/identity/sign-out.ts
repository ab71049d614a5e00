import { translate } from '../../lib/translate.ts'
import { session } from '../../lib/api/api.ts'
import { showToast } from '../../lib/toasts/toasts.ts'

/** Signs out here or everywhere. Reports a failure to reach the server; this browser is signed out in any case. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  const isDone = await session.signOut({ everywhere })
  if (!isDone) await showToast(translate('shell:user.signOutFailed'), 'bad')
}
