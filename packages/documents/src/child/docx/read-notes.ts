import type { ReadEvent } from '../../block.ts'
import type { Archive } from '../archive.ts'
import { createFlow } from '../flow.ts'
import { readXml } from '../xml.ts'
import { textHandlers } from './text-handlers.ts'

const noteTags = new Set(['footnote', 'endnote', 'comment'])

/** Adds the texts of a part's notes, by `footnotes 3`. */
export async function readNotes(
  archive: Archive,
  part: string,
  kind: 'footnotes' | 'endnotes' | 'comments',
  notes: Map<string, string>,
): Promise<void> {
  let id: string | undefined
  const events = readXml<ReadEvent & { id?: string }>(archive.read(part), (make) => {
    const handlers = textHandlers(
      createFlow((event) => make({ ...event, ...(id !== undefined && { id }) })),
      { levels: new Map(), notes: new Map(), insert: () => {} },
    )
    return {
      ...handlers,
      open(name, attributes, prefix) {
        if (noteTags.has(name)) id = attributes['id']
        handlers.open?.(name, attributes, prefix)
      },
    }
  })
  for await (const event of events) {
    if (event.type !== 'block') continue
    const key = `${kind} ${event.id}`
    notes.set(key, [notes.get(key) ?? '', event.block.text].join('\n').trim())
  }
}
