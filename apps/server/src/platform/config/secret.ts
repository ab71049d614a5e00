import { inspect } from 'node:util'

/**
 * A value that must not reach a log, an error or a reply. Printing it in any way (string, JSON, console, pino) gives `[secret]`;
 * only `reveal()` returns it, so that every use can be found by that word.
 */
export class Secret {
  readonly #value: string

  constructor(value: string) {
    this.#value = value
  }

  reveal(): string {
    return this.#value
  }

  toString(): string {
    return '[secret]'
  }

  toJSON(): string {
    return '[secret]'
  }

  [inspect.custom](): string {
    return '[secret]'
  }
}
