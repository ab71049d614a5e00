import type { ReceivedMail } from './received-mail.ts'

const kept = 500

/** The last 500 mails, newest first, in memory. */
export class MailStore {
  #mails: ReceivedMail[] = []
  #watchers = new Set<() => void>()

  add(mail: ReceivedMail): void {
    this.#mails = [mail, ...this.#mails].slice(0, kept)
    for (const look of this.#watchers) look()
  }

  /** All mails, or those to one address, ignoring case. */
  list(to = ''): ReceivedMail[] {
    const wanted = to.trim().toLowerCase()
    return this.#mails.filter((mail) => wanted === '' || mail.to.includes(wanted))
  }

  find(id: string): ReceivedMail | undefined {
    return this.#mails.find((mail) => mail.id === id)
  }

  clear(): void {
    this.#mails = []
  }

  /** The newest mail, here already or to come, for which the predicate is true. Never settles if none comes. */
  waitFor(predicate: (mail: ReceivedMail) => boolean): Promise<ReceivedMail> {
    const { promise, resolve } = Promise.withResolvers<ReceivedMail>()
    const look = () => {
      const found = this.#mails.find(predicate)
      if (found === undefined) return
      this.#watchers.delete(look)
      resolve(found)
    }
    this.#watchers.add(look)
    look()
    return promise
  }
}
