import { createHash } from 'node:crypto'
import { limits, type ToolForm } from '@atrium/contract'
import { z } from 'zod'
import { cleanLine, cleanText } from './clean-text.ts'

export type OfferedTool = { name: string; form: ToolForm; hash: string }

/** The tools of a server, by name, and how many were left out since they exceed the limits. */
export type OfferedTools = { tools: OfferedTool[]; leftOut: number }

const maxTitleCharacters = 120
const maxDepth = 24

/** Reads the tools in a server's list. Of tools with the same name, only the first counts. */
export function readTools(list: readonly unknown[]): OfferedTools {
  const tools = new Map<string, OfferedTool>()
  for (const one of list) {
    if (tools.size === limits.maxToolsPerServer) break
    const tool = readTool(one)
    if (tool && !tools.has(tool.name)) tools.set(tool.name, tool)
  }
  return {
    tools: [...tools.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1)),
    leftOut: list.length - tools.size,
  }
}

const Listed = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z0-9_./:-]+$/)
    .max(limits.toolNameCharacters),
  title: z.string().optional(),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()),
  annotations: z.object({ title: z.string().optional(), readOnlyHint: z.boolean().optional() }).optional(),
})

/** Null for a tool that can't be offered to a model. */
function readTool(listed: unknown): OfferedTool | null {
  const { data } = Listed.safeParse(listed)
  if (!data) return null
  const { name, annotations } = data
  const schema = cleanJson(data.inputSchema)
  if (schema === undefined) return null
  const inputSchema = JSON.stringify(schema, null, 2)
  if (JSON.stringify(schema).length > limits.toolSchemaCharacters) return null
  const form: ToolForm = {
    title: cleanLine(data.title ?? annotations?.title ?? '', maxTitleCharacters) || name,
    description: cleanText(data.description ?? '')
      .trim()
      .slice(0, limits.toolDescriptionCharacters)
      .toWellFormed(),
    inputSchema,
    isReading: annotations?.readOnlyHint === true,
  }
  return { name, form, hash: hashOf(name, form) }
}

/** Identifies a tool as people and models see it; any change of it changes the hash. */
export const hashOf = (name: string, { title, description, inputSchema, isReading }: ToolForm): string =>
  createHash('sha256')
    .update(JSON.stringify([name, title, description, inputSchema, isReading]))
    .digest('hex')

/** The value with sorted keys and cleaned texts; undefined when it is nested too deep. */
export function cleanJson(value: unknown, depth = maxDepth): unknown {
  if (depth === 0) return undefined
  if (typeof value === 'string') return cleanText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const items = value.map((item) => cleanJson(item, depth - 1))
    return items.includes(undefined) ? undefined : items
  }
  const fields = Object.entries(value)
    .map(([name, field]) => [cleanText(name), cleanJson(field, depth - 1)] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return fields.some(([, field]) => field === undefined) ? undefined : Object.fromEntries(fields)
}
