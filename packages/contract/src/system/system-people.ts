import { z } from 'zod'
import { AccountRole } from '../accounts/accounts.ts'
import { dataPageReply, dataReply, endpoint, pageNumber } from '../endpoint.ts'
import { AccountId, UserId } from '../ids.ts'
import { limits } from '../limits.ts'
import { Proof } from '../identity/second-factor.ts'
import { Line, Text } from '../text/text.ts'

/**
 * `unconfirmed`: signed up without entering the code yet. `locked`: too many wrong passwords or codes. `suspended`: by a system
 * administrator.
 */
export const personStates = ['active', 'unconfirmed', 'locked', 'deletion-scheduled', 'suspended'] as const
export const PersonState = z.enum(personStates)
export type PersonState = z.infer<typeof PersonState>

/** A person of the installation as system administrators see them: nothing that they ask, write or store. */
export const SystemPerson = z.strictObject({
  /** Null while the address is not confirmed. */
  id: UserId.nullable(),
  name: z.string(),
  email: z.string(),
  state: PersonState,
  /** When all their data is erased. */
  deletionAt: z.iso.datetime().nullable(),
  /** By a system administrator, who alone can undo it. */
  isDeletedBySystem: z.boolean(),
  lockedUntil: z.iso.datetime().nullable(),
  /** Why a system administrator suspended them; null for everybody else. */
  suspendedReason: z.string().nullable(),
  signedUpAt: z.iso.datetime(),
  lastSeenAt: z.iso.datetime().nullable(),
  hasSecondFactor: z.boolean(),
  /** Number of their sessions. */
  sessions: z.int(),
  /** `environment`: named in ATRIUM_ADMINS, which only the server's operator can change. */
  systemAdmin: z.enum(['environment', 'granted']).nullable(),
  /** By name. */
  accounts: z.array(z.strictObject({ id: AccountId, name: z.string(), role: AccountRole })),
})
export type SystemPerson = z.infer<typeof SystemPerson>

export const personActions = [
  'admin-made',
  'admin-removed',
  'sessions-ended',
  'unlocked',
  'list-exported',
  'suspended',
  'reinstated',
  'deleted',
  'restored',
] as const

/** A system administrator's action on a person. */
export const PersonChange = z.strictObject({
  at: z.iso.datetime(),
  /** Null: by a command on the server, or by a person without a name. An erased person is 'Deleted user'. */
  actorName: z.string().nullable(),
  action: z.enum(personActions),
  /** Null for the list as a whole, and for a person without a name. An erased person is 'Deleted user'. */
  personName: z.string().nullable(),
})
export type PersonChange = z.infer<typeof PersonChange>

const filters = {
  /** Each word is part of the name or the address, or the search is an id. */
  search: Text(limits.memberSearchCharacters).optional(),
  state: PersonState.optional(),
  role: z.enum(['system-admin', 'owner']).optional(),
  second_factor: z.enum(['on', 'off']).optional(),
}
export const PeopleFilters = z.strictObject(filters)
export type PeopleFilters = z.infer<typeof PeopleFilters>

export const listPeople = endpoint({
  name: 'listPeople',
  host: 'main',
  method: 'GET',
  path: '/system/people',
  caller: 'system-admin',
  summary:
    'Lists the people of the installation by name, with their accounts and roles; no content of accounts.',
  query: z.strictObject({
    page: pageNumber(1, 100_000),
    page_size: pageNumber(limits.systemPageSize, limits.listPageSizeMost),
    ...filters,
  }),
  reply: { json: dataPageReply(SystemPerson) },
  errors: ['INVALID_INPUT'],
})

export const exportPeople = endpoint({
  name: 'exportPeople',
  host: 'main',
  method: 'GET',
  path: '/system/people/export',
  caller: 'system-admin',
  summary: 'Exports all people who match the filters as CSV.',
  query: PeopleFilters,
  reply: { other: ['text/csv'] },
  errors: ['INVALID_INPUT'],
})

export const listPersonChanges = endpoint({
  name: 'listPersonChanges',
  host: 'main',
  method: 'GET',
  path: '/system/people/changes',
  caller: 'system-admin',
  summary: "Lists system administrators' actions on people, newest first; the last 50.",
  reply: { json: dataReply(z.array(PersonChange)) },
  errors: [],
})

const ofPerson = z.strictObject({ userId: UserId })

export const changeSystemAdmin = endpoint({
  name: 'changeSystemAdmin',
  host: 'main',
  method: 'PATCH',
  path: '/system/people/:userId/system-admin',
  caller: 'system-admin',
  summary:
    "Makes a person a system administrator, or ends that. Requires proof of the caller's identity. At least one always remains; people named in ATRIUM_ADMINS stay.",
  params: ofPerson,
  body: z.strictObject({ isSystemAdmin: z.boolean(), proof: Proof.optional() }),
  holdsSecret: true,
  reply: { json: dataReply(SystemPerson) },
  errors: [
    'INVALID_INPUT',
    'NOT_FOUND',
    'USER_BEING_DELETED',
    'SET_BY_ENVIRONMENT',
    'LAST_SYSTEM_ADMIN',
    'PROOF_NOT_ACCEPTED',
    'SIGN_IN_AGAIN',
    'RATE_LIMITED',
  ],
})

export const endPersonSessions = endpoint({
  name: 'endPersonSessions',
  host: 'main',
  method: 'POST',
  path: '/system/people/:userId/end-sessions',
  caller: 'system-admin',
  summary: 'Signs a person out everywhere, including the caller if it is themselves.',
  params: ofPerson,
  reply: { json: dataReply(z.strictObject({ endedSessions: z.int() })) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})

export const unlockPerson = endpoint({
  name: 'unlockPerson',
  host: 'main',
  method: 'POST',
  path: '/system/people/:userId/unlock',
  caller: 'system-admin',
  summary: "Clears a person's failed passwords and codes, so that they can sign in at once.",
  params: ofPerson,
  reply: { json: dataReply(SystemPerson) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})

export const suspendPerson = endpoint({
  name: 'suspendPerson',
  host: 'main',
  method: 'POST',
  path: '/system/people/:userId/suspend',
  caller: 'system-admin',
  summary:
    'Suspends a person: ends their sessions at once and refuses new ones. Their data stays. FORBIDDEN for the caller and for system administrators, whose role must be removed first.',
  params: ofPerson,
  body: z.strictObject({ reason: Line(300) }),
  reply: { json: dataReply(SystemPerson) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'ids',
})
export const reinstatePerson = endpoint({
  name: 'reinstatePerson',
  host: 'main',
  method: 'POST',
  path: '/system/people/:userId/reinstate',
  caller: 'system-admin',
  summary: 'Ends the suspension of a person, who can sign in again.',
  params: ofPerson,
  reply: { json: dataReply(SystemPerson) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})

export const deletePerson = endpoint({
  name: 'deletePerson',
  host: 'main',
  method: 'DELETE',
  path: '/system/people/:userId',
  caller: 'system-admin',
  summary:
    'Deletes a person: ends their sessions at once, deletes the accounts that are theirs alone, and erases everything after seven days, until when system administrators can restore them. FORBIDDEN for the caller and for system administrators, whose role must be removed first.',
  params: ofPerson,
  reply: { json: dataReply(SystemPerson) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN', 'PERSON_OWNS_SHARED_ACCOUNT', 'USER_BEING_DELETED'],
  idempotency: 'ids',
})

export const restorePerson = endpoint({
  name: 'restorePerson',
  host: 'main',
  method: 'POST',
  path: '/system/people/:userId/restore',
  caller: 'system-admin',
  summary:
    'Restores a person whom a system administrator deleted, with the accounts that were deleted with them.',
  params: ofPerson,
  reply: { json: dataReply(SystemPerson) },
  errors: ['INVALID_INPUT', 'NOT_FOUND'],
  idempotency: 'ids',
})

export const systemPeopleEndpoints = {
  listPeople,
  exportPeople,
  listPersonChanges,
  changeSystemAdmin,
  endPersonSessions,
  unlockPerson,
  suspendPerson,
  reinstatePerson,
  deletePerson,
  restorePerson,
}
