import { changeUser } from '@atrium/contract'
import { api, session } from '../../lib/api/api.ts'
import { showFailure } from '../../lib/toasts/show-error.ts'
import { translate } from '../../lib/translate.ts'

/** Switches suggestions while typing on or off, on all of the person's devices; off offers Undo. Reports failures itself. */
export async function setSuggestsTemplates(suggestsTemplates: boolean): Promise<void> {
  try {
    const { message } = await api.call(changeUser, { body: { suggestsTemplates } })
    session.setUserInfo(message)
  } catch (error) {
    showFailure(error)
    return
  }
  if (suggestsTemplates) return
  const { showUndoToast } = await import('../../lib/toasts/undo-toast.ts')
  showUndoToast({
    id: 'suggestions off',
    message: translate('composing:templates.offNow'),
    onUndo: () => void setSuggestsTemplates(true),
  })
}
