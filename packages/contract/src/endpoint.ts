import { z } from 'zod'
import type { ErrorCode } from './errors.ts'

/**
 * Who may call an endpoint; every one declares it, and the server refuses to start otherwise.
 * - `anyone`: reads no credential.
 * - `refresh-cookie`: the httpOnly session cookie, with an Origin of this site.
 * - `signed-in`: a valid access token; the terms need not be accepted yet.
 * - `accepted-terms`: a valid access token of someone who accepted the terms.
 * - `account-member`, `account-admin`: also a member (or owner or admin) of the account in the path or the headers.
 * - `system-admin`: a system administrator by configuration; not found for everybody else. No account is needed.
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

/** The object policy that the endpoint checks beyond the caller's kind, as `noun:action`. */
export type ObjectPolicy =
  | 'account:edit'
  | 'room:use'
  | 'room:edit'
  | 'room:restore'
  | 'chat:read'
  | 'chat:write'
  | 'file:read'
  | 'prompt:use'
  | 'prompt:edit'
  | 'canvas:view'
  | 'canvas:comment'
  | 'canvas:author'
  | 'canvas:edit'
  | 'canvas:manage'
  | 'job:own'
  | 'schedule:own'

export type Schema = z.ZodType

export type Endpoint = {
  /** Operation id, unique: the product's verb. */
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
   * Success reply: its status (200 by default) and form. `events` is a server-sent event stream with data of this form, `other`
   * the media types of anything else.
   */
  reply: { status?: 200 | 201 | 204; json?: Schema; events?: Schema; other?: readonly string[] }
  errors: readonly ErrorCode[]
  /** `key`: honors the header Idempotency-Key (stores the reply for 24 h). `ids`: the ids in the body do the same. */
  idempotency?: 'key' | 'ids'
  /** The request or reply contains a password, code or secret, so neither may be stored: a repetition runs again. */
  holdsSecret?: true
  /** Refused with DOWNTIME while a planned downtime lasts: the call would start work at a model provider. */
  pausesInDowntime?: true
  /** Keeps the body's bytes beside the parsed form (`request.rawBody`), to verify a signature of them. */
  signedBody?: true
  /** Maximum body in bytes, where it differs from the default of 256 KiB. */
  bodyLimitBytes?: number
}

/** Declares an endpoint as a value; server and client infer its types. */
export const endpoint = <const Definition extends Endpoint>(definition: Definition): Definition => definition

type Output<Value> = Value extends Schema ? z.output<Value> : undefined
type Input<Value> = Value extends Schema ? z.input<Value> : undefined

/** The parsed request for a handler. */
export type ParsedRequest<Definition extends Endpoint> = {
  params: Output<Definition['params']>
  query: Output<Definition['query']>
  body: Output<Definition['body']>
}
/** The request that a client sends. */
export type RequestInput<Definition extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as Definition[Part] extends Schema ? Part : never]: Input<
    Definition[Part]
  >
}
/** The content of a successful JSON reply. */
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

/** A positive integer query parameter, with its default. */
export const pageNumber = (fallback: number, most: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/, 'This must be a whole number.')
    .transform(Number)
    .pipe(z.int().min(1).max(most))
    .default(fallback)
    // As described in OpenAPI: in the query the number is text.
    .meta({ type: 'integer', minimum: 1, maximum: most, pattern: undefined })
