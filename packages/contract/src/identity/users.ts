import { z } from 'zod'
import { endpoint, messageReply } from '../endpoint.ts'
import { AccountId, UserId } from '../ids.ts'
import { ColorScheme, EmailFrequency, Language, Line, Name } from '../text/text.ts'

/** User info in the specification's field names (AUTH-12). Credits in whole and thousandths as a decimal number. */
export const UserInfo = z.strictObject({
  firstName: z.string(),
  lastName: z.string(),
  /** The email address. */
  userName: z.string(),
  user_id: UserId,
  termsOfUse: z.boolean(),
  profilePicture: z.string().nullable(),
  /** Credits left to the team of the active account; 0 without an account. */
  balanceTeamCredits: z.number(),
  /** Credits left to the user in the active account; 0 without an account. */
  balanceUserCredits: z.number(),
  /** Share of the month's team credits that is used up, 0 to 100. */
  usage_percentage: z.number(),
  /** Share of the user's own monthly limit that is used up, 0 to 100; null without a limit. */
  credit_limit_percentage: z.number().nullable(),
  country: z.string().nullable(),
  recent_workspace: AccountId.nullable(),
  is_new_user: z.boolean(),
  is_public_email: z.boolean(),
  is_temporary_email: z.boolean(),
  is_subaddress: z.boolean(),
  ui_promo_active: z.boolean(),
  ui_promo_image: z.strictObject({ desktop: z.string().nullable(), mobile: z.string().nullable() }),
  /** Description of the pictures, for people who can't see them. */
  ui_promo_text: z.string().nullable(),
  ui_promo_active_till: z.iso.datetime().nullable(),
  ui_new_chat_bg_image: z.string().nullable(),
  ui_new_chat_title: z.string().nullable(),
  ui_new_chat_text: z.string().nullable(),
  language: Language.nullable(),
  colorScheme: ColorScheme.nullable(),
  timeZone: z.string().nullable(),
  emailFrequency: EmailFrequency,
  /** Whether templates are suggested while they type. */
  suggestsTemplates: z.boolean(),
  /** Whether they saw or skipped the welcome. */
  isWelcomed: z.boolean(),
  /** Whether to show them the system pages. The server checks each call separately. */
  isSystemAdmin: z.boolean(),
})
export type UserInfo = z.infer<typeof UserInfo>

export const getUserInfo = endpoint({
  name: 'getUserInfo',
  host: 'main',
  method: 'GET',
  path: '/user/info',
  caller: 'signed-in',
  summary: 'Who is signed in, with the balances in the account that the headers name (if any).',
  reply: { json: messageReply(UserInfo) },
  errors: ['NOT_A_MEMBER'],
})
export const UserChanges = z.strictObject({
  firstName: Name.optional(),
  lastName: Name.optional(),
  language: Language.optional(),
  colorScheme: ColorScheme.optional(),
  timeZone: Line(60).optional(),
  /** Two letters (ISO 3166-1); null for none. */
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'A country is two capital letters, such as FR.')
    .nullable()
    .optional(),
  emailFrequency: EmailFrequency.optional(),
  suggestsTemplates: z.boolean().optional(),
  /** The welcome was read or skipped, and is not shown again. */
  isWelcomed: z.literal(true).optional(),
  /** The `key` of an upload form of the caller whose picture has arrived; null for none. */
  profilePicture: Line(60).nullable().optional(),
  recent_workspace: AccountId.optional(),
})
export const changeUser = endpoint({
  name: 'changeUser',
  host: 'main',
  method: 'PATCH',
  path: '/user/info',
  caller: 'signed-in',
  summary:
    'Changes name, picture, language, colors, time zone, country, how often mail comes, whether templates are suggested while typing, that the welcome was seen, or the account that opens after sign-in.',
  body: UserChanges,
  reply: { json: messageReply(UserInfo) },
  errors: ['INVALID_INPUT', 'NOT_A_MEMBER'],
  idempotency: 'key',
})
export const acceptTerms = endpoint({
  name: 'acceptTerms',
  host: 'main',
  method: 'POST',
  path: '/user/terms',
  caller: 'signed-in',
  summary: 'Accepts the terms of use and confirms being of legal age. Refresh the access token afterwards.',
  body: z.strictObject({ confirmedLegalAge: z.literal(true, 'Please confirm that you are of legal age.') }),
  reply: { json: messageReply(UserInfo) },
  errors: ['INVALID_INPUT'],
  idempotency: 'key',
})
export const userEndpoints = { getUserInfo, changeUser, acceptTerms }
