import { changeUser, type UserChanges } from '@atrium/contract'
import type { z } from 'zod'
import { api, session } from '../../lib/api.ts'

/**
 * Takes a choice of look or language along to the user's other devices. This browser has kept it already, so a failure
 * is not worth a word.
 */
export function keepForUser(changes: z.input<typeof UserChanges>): void {
  if (session.state.get().status !== 'authenticated') return
  api.call(changeUser, { body: changes }).then(
    ({ message }) => session.tellUserInfo(message),
    () => {},
  )
}
