import pg from 'pg'

/** Texts beyond these, as of lists of every length, are sent anew each time: prepared ones take memory in every connection. */
const mostStatements = 400
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostStatements) return known
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * A connection that has the server keep what it made of a query's text: parsing it, adding row-level security and planning cost
 * more than running it. Needs a connection of its own, as from `pg.Pool`; a pooler in between must know prepared statements.
 */
export class PreparingClient extends pg.Client {
  /** Only the form in which Kysely and the pool ask is prepared: a text with its values. Types are those of `pg.Client`. */
  override query: pg.Client['query'] = ((...given: unknown[]) => {
    const [text, values, ...rest] = given
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && nameOf(text)
    const asked = name ? [{ name, text, values }, ...rest] : given
    return Reflect.apply(super.query, this, asked) as unknown
  }) as pg.Client['query']
}
