import type { UserId } from '@atrium/contract'
import { sql } from 'kysely'
import type { Transaction } from '../platform/database/index.ts'
import { type OwnData, rowsOf } from '../platform/own-data.ts'

export const ownData: OwnData = {
  columns: [
    'identity_user.id',
    'identity_user.email',
    'user_profile.user_id',
    'identity_credential.user_id',
    'identity_second_factor.user_id',
    'identity_passkey.user_id',
    'identity_known_browser.user_id',
    'system_admin.user_id',
    'system_audit_entry.actor_id',
    'system_audit_entry.person_id',
    'system_audit_entry.email',
  ],
  read: async (trx, userId) => ({
    profile: (await profileOf(trx, userId))[0],
    'sign-in': await signInOf(trx, userId),
    'system-administration': await systemAdministrationOf(trx, userId),
  }),
}

const profileOf = (trx: Transaction, userId: UserId) =>
  rowsOf(
    trx,
    sql`select id as "userId", email, first_name as "firstName", last_name as "lastName", image as picture, language,
        color_scheme as "colorScheme", time_zone as "timeZone", country, email_frequency as "emailFrequency",
        suggests_templates as "suggestsTemplates", welcomed_at as "welcomedAt",
        terms_accepted_at as "termsAcceptedAt", identity_user.created_at as "createdAt"
      from identity_user join user_profile on user_id = id where id = ${userId}`,
  )

/** Their ways of signing in, without credentials. */
async function signInOf(trx: Transaction, userId: UserId) {
  return {
    ways: await rowsOf(
      trx,
      sql`select provider_id as provider, created_at as "createdAt" from identity_credential
        where user_id = ${userId} order by created_at`,
    ),
    secondFactor: await rowsOf(
      trx,
      sql`select confirmed_at as since from identity_second_factor
        where user_id = ${userId} and confirmed_at is not null`,
    ),
    passkeys: await rowsOf(
      trx,
      sql`select name, created_at as "createdAt", last_used_at as "lastUsedAt" from identity_passkey
        where user_id = ${userId} order by created_at`,
    ),
    /** The last sign-in of each browser that they have signed in with. */
    knownBrowsers: await rowsOf(
      trx,
      sql`select last_used_at as "lastUsedAt" from identity_known_browser
        where user_id = ${userId} order by last_used_at`,
    ),
  }
}

/** Whether they are a system administrator, what they did as one, and what administrators did about them. */
async function systemAdministrationOf(trx: Transaction, userId: UserId) {
  return {
    granted: await rowsOf(
      trx,
      sql`select source, granted_at as "grantedAt" from system_admin where user_id = ${userId}`,
    ),
    entries: await rowsOf(
      trx,
      sql`select at, action, object_id as "objectId", actor_id is not distinct from ${userId} as "isByThem"
        from system_audit_entry
        where actor_id = ${userId} or person_id = ${userId}
          or email = (select lower(email) from identity_user where id = ${userId})
        order by at, id`,
    ),
  }
}
