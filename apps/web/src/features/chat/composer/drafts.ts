import { text as anyText } from '../../../lib/text/parse.ts'
import { stored } from '../../../lib/stored.ts'

/** Unsent text by chat, stored in the browser so that reloads, failed sends and expired sessions lose nothing. */
export type Drafts = {
  read(name: string): string
  /** An empty text deletes the draft. */
  write(name: string, text: string): void
}

export function createDrafts(storage?: () => Storage): Drafts {
  const draft = (name: string) => stored(`draft.${name}`, anyText, storage)
  return {
    read: (name) => draft(name).read() ?? '',
    write: (name, text) => (text === '' ? draft(name).remove() : draft(name).write(text)),
  }
}
