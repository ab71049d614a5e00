import type { UserChanges, UserId } from '@atrium/contract'
import type { z } from 'zod'
import { fail } from '../platform/failure.ts'
import { addressOfPicture, erasePicturesTakenOff } from './picture/pictures.ts'
import type { UserPorts } from './ports.ts'

/**
 * Changes what a person may change about themselves. The account that opens after sign-in must be one of theirs, a picture one
 * that they uploaded.
 */
export async function changeUser(
  ports: UserPorts,
  userId: UserId,
  changes: z.output<typeof UserChanges>,
): Promise<void> {
  const { recent_workspace: recentAccountId, profilePicture, ...rest } = changes
  if (rest.timeZone !== undefined && !isTimeZone(rest.timeZone))
    fail('INVALID_INPUT', { issues: [{ path: 'body.timeZone', message: 'This is not a known time zone.' }] })
  if (recentAccountId !== undefined && (await ports.roleIn(recentAccountId, userId)) === null)
    fail('NOT_A_MEMBER')
  const picture = profilePicture && (await addressOfPicture(ports, userId, profilePicture))
  await ports.identity.changePerson(userId, { ...rest, picture, recentAccountId })
  if (picture !== undefined) await erasePicturesTakenOff(ports, userId)
}

/** Whether it is a name of the IANA time zone database, such as Asia/Ho_Chi_Minh; links such as Asia/Saigon count. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    // RangeError is how Intl says no.
    return false
  }
}
