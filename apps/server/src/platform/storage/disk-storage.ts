import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { link, mkdir, open, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
import { fail } from '../failure.ts'
import { StartError } from '../start-error.ts'
import { createTurns } from './in-turn.ts'
import {
  FileTooLargeError,
  UploadRefusedError,
  type FileFacts,
  type SizeRange,
  type Storage,
  type StoredFile,
} from './storage.ts'
import { createUploadForms, requireKey, type UploadFormsOptions } from './upload-forms.ts'

export interface DiskStorageOptions extends UploadFormsOptions {
  /** Created if missing, closed to other users. */
  folder: string
}

/** Folder of incomplete files; no key maps to it. */
const unfinishedFolder = '.unfinished'
/** Incomplete files of dead processes are deleted after this time. */
const abandonedAfterMs = 24 * 60 * 60 * 1000

const factsSchema = z.strictObject({ contentType: z.string(), cacheControl: z.string().optional() })

/**
 * Stores files in a folder: `<key>`, and beside it `<key>.facts` with its type. Writes the bytes aside, syncs them to disk, and
 * names the file last, so a named file is complete.
 */
export function createDiskStorage({ folder, ...forms }: DiskStorageOptions): Storage {
  const unfinished = path.join(folder, unfinishedFolder)
  try {
    mkdirSync(unfinished, { recursive: true, mode: 0o700 })
    clearAbandoned(unfinished)
  } catch (error) {
    throw new StartError(
      `The folder for files ${folder} can't be written: ${(error as Error).message}. Free some space, or give it to the user that runs Atrium.`,
      { cause: error },
    )
  }
  const inTurn = createTurns()

  return {
    ...createUploadForms(forms),

    async put(key, body, file) {
      const target = pathOf(folder, key)
      const aside = path.join(unfinished, randomUUID())
      const { contentType, cacheControl } = file
      const facts = JSON.stringify({ contentType, cacheControl })
      try {
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
        await writeDurably(aside, body, file)
        await writeFile(`${aside}.facts`, facts, { mode: 0o600, flush: true })
        await inTurn(key, async () => {
          // Readers find the complete facts of either upload under this key, never half of them.
          await rename(`${aside}.facts`, `${target}.facts`)
          // Unlike renaming, linking fails for an existing file: a file is never replaced.
          await link(aside, target)
        })
        await syncFolder(path.dirname(target))
      } catch (error) {
        if (isErrorWithCode(error, 'EEXIST'))
          throw new UploadRefusedError('There is a file under this key already.')
        if (isUnwritable(error)) fail('STORAGE_UNAVAILABLE', { cause: error, retryAfterSeconds: 30 })
        throw error
      } finally {
        await removeAside(aside)
        await removeAside(`${aside}.facts`)
      }
    },

    async get(key) {
      const target = pathOf(folder, key)
      try {
        const [{ size: sizeBytes }, facts] = await Promise.all([
          stat(target),
          readFile(`${target}.facts`, 'utf8'),
        ])
        return {
          ...readFacts(facts),
          sizeBytes,
          read: (range) => createReadStream(target, range),
        } satisfies StoredFile
      } catch (error) {
        if (isErrorWithCode(error, 'ENOENT')) return undefined
        throw error
      }
    },

    async delete(key) {
      const target = pathOf(folder, key)
      await inTurn(key, async () => {
        await rm(target, { force: true })
        await rm(`${target}.facts`, { force: true })
      })
    },

    async check() {
      const file = path.join(unfinished, randomUUID())
      try {
        await writeFile(file, 'Atrium was here.', { mode: 0o600, flag: 'wx' })
      } finally {
        await removeAside(file)
      }
    },
  }
}

/** On a disk that became read-only it stays; the next start removes it. */
async function removeAside(file: string): Promise<void> {
  await rm(file, { force: true }).catch((error: unknown) => {
    if (!isUnwritable(error)) throw error
  })
}

const unwritable = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', 'EPERM', 'EIO'])

/** The disk is full, over quota, read-only, closed or broken: the file itself is fine. */
const isUnwritable = (error: unknown) =>
  error instanceof Error && 'code' in error && unwritable.has(String(error.code))

function clearAbandoned(unfinished: string): void {
  for (const name of readdirSync(unfinished)) {
    const file = path.join(unfinished, name)
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity }
    if (mtimeMs < Date.now() - abandonedAfterMs) rmSync(file, { force: true })
  }
}

function pathOf(folder: string, key: string): string {
  requireKey(key)
  return path.join(folder, key)
}

async function writeDurably(
  file: string,
  body: Readable | Uint8Array,
  { minBytes = 0, maxBytes }: SizeRange,
): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    const sizeBytes = await writeCounted(handle, body, maxBytes)
    if (sizeBytes < minBytes) throw new UploadRefusedError(`The file has fewer than ${minBytes} bytes.`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeCounted(
  handle: FileHandle,
  body: Readable | Uint8Array,
  maxBytes: number,
): Promise<number> {
  let sizeBytes = 0
  for await (const chunk of body instanceof Readable ? body : [body]) {
    const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    sizeBytes += bytes.byteLength
    if (sizeBytes > maxBytes) throw new FileTooLargeError(maxBytes)
    await handle.writeFile(bytes)
  }
  return sizeBytes
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function readFacts(json: string): FileFacts {
  const { contentType, cacheControl } = factsSchema.parse(JSON.parse(json))
  return { contentType, ...(cacheControl !== undefined && { cacheControl }) }
}

const isErrorWithCode = (error: unknown, code: string) =>
  error instanceof Error && 'code' in error && error.code === code
