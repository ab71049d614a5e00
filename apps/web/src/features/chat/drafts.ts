import { text as anyText } from '../../lib/parse.ts'
import { stored } from '../../lib/stored.ts'

/** Unsent text by chat, kept in the browser so that reloads, failed sends and expired sessions lose no word. */
export type Drafts = {
  read(name: string): string
  /** An empty text forgets the draft. */
  write(name: string, text: string): void
}

export function createDrafts(storage?: () => Storage): Drafts {
  const draft = (name: string) => stored(`draft.${name}`, anyText, storage)
  return {
    read: (name) => draft(name).read() ?? '',
    write: (name, text) => (text === '' ? draft(name).remove() : draft(name).write(text)),
  }
}
