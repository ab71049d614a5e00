import i18next from 'i18next'
import { session } from '../../lib/api.ts'
import { showToast } from '../../lib/toasts.ts'

/** Signs out here or everywhere. What the server could not be told of is told; this browser is signed out in any case. */
export async function signOut({ everywhere = false } = {}): Promise<void> {
  const heard = await session.signOut({ everywhere })
  if (!heard) await showToast(i18next.t('shell:user.signOutFailed'), 'bad')
}
