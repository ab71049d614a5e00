import type { ApiDocument } from './open-api-faults.ts'

type Json = Record<string, unknown>

/**
 * The contract as short texts for review, one for each first part of the paths below the host: a line for each field with
 * everything that its schema says, so that each change of the contract changes a line. Made from the OpenAPI description.
 */
export function listContract(document: ApiDocument): Map<string, string> {
  const groups = new Map<string, string[]>()
  const add = (group: string, lines: string[]) =>
    groups.set(group, [...(groups.get(group) ?? []), ...lines, ''])
  const { paths, ...rest } = document as unknown as { paths: Record<string, Record<string, Json>> } & Json
  for (const [path, operations] of Object.entries(paths))
    for (const [method, operation] of Object.entries(operations))
      add(groupOf(path), [`${method.toUpperCase()} ${path}`, ...indented(operationLines(operation))])
  add('common', linesOf(rest))
  return new Map([...groups].map(([group, lines]) => [group, lines.join('\n')]))
}

/** `sessions` for `/api/sessions/{chatId}`, `answer` for `/stream/answer`. */
const groupOf = (path: string) =>
  (path.split('/').find((part) => part && part !== 'api' && part !== 'stream') ?? 'common').replace(/^\./, '')

function operationLines({ parameters, requestBody, responses, ...rest }: Json): string[] {
  return [
    ...Object.entries(rest).map(([name, value]) => `${name}: ${short(value)}`),
    ...((parameters ?? []) as Json[]).flatMap(({ name, in: place, required, schema, ...more }) =>
      schemaLines(`${String(place)} ${String(name)}${required ? '' : '?'}`, schema as Json, more),
    ),
    ...(requestBody ? contentLines('body', requestBody as Json) : []),
    ...Object.entries((responses ?? {}) as Record<string, Json>).flatMap(([status, reply]) =>
      contentLines(status, reply),
    ),
  ]
}

/** A body or a reply; a reply that is only an error is one line. */
function contentLines(name: string, { content, ...rest }: Json): string[] {
  const types = Object.entries((content ?? {}) as Record<string, Json>)
  const head = `${name}: ${short(rest)}`
  if (types.length === 0) return [head]
  return types.flatMap(([type, { schema, ...more }]) => schemaLines(`${head} ${type}`, schema as Json, more))
}

/** A schema under its name: nested fields, items and alternatives are indented lines, the rest is on its own line. */
function schemaLines(name: string, schema: Json | undefined, more: Json = {}): string[] {
  const { properties, required, items, anyOf, oneOf, ...own } = schema ?? {}
  const needed = (required ?? []) as string[]
  const inner = [
    ...Object.entries((properties ?? {}) as Record<string, Json>).flatMap(([field, of]) =>
      schemaLines(`${field}${needed.includes(field) ? '' : '?'}`, of),
    ),
    ...(isSchema(items) ? schemaLines('[]', items) : []),
    ...alternatives('|', anyOf),
    ...alternatives('|1', oneOf),
  ]
  const details = short({ ...own, ...(!isSchema(items) && items !== undefined && { items }), ...more })
  return [`${name} ${details}`.trimEnd(), ...indented(inner)]
}

const alternatives = (name: string, schemas: unknown) =>
  ((schemas ?? []) as Json[]).flatMap((schema) => schemaLines(name, schema))

const isSchema = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The parts of the description that are no operation. */
const linesOf = (rest: Json) => JSON.stringify(rest, null, 1).split('\n')

/** A value in one line: `string maxLength=254` for `{ type: 'string', maxLength: 254 }`. */
function short(value: unknown): string {
  if (!isSchema(value)) return typeof value === 'string' ? value : JSON.stringify(value)
  return Object.entries(value)
    .map(([key, of]) =>
      key === 'type' || key === 'description' ? String(of) : `${key}=${JSON.stringify(of)}`,
    )
    .join(' ')
}

const indented = (lines: string[]) => lines.map((line) => ` ${line}`)
