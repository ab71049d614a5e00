import type { Writable } from 'node:stream'
import pg from 'pg'

/** Further texts, such as of variable-length lists, are not prepared: prepared statements take memory in every connection. */
const maxStatements = 400
const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= maxStatements) return known
  const name = `s${names.size + 1}`
  names.set(text, name)
  return name
}

/**
 * A connection that prepares statements: parsing, row-level security and planning cost more than execution. Statements issued in the same
 * turn of the event loop are sent with one write. Needs a connection of its own, as from `pg.Pool`; a pooler in between must support
 * prepared statements.
 */
export class PreparingClient extends pg.Client {
  #isJoining = false

  /** Prepares only the form that Kysely and the pool use: a text with values. Types are those of `pg.Client`. */
  override query: pg.Client['query'] = ((...given: unknown[]) => {
    this.#joinWrites()
    const [text, values, ...rest] = given
    const name = typeof text === 'string' && Array.isArray(values) && values.length > 0 && nameOf(text)
    const asked = name ? [{ name, text, values }, ...rest] : given
    return Reflect.apply(super.query, this, asked) as unknown
  }) as pg.Client['query']

  /** Buffers writes until the end of this turn of the event loop. */
  #joinWrites(): void {
    if (this.#isJoining) return
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection
    this.#isJoining = true
    stream.cork()
    process.nextTick(() => {
      this.#isJoining = false
      stream.uncork()
    })
  }
}
