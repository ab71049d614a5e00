/** Parses an untrusted value; null if invalid. */
export type Parse<Value> = (value: unknown) => Value | null

// The first page stores four small values: these parsers replace zod's core there, which would add 12 KB.
export const text: Parse<string> = (value) => (typeof value === 'string' ? value : null)
export const number: Parse<number> = (value) =>
  typeof value === 'number' && Number.isFinite(value) ? value : null

export const oneOf =
  <const Option extends string | boolean>(...options: readonly Option[]): Parse<Option> =>
  (value) =>
    options.find((option) => option === value) ?? null

/** An object with at least these fields, each accepted by its parser; other fields are dropped. */
export const fields =
  <Shape extends Record<string, Parse<unknown>>>(
    shape: Shape,
  ): Parse<{ [Name in keyof Shape]: NonNullable<ReturnType<Shape[Name]>> }> =>
  (value) => {
    if (typeof value !== 'object' || value === null) return null
    const given: Record<string, unknown> = { ...value }
    const read = Object.entries(shape).map(([name, parse]) => [name, parse(given[name])] as const)
    return read.every(([, field]) => field !== null)
      ? (Object.fromEntries(read) as ReturnType<Parse<never>> & object)
      : null
  }
