import type { ApiDocument, Operation } from './api-document.ts'
import { type Field, fieldsOf, typeOf } from './describe-schema.ts'

export type Parameter = Field & { place: string; note: string }
export type Payload = { mediaType: string; type: string; fields: Field[] }

/** One call as the page shows it. */
export type Call = {
  name: string
  method: string
  path: string
  summary: string
  /** The contract's name for the required caller. */
  caller: string
  parameters: Parameter[]
  body: Payload | null
  reply: Payload | null
  replyStatus: string
  errors: { status: string; codes: string[] }[]
}

/** Calls with a common path prefix. */
export type CallGroup = { path: string; calls: Call[] }

/** The page's content, in the order of the document. */
export function readReference({ paths }: ApiDocument): CallGroup[] {
  const groups = new Map<string, Call[]>()
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries(item)) {
      const group = groupOf(path)
      groups.set(group, [...(groups.get(group) ?? []), readCall(path, method, operation)])
    }
  return [...groups].map(([path, calls]) => ({ path, calls }))
}

/** The groups with the calls whose name, path, method or summary contain every word of the text. */
export function findCalls(groups: readonly CallGroup[], text: string): CallGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ name, method, path, summary }: Call) => {
    const said = `${name} ${method} ${path} ${summary}`.toLowerCase()
    return words.every((word) => said.includes(word))
  }
  return groups
    .map(({ path, calls }) => ({ path, calls: calls.filter(fits) }))
    .filter(({ calls }) => calls.length > 0)
}

const groupOf = (path: string): string => {
  const [first = '', second] = path.split('/').filter(Boolean)
  if (second === undefined || first.startsWith('.')) return '/'
  return `/${first}/${second.split('.')[0]}`
}

function readCall(path: string, method: string, operation: Operation): Call {
  const replies = Object.entries(operation.responses)
  const [replyStatus, reply] = replies.find(([status]) => status.startsWith('2')) ?? ['', undefined]
  return {
    name: operation.operationId,
    method: method.toUpperCase(),
    path,
    summary: operation.summary,
    caller: operation['x-caller'],
    parameters: operation.parameters.map((parameter) => ({
      name: parameter.name,
      place: parameter.in,
      type: typeOf(parameter.schema),
      isRequired: parameter.required,
      note: parameter.description ?? '',
      ...(parameter.schema.default !== undefined && { preset: JSON.stringify(parameter.schema.default) }),
    })),
    body: readPayload(operation.requestBody?.content),
    reply: readPayload(reply?.content),
    replyStatus,
    errors: replies
      .filter(([status]) => !status.startsWith('2'))
      .map(([status, { description }]) => ({ status, codes: description.split(', ') })),
  }
}

function readPayload(content: Operation['responses'][string]['content']): Payload | null {
  const [first] = Object.entries(content ?? {})
  if (!first) return null
  const [mediaType, { schema = {} }] = first
  return { mediaType, type: typeOf(schema), fields: fieldsOf(schema) }
}
