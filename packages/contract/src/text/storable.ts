/** Returns the text as PostgreSQL can store it: without NUL, and with U+FFFD for lone surrogates. Everything else stays. */
export const storable = (text: string): string =>
  (text.includes('\0') ? text.replaceAll('\0', '') : text).toWellFormed()

/**
 * Makes streamed text storable. Providers may split a surrogate pair: the first half waits for the second, and is dropped if
 * nothing follows.
 */
export class StorableDeltas {
  #half = ''

  /** Returns the text that can be passed on now; possibly ''. */
  push(delta: string): string {
    const text = (this.#half + delta).replaceAll('\0', '')
    this.#half = endsWithHighSurrogate(text) ? text.slice(-1) : ''
    return (this.#half === '' ? text : text.slice(0, -1)).toWellFormed()
  }
}

const endsWithHighSurrogate = (text: string): boolean => {
  const last = text.charCodeAt(text.length - 1)
  return last >= 0xd800 && last <= 0xdbff
}
