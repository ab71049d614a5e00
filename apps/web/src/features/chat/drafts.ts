/** Unsent text by chat, kept in the browser so that reloads, failed sends and expired sessions lose no word. */
export type Drafts = {
  read(name: string): string
  /** An empty text forgets the draft. */
  write(name: string, text: string): void
}

export function createDrafts(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): Drafts {
  const key = (name: string) => `atrium.draft.${name}`
  return {
    read: (name) => {
      try {
        return storage.getItem(key(name)) ?? ''
      } catch {
        return ''
      }
    },
    write: (name, text) => {
      try {
        if (text === '') storage.removeItem(key(name))
        else storage.setItem(key(name), text)
      } catch {
        // A full or forbidden storage: the text lives as long as the page does.
      }
    },
  }
}
