import { randomUUID } from 'node:crypto'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const noteName = 'folder-id.json'
const noteSchema = z.object({ id: z.uuid(), file: z.string() })

/**
 * Returns the id of a locked data folder, which identifies earlier processes of the folder. Bound to its file, so that a copy of
 * the folder gets a new id.
 */
export function readFolderId(dataDir: string): string {
  const file = path.join(dataDir, noteName)
  return readNote(file) ?? makeNote(file)
}

function readNote(file: string): string | undefined {
  try {
    const note = noteSchema.parse(JSON.parse(readFileSync(file, 'utf8')))
    return note.file === identityOf(file) ? note.id : undefined
  } catch {
    // Missing or damaged: a new id only means waiting for leases to expire.
    return undefined
  }
}

/** Written in two steps, since the file must exist to contain its own identity. Renaming keeps it. */
function makeNote(file: string): string {
  const unfinished = `${file}.new`
  const id = randomUUID()
  writeFileSync(unfinished, '', { mode: 0o600 })
  writeFileSync(unfinished, JSON.stringify({ id, file: identityOf(unfinished) }))
  renameSync(unfinished, file)
  return id
}

function identityOf(file: string): string {
  const { dev, ino, birthtimeNs } = statSync(file, { bigint: true })
  return `${dev}:${ino}:${birthtimeNs}`
}
