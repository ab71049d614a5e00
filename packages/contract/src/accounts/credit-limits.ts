import { z } from 'zod'
import { dataReply, endpoint } from '../endpoint.ts'
import { AccountId, RoomId, UserId } from '../ids.ts'

const limit = {
  /** Credits per month (UTC). */
  limit: z.number(),
  /** Credits used this month, including held ones. */
  used: z.number(),
  /** Whether 80 % are used. */
  isWarned: z.boolean(),
}
export type CreditLimit = z.infer<z.ZodObject<typeof limit>>

/** The monthly limits of an account's members and rooms. */
export const CreditLimits = z.strictObject({
  /** A member's limit includes the credits of requests that were approved this month. */
  members: z.array(z.strictObject({ userId: UserId, name: z.string(), ...limit })),
  /** The name is null for a room that the reader may not use. */
  rooms: z.array(z.strictObject({ roomId: RoomId, name: z.string().nullable(), ...limit })),
})
export type CreditLimits = z.infer<typeof CreditLimits>

const ofAccount = z.strictObject({ id: AccountId })

export const getCreditLimits = endpoint({
  name: 'getCreditLimits',
  host: 'main',
  method: 'GET',
  path: '/user/teams/credit-limits/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: "Lists the monthly limits of the account's members and rooms, with this month's usage.",
  params: ofAccount,
  reply: { json: dataReply(CreditLimits) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
})
export const setRoomCreditLimit = endpoint({
  name: 'setRoomCreditLimit',
  host: 'main',
  method: 'PATCH',
  path: '/user/teams/credit-limits/:id',
  caller: 'account-admin',
  policy: 'account:edit',
  summary: "Sets or removes a room's monthly limit.",
  params: ofAccount,
  body: z.strictObject({
    roomId: RoomId,
    /** Credits per month; null: no limit. */
    monthlyCreditLimit: z.number().min(0).max(1_000_000_000).multipleOf(0.001).nullable(),
  }),
  reply: { json: dataReply(CreditLimits) },
  errors: ['INVALID_INPUT', 'NOT_FOUND', 'FORBIDDEN'],
  idempotency: 'key',
})
export const creditLimitEndpoints = { getCreditLimits, setRoomCreditLimit }
