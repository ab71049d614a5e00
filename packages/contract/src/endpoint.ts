import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call an endpoint; every one declares it, and the server refuses to start with one that does not.
 * - `anyone`: no credential is read.
 * - `refresh-cookie`: the httpOnly session cookie, with an Origin of this site.
 * - `signed-in`: a valid access token; the terms need not be accepted yet.
 * - `accepted-terms`: a valid access token of someone who accepted the terms.
 * - `account-member`, `account-admin`: also a member (or owner or admin) of the account in the path or the headers.
 * - `system-admin`: a system administrator by the configuration; for everybody else there is nothing there. No account is needed.
 * - `file-signature`: the signed form or link in the request is the credential.
 */
export type Caller =
  | 'anyone'
  | 'refresh-cookie'
  | 'signed-in'
  | 'accepted-terms'
  | 'account-member'
  | 'account-admin'
  | 'system-admin'
  | 'file-signature'

/** The object policy that the verb asks beyond the caller's kind, as `noun:action`. */
export type ObjectPolicy =
  | 'account:edit'
  | 'room:use'
  | 'room:edit'
  | 'room:restore'
  | 'chat:read'
  | 'chat:write'
  | 'file:read'

export type Schema = z.ZodType

export type Endpoint = {
  /** Operation id, unique: the verb as the product says it. */
  name: string
  /** `main` and `stream` are the two API hosts; `root` is the site itself. */
  host: 'main' | 'stream' | 'root'
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Path below the host's base, parameters as `:name`. */
  path: `/${string}`
  summary: string
  caller: Caller
  policy?: ObjectPolicy
  params?: Schema
  query?: Schema
  body?: Schema
  /**
   * Success reply: its status (200 unless told) and form. `events` is a server-sent event stream whose data has this form,
   * `other` the media types of anything else.
   */
  reply: { status?: 200 | 201 | 204; json?: Schema; events?: Schema; other?: readonly string[] }
  errors: readonly ErrorCode[]
  /** `key`: the header Idempotency-Key is honoured (stored reply for 24 h). `ids`: the ids in the body do the same. */
  idempotency?: 'key' | 'ids'
  /** The request or the reply holds a password, a code or a secret: nothing of it may be kept, so a repetition is worked on anew. */
  holdsSecret?: true
  /** Largest body in bytes, when it differs from the default of 256 KiB. */
  bodyLimitBytes?: number
}

/** Declares an endpoint as a value; its types are inferred by server and client alike. */
export const endpoint = <const Definition extends Endpoint>(definition: Definition): Definition => definition

type Output<Value> = Value extends Schema ? z.output<Value> : undefined
type Input<Value> = Value extends Schema ? z.input<Value> : undefined

/** What a handler receives after parsing. */
export type ParsedRequest<Definition extends Endpoint> = {
  params: Output<Definition['params']>
  query: Output<Definition['query']>
  body: Output<Definition['body']>
}
/** What a client sends. */
export type RequestInput<Definition extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as Definition[Part] extends Schema ? Part : never]: Input<
    Definition[Part]
  >
}
/** What a successful JSON reply carries. */
export type ReplyOf<Definition extends Endpoint> = Output<Definition['reply']['json']>

/** Success envelope of accounts, rooms and identity: the payload under `data`. */
export const dataReply = <Data extends Schema>(data: Data) =>
  z.strictObject({ isError: z.literal(false), statusCode: z.int(), data })

/** A page of a list under `data` with the `count` of all. */
export const dataPageReply = <Item extends Schema>(item: Item) =>
  z.strictObject({ isError: z.literal(false), statusCode: z.int(), data: z.array(item), count: z.int() })

/** Success envelope of user, models, chats and history: the payload under `message`. */
export const messageReply = <Message extends Schema>(message: Message) =>
  z.strictObject({ isError: z.literal(false), statusCode: z.int(), message })

/** A page of a list under `message` with the `count` of all. */
export const messagePageReply = <Item extends Schema>(item: Item) =>
  z.strictObject({ isError: z.literal(false), statusCode: z.int(), message: z.array(item), count: z.int() })

/** A query parameter that is a positive whole number, with its default. */
export const pageNumber = (fallback: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'This must be a whole number.')
    .transform(Number)
    .pipe(z.int().min(1).max(most))
    .default(fallback)
    // As the description tells it: the text of the query is how the number travels.
    .meta({ type: 'integer', minimum: 1, maximum: most, pattern: undefined })
