import { changeUser } from '@atrium/contract'
import { api, session } from '../../lib/api/api.ts'

/** Stores that the person was welcomed. If that fails, the welcome shows again at the next visit. */
export function keepWelcomed(): void {
  api.call(changeUser, { body: { isWelcomed: true } }).then(
    ({ message }) => session.setUserInfo(message),
    () => {},
  )
}
