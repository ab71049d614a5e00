import type { Endpoint, ParsedRequest, ReplyOf } from '@atrium/contract'
import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Database } from '../database/index.ts'
import { fail } from '../failure.ts'
import type { Caller, Guards, Member } from './guards.ts'
import { onceFor } from './idempotency.ts'
import { parseRequest, readContext } from './parse-request.ts'

type CallerFor<Definition extends Endpoint> = Definition['caller'] extends 'account-member' | 'account-admin'
  ? Member
  : Definition['caller'] extends 'signed-in' | 'accepted-terms'
    ? Caller & { accountId: Member['accountId'] | null }
    : Definition['caller'] extends 'system-admin'
      ? Caller
      : null

/** A handler's input: the parsed request, the caller, and the raw pair for streams and files. */
export type Call<Definition extends Endpoint> = ParsedRequest<Definition> & {
  caller: CallerFor<Definition>
  request: FastifyRequest
  reply: FastifyReply
}

/** A handler's result: the reply without its envelope's constant fields; nothing when it replied itself. */
export type Payload<Definition extends Endpoint> = Definition['reply']['json'] extends z.ZodType
  ? Omit<ReplyOf<Definition>, 'isError' | 'statusCode'>
  : void

export type Handler<Definition extends Endpoint> = (call: Call<Definition>) => Promise<Payload<Definition>>
export type Binding = { endpoint: Endpoint; handle: (call: never) => Promise<unknown> }

/** Ties an endpoint of the contract to the verb that answers it. */
export const binding = <Definition extends Endpoint>(
  endpoint: Definition,
  handle: Handler<Definition>,
): Binding => ({
  endpoint,
  handle: handle as Binding['handle'],
})

export type BindOptions = {
  bases: Record<Endpoint['host'], string>
  guards: Guards
  database: Database
  /** End of the current planned downtime; null outside of one. */
  downtimeEnd: () => Date | null
  /** Origins from which the refresh cookie is accepted. */
  isOwnOrigin: (origin: string | undefined, request: FastifyRequest) => boolean
  /** Checks every reply against the contract: in tests and development. */
  checkReplies: boolean
}

/** Registers every binding with its guard, input check, idempotency and reply form. */
export function bindAll(app: FastifyInstance, bindings: Binding[], options: BindOptions): void {
  keepSignedBodies(app, bindings, options)
  for (const { endpoint, handle } of bindings)
    app.route({
      method: endpoint.method,
      url: options.bases[endpoint.host] + endpoint.path,
      ...(endpoint.bodyLimitBytes && { bodyLimit: endpoint.bodyLimitBytes }),
      config: { endpoint },
      handler: async (request, reply) => {
        const caller = await identify(endpoint, request, options)
        if (endpoint.pausesInDowntime) refuseInDowntime(options.downtimeEnd())
        const parsed = parseRequest(endpoint, request)
        const run = async () => {
          const payload = await handle({ ...parsed, caller, request, reply } as never)
          return {
            status: endpoint.reply.status ?? 200,
            json: endpoint.reply.json && envelope(endpoint, payload),
          }
        }
        const key = request.headers['idempotency-key']
        const result =
          endpoint.idempotency === 'key' && typeof key === 'string' && caller
            ? await onceFor(
                options.database,
                { userId: caller.userId, key: checkKey(key), request: [endpoint.name, caller, parsed] },
                run,
              )
            : await run()
        if (reply.sent || reply.raw.headersSent) return reply
        if (endpoint.reply.json && options.checkReplies) endpoint.reply.json.parse(result.json)
        if (!endpoint.reply.json && endpoint.reply.other) return reply
        return reply.code(result.status).send(result.json)
      },
    })
}

/** Keeps the raw body for endpoints that verify its signature. The body limit applies to the parser. */
function keepSignedBodies(app: FastifyInstance, bindings: readonly Binding[], { bases }: BindOptions): void {
  const signed = new Set(
    bindings
      .filter(({ endpoint }) => endpoint.signedBody)
      .map(({ endpoint }) => bases[endpoint.host] + endpoint.path),
  )
  app.addHook('preParsing', async (request, _reply, payload) => {
    if (!signed.has(request.routeOptions.url ?? '')) return payload
    const chunks: Buffer[] = []
    const copy = new PassThrough()
    copy.on('data', (chunk: Buffer) => chunks.push(chunk))
    copy.on('end', () => {
      request.rawBody = Buffer.concat(chunks)
    })
    return payload.pipe(copy)
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The body's bytes, of endpoints with `signedBody`. */
    rawBody?: Buffer
  }
}

function envelope(endpoint: Endpoint, payload: unknown) {
  const shape = (endpoint.reply.json as { shape?: Record<string, unknown> } | undefined)?.shape
  return shape && 'isError' in shape
    ? { isError: false, statusCode: endpoint.reply.status ?? 200, ...(payload as object) }
    : payload
}

const checkKey = (key: string) =>
  /^[\x21-\x7e]{8,200}$/.test(key)
    ? key
    : fail('INVALID_INPUT', {
        issues: [{ path: 'headers.idempotency-key', message: 'A key has 8 to 200 visible characters.' }],
      })

async function identify(endpoint: Endpoint, request: FastifyRequest, { guards, isOwnOrigin }: BindOptions) {
  switch (endpoint.caller) {
    case 'anyone':
    case 'file-signature':
      return null
    case 'refresh-cookie':
      return isOwnOrigin(request.headers.origin, request) ? null : fail('ORIGIN_REFUSED')
    default: {
      const [scheme, token] = (request.headers.authorization ?? '').split(' ')
      const caller = scheme?.toLowerCase() === 'bearer' && token ? await guards.authenticate(token) : null
      if (!caller) return fail('UNAUTHENTICATED')
      request.log = request.log.child({ userId: caller.userId })
      return await admit(endpoint, request, caller, guards)
    }
  }
}

async function admit(endpoint: Endpoint, request: FastifyRequest, caller: Caller, guards: Guards) {
  if (endpoint.caller !== 'signed-in' && !caller.termsAccepted) fail('TERMS_NOT_ACCEPTED')
  if (endpoint.caller === 'system-admin')
    return (await guards.isSystemAdmin(caller.userId)) ? caller : fail('NOT_FOUND')
  const { accountId, roomId } = readContext(endpoint, request)
  if (endpoint.caller === 'signed-in' || endpoint.caller === 'accepted-terms') {
    if (accountId && !(await guards.membershipIn(accountId, caller.userId))) fail('NOT_A_MEMBER')
    return { ...caller, accountId }
  }
  if (!accountId) return fail('ACCOUNT_REQUIRED')
  const membership = await guards.membershipIn(accountId, caller.userId)
  if (!membership) return fail(endpoint.caller === 'account-admin' ? 'NOT_FOUND' : 'NOT_A_MEMBER')
  const { role, suspendedReason } = membership
  if (suspendedReason !== null) fail('ACCOUNT_SUSPENDED', { details: { reason: suspendedReason } })
  if (endpoint.caller === 'account-admin' && role === 'member') fail('FORBIDDEN')
  return { ...caller, accountId, roomId, role }
}

/** Running work continues in a downtime; only its start is refused. */
function refuseInDowntime(end: Date | null): void {
  if (end === null) return
  const retryAfterSeconds = Math.max(1, Math.ceil((end.getTime() - Date.now()) / 1000))
  fail('DOWNTIME', { retryAfterSeconds, details: { endsAt: end.toISOString() } })
}
