import { type Endpoint, ErrorReply, definitionOf } from '@atrium/contract'
import { z } from 'zod'

const jsonSchema = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Record<
    string,
    unknown
  >
  return rest
}

const parameters = (place: 'path' | 'query', schema: z.ZodType | undefined) => {
  const described = schema ? jsonSchema(schema) : {}
  const required = (described['required'] ?? []) as string[]
  return Object.entries((described['properties'] ?? {}) as Record<string, unknown>).map(([name, of]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: of,
  }))
}

const contextHeaders = (endpoint: Endpoint) =>
  endpoint.caller.startsWith('account-')
    ? ['Workspace-Id', 'Account-Id', 'Room-Id'].map((name) => ({
        name,
        in: 'header',
        required: false,
        schema: { type: 'string' },
      }))
    : []

const idempotencyHeader = (endpoint: Endpoint) =>
  endpoint.idempotency === 'key'
    ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', minLength: 8 } }]
    : []

function replies(endpoint: Endpoint) {
  const { json, events, other, status = 200 } = endpoint.reply
  const content = json
    ? { 'application/json': { schema: jsonSchema(json) } }
    : events
      ? { 'text/event-stream': { schema: jsonSchema(events) } }
      : other
        ? { 'application/octet-stream': {} }
        : undefined
  const byStatus = new Map<number, string[]>()
  for (const code of endpoint.errors)
    byStatus.set(definitionOf(code).status, [...(byStatus.get(definitionOf(code).status) ?? []), code])
  return {
    [status]: { description: 'Success', ...(content && { content }) },
    ...Object.fromEntries(
      [...byStatus].map(([error, codes]) => [
        error,
        {
          description: codes.join(', '),
          content: { 'application/json': { schema: { $ref: '#/components/schemas/ErrorReply' } } },
        },
      ]),
    ),
  }
}

/** The contract as OpenAPI 3.1: made from the same values that the server binds and the client calls. */
export function describeApi(endpoints: readonly Endpoint[], bases: Record<Endpoint['host'], string>) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = `${bases[endpoint.host]}${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: {
        operationId: endpoint.name,
        summary: endpoint.summary,
        'x-caller': endpoint.caller,
        parameters: [
          ...parameters('path', endpoint.params),
          ...parameters('query', endpoint.query),
          ...contextHeaders(endpoint),
          ...idempotencyHeader(endpoint),
        ],
        ...(endpoint.body && {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: jsonSchema(endpoint.body) } },
          },
        }),
        responses: replies(endpoint),
        security:
          endpoint.caller === 'anyone' || endpoint.caller === 'file-signature'
            ? []
            : [endpoint.caller === 'refresh-cookie' ? { cookie: [] } : { bearer: [] }],
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Atrium', version: '1' },
    paths,
    components: {
      schemas: { ErrorReply: jsonSchema(ErrorReply) },
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        cookie: { type: 'apiKey', in: 'cookie', name: 'atrium.session_token' },
      },
    },
  }
}
