import type { UserChanges, UserId } from '@atrium/contract'
import type { z } from 'zod'
import { accountsOf, looksLikeMember } from '../accounts/index.ts'
import { inSystem } from '../platform/database/index.ts'
import { fail } from '../platform/failure.ts'
import { addressOfPicture, eraseRemovedPictures } from './picture/pictures.ts'
import type { UserPorts } from './ports.ts'

/** Changes a person's own profile. The account to open after sign-in must be one of theirs, a picture one that they uploaded. */
export async function changeUser(
  ports: UserPorts,
  userId: UserId,
  changes: z.output<typeof UserChanges>,
): Promise<void> {
  const { recent_workspace: recentAccountId, profilePicture, ...rest } = changes
  if (rest.timeZone !== undefined && !isTimeZone(rest.timeZone))
    fail('INVALID_INPUT', { issues: [{ path: 'body.timeZone', message: 'This is not a known time zone.' }] })
  if (rest.country && !isCountry(rest.country))
    fail('INVALID_INPUT', { issues: [{ path: 'body.country', message: 'This is not a known country.' }] })
  if (recentAccountId !== undefined && (await ports.roleIn(recentAccountId, userId)) === null)
    fail('NOT_A_MEMBER')
  await refuseLookAlikeName(ports, userId, rest)
  const picture = profilePicture && (await addressOfPicture(ports, userId, profilePicture))
  await ports.identity.changePerson(userId, { ...rest, picture, recentAccountId })
  if (picture !== undefined) await eraseRemovedPictures(ports, userId)
}

/** Refuses a name that is confusable with that of another person in one of their accounts; equal names are allowed. */
async function refuseLookAlikeName(
  { database }: UserPorts,
  userId: UserId,
  { firstName, lastName }: { firstName?: string | undefined; lastName?: string | undefined },
): Promise<void> {
  if (firstName === undefined && lastName === undefined) return
  const looksLikeAnother = await inSystem(database, async (trx) => {
    const accounts = await accountsOf(trx, userId)
    return await looksLikeMember(
      trx,
      userId,
      accounts.map(({ id }) => id),
      { firstName, lastName },
    )
  })
  if (looksLikeAnother)
    fail('INVALID_INPUT', {
      issues: [
        {
          path: firstName === undefined ? 'body.lastName' : 'body.firstName',
          message: 'This name looks like that of another member.',
        },
      ],
    })
}

/** Whether it is a name in the IANA time zone database, such as Asia/Ho_Chi_Minh; links such as Asia/Saigon count. */
function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    // Intl throws RangeError for unknown zones.
    return false
  }
}

const regionNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
/** Codes with a name that are no country. */
const notCountries = new Set(['EU', 'EZ', 'UN', 'XA', 'XB', 'ZZ'])

/** Whether it is a country code, such as VN. */
const isCountry = (code: string) => regionNames.of(code) !== undefined && !notCountries.has(code)
