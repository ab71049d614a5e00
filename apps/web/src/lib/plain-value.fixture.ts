import { z } from 'zod'

/**
 * The plainest value of a type of the contract: no text, zero, false, an empty list, null where that is allowed, the first of several
 * choices. A fixture adds what its tests are about, so a new field of the type needs no change of the fixture. Ids are empty texts.
 */
export const plainValue = <Schema extends z.ZodType>(schema: Schema): z.output<Schema> =>
  valueOf(schema) as z.output<Schema>

function valueOf(schema: unknown): unknown {
  if (schema instanceof z.ZodObject)
    return Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, valueOf(field)]))
  if (schema instanceof z.ZodPipe) return valueOf(schema.in)
  if (schema instanceof z.ZodNullable) return null
  if (schema instanceof z.ZodOptional) return undefined
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodBoolean) return false
  if (schema instanceof z.ZodNumber) return 0
  if (schema instanceof z.ZodString) return ''
  throw new Error(`plainValue doesn't know a value of ${JSON.stringify(schema)} yet.`)
}
