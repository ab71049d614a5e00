import { malformed } from '../problem.ts'

/** A JSON object from outside, its fields still unknown. */
export type Fields = Record<string, unknown>

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function readFields(value: unknown, what: string): Fields {
  if (!isFields(value)) throw malformed(`${what} must be a JSON object.`)
  return value
}

export function readText(fields: Fields, name: string): string {
  const value = fields[name]
  if (typeof value !== 'string' || value === '')
    throw malformed(`Missing required parameter: '${name}'.`, name)
  return value
}

export function readList(fields: Fields, name: string): unknown[] {
  const value = fields[name]
  if (!Array.isArray(value) || value.length === 0)
    throw malformed(`'${name}' must be a list that is not empty.`, name)
  return value
}

/** A positive whole number, or null when it is not there. */
export function readLimit(fields: Fields, name: string): number | null {
  const value = fields[name]
  if (value === undefined || value === null) return null
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 1)
    throw malformed(`'${name}' must be a whole number of at least 1.`, name)
  return value
}

/** The texts and the number of images in a message's content, which is a string or a list of typed parts. */
export function readContent(content: unknown, where: string): { text: string; images: number } {
  if (content === null || content === undefined) return { text: '', images: 0 }
  if (typeof content === 'string') return { text: content, images: 0 }
  if (!Array.isArray(content))
    throw malformed(`'${where}.content' must be a string or a list of parts.`, where)
  const parts = content.map((part: unknown) => readFields(part, `A part of '${where}.content'`))
  const texts = parts.map((part) => part['text']).filter((text) => typeof text === 'string')
  const images = parts.filter(
    (part) => typeof part['type'] === 'string' && part['type'].includes('image'),
  ).length
  return { text: texts.join('\n'), images }
}

/** The offered tools. */
export function toolsIn(fields: Fields): Fields[] {
  const { tools } = fields
  return Array.isArray(tools) ? tools.filter(isFields) : []
}

export const nameOf = (tool: unknown): string =>
  isFields(tool) && typeof tool['name'] === 'string' ? tool['name'] : ''
