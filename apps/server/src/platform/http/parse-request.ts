import { AccountId, type Endpoint, type InputIssue, RoomId } from '@atrium/contract'
import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { fail } from '../failure.ts'

const unknownField = (path: string): InputIssue => ({ path, message: 'This field is not known here.' })

const describe = (part: string, error: z.ZodError): InputIssue[] =>
  error.issues.flatMap((issue) => {
    const path = [part, ...issue.path.map(String)].join('.')
    if (issue.code === 'unrecognized_keys') return issue.keys.map((key) => unknownField(`${path}.${key}`))
    return [{ path, message: issue.message }]
  })

/** A call whose fields all have defaults needs no body. */
const bodyFor = (schema: z.ZodType, given: unknown): unknown =>
  given === undefined && schema.safeParse({}).success ? {} : given

/** Parses path, query and body by the contract; every mistake is named with its path and a sentence. */
export function parseRequest(endpoint: Endpoint, request: FastifyRequest) {
  // Forms are read by the endpoint that takes one; for all others they would pass as no body at all.
  const isForm = /^(multipart\/|application\/x-www-form-urlencoded)/i.test(
    request.headers['content-type'] ?? '',
  )
  if (isForm && endpoint.caller !== 'file-signature') fail('UNSUPPORTED_MEDIA_TYPE')
  const issues: InputIssue[] = []
  const parse = (part: 'params' | 'query' | 'body') => {
    const given = request[part] ?? undefined
    const schema = endpoint[part]
    if (!schema) {
      const isEmpty =
        given === undefined ||
        (typeof given === 'object' && given !== null && Object.keys(given).length === 0)
      if (isEmpty || part === 'params') return undefined
      if (part === 'query') issues.push(...Object.keys(given).map((name) => unknownField(`query.${name}`)))
      else issues.push({ path: part, message: 'Nothing is expected here.' })
      return undefined
    }
    const result = schema.safeParse(part === 'body' ? bodyFor(schema, given) : { ...(given as object) })
    if (result.success) return result.data
    issues.push(...describe(part, result.error))
    return undefined
  }
  const parsed = { params: parse('params'), query: parse('query'), body: parse('body') }
  if (issues.length > 0) fail('INVALID_INPUT', { issues })
  return parsed
}

function oneHeader(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  // Node joins repeated headers of this kind with a comma: a list of ids is never meant.
  if (Array.isArray(value) || value?.includes(',')) fail('CONTEXT_MISMATCH', { details: { header: name } })
  return value === '' ? undefined : value
}

function idFrom<Value>(name: string, schema: z.ZodType<Value>, value: string | undefined): Value | undefined {
  if (value === undefined) return undefined
  const result = schema.safeParse(value)
  return result.success
    ? result.data
    : fail('INVALID_INPUT', { issues: [{ path: `headers.${name}`, message: 'This is not a valid id.' }] })
}

/** The account and room that a request works in; headers and path must agree wherever both speak. */
export function readContext(endpoint: Endpoint, request: FastifyRequest) {
  const workspaceId = idFrom('workspace-id', AccountId, oneHeader(request, 'workspace-id'))
  const accountHeader = idFrom('account-id', AccountId, oneHeader(request, 'account-id'))
  const roomHeader = idFrom('room-id', RoomId, oneHeader(request, 'room-id'))
  const params = (request.params ?? {}) as { accountId?: unknown; id?: unknown; roomId?: unknown }
  const fromPath = params.accountId ?? (endpoint.path.startsWith('/user/teams/') ? params.id : undefined)
  const accountInPath = typeof fromPath === 'string' ? idFrom('accountId', AccountId, fromPath) : undefined

  const accounts = new Set([workspaceId, accountHeader, accountInPath].filter((id) => id !== undefined))
  // A request about an account other than the active one names it in the path; the header then only says where the user is.
  if (accounts.size > 1 && !(accountInPath && endpoint.caller === 'account-admin')) fail('CONTEXT_MISMATCH')
  return { accountId: accountInPath ?? workspaceId ?? accountHeader ?? null, roomId: roomHeader ?? null }
}
