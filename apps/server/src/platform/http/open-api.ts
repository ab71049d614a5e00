import { AccountId, definitionOf, type Endpoint, ErrorReply, possibleErrors, RoomId } from '@atrium/contract'
import { z } from 'zod'

const jsonSchema = (schema: z.ZodType): Record<string, unknown> => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
    // Zod omits the default of a transformed value; callers want to know it.
    override: ({ zodSchema, jsonSchema: described }) => {
      const { def } = zodSchema._zod
      if (def.type === 'default') described.default ??= def.defaultValue as typeof described.default
    },
  }) as Record<string, unknown>
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

const IdempotencyKey = z.string().min(8).max(200)

const header = (name: string, schema: z.ZodType, description: string) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: jsonSchema(schema),
})

/** The caller's location headers: the account by either of its names, and the room. */
const contextHeaders = (endpoint: Endpoint) =>
  securityOf(endpoint)[0]?.['bearer'] === undefined || endpoint.caller === 'system-admin'
    ? []
    : [
        header('Workspace-Id', AccountId, 'The account that this is about.'),
        header('Account-Id', AccountId, 'The same as Workspace-Id; when both are there, they agree.'),
        ...(endpoint.caller === 'account-member'
          ? [header('Room-Id', RoomId, 'The room that this is about.')]
          : []),
      ]

const idempotencyHeader = (endpoint: Endpoint) =>
  endpoint.idempotency === 'key'
    ? [
        header(
          'Idempotency-Key',
          IdempotencyKey,
          'Sent again with the same key within 24 hours, the request is done once and answered as before.',
        ),
      ]
    : []

function replies(endpoint: Endpoint) {
  const { json, events, other, status = 200 } = endpoint.reply
  const content = json
    ? { 'application/json': { schema: jsonSchema(json) } }
    : events
      ? { 'text/event-stream': { schema: jsonSchema(events) } }
      : other && Object.fromEntries(other.map((type) => [type, {}]))
  const byStatus = new Map<number, string[]>()
  for (const code of possibleErrors(endpoint))
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

const securityOf = ({ caller }: Endpoint): Record<string, string[]>[] => {
  if (caller === 'anyone' || caller === 'file-signature') return []
  return caller === 'refresh-cookie' ? [{ cookie: [] }] : [{ bearer: [] }]
}

function requestBody(endpoint: Endpoint) {
  if (endpoint.body)
    return { required: true, content: { 'application/json': { schema: jsonSchema(endpoint.body) } } }
  if (endpoint.caller !== 'file-signature' || endpoint.method !== 'POST') return undefined
  const form = {
    type: 'object',
    properties: { file: { type: 'string', format: 'binary' } },
    required: ['file'],
  }
  return { required: true, content: { 'multipart/form-data': { schema: form } } }
}

/** Returns the contract as OpenAPI 3.1, generated from the same values that server and client use. */
export function describeApi(endpoints: readonly Endpoint[], bases: Record<Endpoint['host'], string>) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints) {
    const path = `${bases[endpoint.host]}${endpoint.path.replaceAll(/:(\w+)/g, '{$1}')}`
    const body = requestBody(endpoint)
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
        ...(body && { requestBody: body }),
        responses: replies(endpoint),
        security: securityOf(endpoint),
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
