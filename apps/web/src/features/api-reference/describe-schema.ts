import type { Schema } from './api-document.ts'

/** One line of a table of fields; the name is the whole path, as in `turns[].question.text`. */
export type Field = { name: string; type: string; isRequired: boolean; preset?: string }

const pieces = (schema: Schema): Schema[] => schema.anyOf ?? schema.oneOf ?? []

/** A schema's type in a few words, in the notation of TypeScript. */
export function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return choiceOf(schema.enum)
  if (pieces(schema).length > 0) return [...new Set(pieces(schema).map(typeOf))].join(' | ')
  if (schema.$ref) return schema.$ref.split('/').at(-1) ?? ''
  if (schema.type === 'array') {
    const item = typeOf(schema.items ?? {})
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (schema.type === 'string') return textType(schema)
  if (schema.type === 'integer' && schema.maximum !== undefined && schema.maximum < Number.MAX_SAFE_INTEGER)
    return `integer ${schema.minimum ?? 0}–${schema.maximum}`
  return schema.type ?? 'any'
}

const shownChoices = 8

/** The values of an enum; for a long one, such as all errors, their number. */
function choiceOf(values: unknown[]): string {
  const shown = values.length > shownChoices ? values.slice(0, 3) : values
  const rest = values.length - shown.length
  return [...shown.map((value) => JSON.stringify(value)), ...(rest > 0 ? [`… +${rest}`] : [])].join(' | ')
}

function textType({ pattern, format, maxLength }: Schema): string {
  const kind = /^\^([a-z]+)_\[/.exec(pattern ?? '')?.[1]
  if (kind) return `${kind}_…`
  if (format && format !== 'binary') return format
  return maxLength === undefined ? 'string' : `string ≤ ${maxLength}`
}

/** Every field of a schema, each followed by its nested fields; for alternatives, each field once, with all its types. */
export function fieldsOf(schema: Schema, within = ''): Field[] {
  const found = new Map<string, Field>()
  for (const field of listed(schema, within)) {
    const same = found.get(field.name)
    found.set(field.name, same ? together(same, field) : field)
  }
  return [...found.values()]
}

const together = (one: Field, other: Field): Field => ({
  ...one,
  type: [...new Set([one.type, other.type])].join(' | '),
  isRequired: one.isRequired && other.isRequired,
})

function listed(schema: Schema, within: string): Field[] {
  if (schema.type === 'array' && schema.items) return listed(schema.items, `${within}[]`)
  if (pieces(schema).length > 0) return pieces(schema).flatMap((piece) => listed(piece, within))
  return Object.entries(schema.properties ?? {}).flatMap(([key, of]) => {
    const name = within === '' ? key : `${within}.${key}`
    const field: Field = { name, type: typeOf(of), isRequired: schema.required?.includes(key) ?? false }
    if (of.default !== undefined) field.preset = JSON.stringify(of.default)
    return [field, ...listed(of, name)]
  })
}
