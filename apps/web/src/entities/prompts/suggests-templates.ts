import { changeUser } from '@atrium/contract'
import { api, session } from '../../lib/api/api.ts'
import { showFailure } from '../../lib/toasts/show-failure.ts'

/** Switches suggestions while typing on or off, on all of the person's devices. Reports failures itself; resolves to whether it succeeded. */
export async function setSuggestsTemplates(suggestsTemplates: boolean): Promise<boolean> {
  try {
    const { message } = await api.call(changeUser, { body: { suggestsTemplates } })
    session.setUserInfo(message)
    return true
  } catch (error) {
    showFailure(error)
    return false
  }
}
