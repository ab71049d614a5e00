import type { AccountId, ColorScheme, EmailFrequency, Language, UserId } from '@atrium/contract'
import { type Database, inSystem, type Transaction } from '../platform/database/index.ts'
import { changePicture, renameUser } from './queries.ts'

/** A person's data beyond their credentials. */
export type Person = {
  userId: UserId
  email: string
  firstName: string
  lastName: string
  /** URL of the picture, if there is one. */
  picture: string | null
  language: Language | null
  colorScheme: ColorScheme | null
  timeZone: string | null
  /** How often mail about activity is sent. */
  emailFrequency: EmailFrequency
  /** Whether templates are suggested while they type. */
  suggestsTemplates: boolean
  /** Whether they saw or skipped the welcome. */
  isWelcomed: boolean
  /** Two letters (ISO 3166-1), if known. */
  country: string | null
  termsAcceptedAt: Date | null
  recentAccountId: AccountId | null
}

export type PersonChanges = Partial<
  Pick<
    Person,
    | 'firstName'
    | 'lastName'
    | 'picture'
    | 'language'
    | 'colorScheme'
    | 'timeZone'
    | 'country'
    | 'emailFrequency'
    | 'suggestsTemplates'
    | 'isWelcomed'
    | 'recentAccountId'
  >
>

type Queryable = Pick<Transaction, 'selectFrom'> | Database['kysely']

/** Returns the person, or null when the user does not, or no longer, exist. */
export async function personOf(database: Queryable, userId: UserId): Promise<Person | null> {
  const row = await database
    .selectFrom('identity_user')
    .innerJoin('user_profile', 'user_profile.user_id', 'identity_user.id')
    .select([
      'identity_user.id as userId',
      'identity_user.email',
      'identity_user.image as picture',
      'user_profile.first_name as firstName',
      'user_profile.last_name as lastName',
      'user_profile.language',
      'user_profile.color_scheme as colorScheme',
      'user_profile.time_zone as timeZone',
      'user_profile.email_frequency as emailFrequency',
      'user_profile.suggests_templates as suggestsTemplates',
      (eb) => eb('user_profile.welcomed_at', 'is not', null).$castTo<boolean>().as('isWelcomed'),
      'user_profile.country',
      'user_profile.terms_accepted_at as termsAcceptedAt',
      'user_profile.recent_account_id as recentAccountId',
    ])
    .where('identity_user.id', '=', userId)
    .executeTakeFirst()
  return row ? { ...row, recentAccountId: row.recentAccountId as AccountId | null } : null
}

/** Changes the given fields. */
export async function changePerson(
  database: Database,
  userId: UserId,
  changes: PersonChanges,
): Promise<void> {
  const columns = {
    first_name: changes.firstName,
    last_name: changes.lastName,
    language: changes.language,
    color_scheme: changes.colorScheme,
    time_zone: changes.timeZone,
    country: changes.country,
    email_frequency: changes.emailFrequency,
    suggests_templates: changes.suggestsTemplates,
    welcomed_at: changes.isWelcomed && new Date(),
    recent_account_id: changes.recentAccountId,
  }
  const given = Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
  const { picture } = changes
  if (Object.keys(given).length === 0 && picture === undefined) return
  await inSystem(database, async (transaction) => {
    if (picture !== undefined) await changePicture(transaction, userId, picture)
    if (Object.keys(given).length === 0) return
    const names = await transaction
      .updateTable('user_profile')
      .set(given)
      .where('user_id', '=', userId)
      .returning(['first_name as firstName', 'last_name as lastName'])
      .executeTakeFirst()
    if (names) await renameUser(transaction, userId, names)
  })
}

/** Records that the terms were accepted; the first time counts. Tokens issued from now on include it. */
export async function acceptTerms(
  { kysely }: { kysely: Pick<Transaction, 'updateTable'> },
  userId: UserId,
  now: Date,
): Promise<void> {
  await kysely
    .updateTable('user_profile')
    .set({ terms_accepted_at: now })
    .where('user_id', '=', userId)
    .where('terms_accepted_at', 'is', null)
    .execute()
}
