type Values = Record<string, unknown>

/** The OpenAPI 3.1 rules for the features that our document uses. */
export type ApiDocument = {
  openapi: string
  info: { title: string; version: string }
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Values; securitySchemes: Values }
}
type Operation = {
  operationId: string
  parameters: { name: string; in: string; required: boolean; schema: Values }[]
  requestBody?: { content: Record<string, { schema?: Values }> }
  responses: Record<string, { description: string; content?: Record<string, { schema?: Values }> }>
  security: Values[]
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const types = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer']

/** Returns violations of the OpenAPI Specification 3.1, section 4, and JSON Schema 2020-12; empty if valid. */
export function openApiFaults(document: ApiDocument): string[] {
  const operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  )
  const ids = operations.map(({ operation }) => operation.operationId)
  return [
    ...(/^3\.1\.\d+$/.test(document.openapi) ? [] : ['openapi is not 3.1']),
    ...(document.info.title && document.info.version ? [] : ['info needs a title and a version']),
    ...ids
      .filter((id, index) => !id || ids.indexOf(id) !== index)
      .map((id) => `operationId ${id} is not unique`),
    ...operations.flatMap(({ path, method, operation }) =>
      operationFaults(document, path, method, operation).map((fault) => `${method} ${path}: ${fault}`),
    ),
    ...schemaFaults(document, document.components.schemas, 'components.schemas'),
  ]
}

function operationFaults(
  document: ApiDocument,
  path: string,
  method: string,
  operation: Operation,
): string[] {
  const { parameters, requestBody, responses, security } = operation
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
  const declared = parameters.filter((one) => one.in === 'path')
  const keys = parameters.map((one) => `${one.in} ${one.name.toLowerCase()}`)
  const contents = [
    ...Object.entries(requestBody?.content ?? {}),
    ...Object.values(responses).flatMap((reply) => Object.entries(reply.content ?? {})),
  ]
  return [
    ...(methods.includes(method) ? [] : ['no such method']),
    ...(path.startsWith('/') && !path.includes('?') && !path.includes(':')
      ? []
      : ['the path is not a template']),
    ...inPath
      .filter((name) => !declared.some((one) => one.name === name))
      .map((name) => `{${name}} is not declared`),
    ...declared
      .filter((one) => !inPath.includes(one.name) || !one.required)
      .map(({ name }) => `path parameter ${name} must be in the path and required`),
    ...keys
      .filter((key, index) => keys.indexOf(key) !== index)
      .map((key) => `parameter ${key} is there twice`),
    ...parameters.flatMap((one) => schemaFaults(document, one.schema, one.name)),
    ...(requestBody && ['get', 'head', 'delete'].includes(method) ? ['a body is not allowed here'] : []),
    ...(Object.keys(responses).some((status) => /^2\d\d$/.test(status)) ? [] : ['no success is described']),
    ...Object.entries(responses)
      .filter(([status, reply]) => !/^[1-5]\d\d$/.test(status) || !reply.description)
      .map(([status]) => `reply ${status} needs a status and a description`),
    ...contents.flatMap(([type, { schema }]) => [
      ...(/^[\w-]+\/[\w.+-]+$/.test(type) ? [] : [`${type} is no media type`]),
      ...(schema ? schemaFaults(document, schema, type) : []),
    ]),
    ...security
      .flatMap((one) => Object.keys(one))
      .filter((name) => !(name in document.components.securitySchemes))
      .map((name) => `security scheme ${name} is not declared`),
  ]
}

/** Walks a schema: every `$ref` resolves, every type and pattern is valid, required properties are described. */
function schemaFaults(document: ApiDocument, schema: unknown, where: string): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema))
    return schema.flatMap((one, index) => schemaFaults(document, one, `${where}.${index}`))
  const { $ref, type, pattern, required, properties } = schema as Values
  const faults: string[] = []
  if (typeof $ref === 'string' && resolve(document, $ref) === undefined)
    faults.push(`${where}: ${$ref} leads nowhere`)
  if (typeof type === 'string' && !types.includes(type)) faults.push(`${where}: ${type} is no type`)
  if (typeof pattern === 'string' && !isPattern(pattern)) faults.push(`${where}: ${pattern} is no pattern`)
  if (Array.isArray(required) && typeof properties === 'object')
    for (const name of required as string[])
      if (!(name in (properties as Values))) faults.push(`${where}: ${name} is required and not described`)
  return [
    ...faults,
    ...Object.entries(schema).flatMap(([name, value]) => schemaFaults(document, value, `${where}.${name}`)),
  ]
}

const resolve = (document: unknown, reference: string): unknown =>
  reference
    .replace(/^#\//, '')
    .split('/')
    .reduce<unknown>((value, step) => (value as Values | undefined)?.[step], document)

function isPattern(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp
  } catch {
    return false
  }
}
