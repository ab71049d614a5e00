import { randomUUID } from 'node:crypto'
import { createReadStream, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { link, mkdir, open, readFile, rename, rm, stat, writeFile, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { z } from 'zod'
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
  /** Made when it is missing, closed to other users. */
  folder: string
}

/** Where files are written before they get their name; no key leads here. */
const unfinishedFolder = '.unfinished'
/** What a process that died was writing is cleared away after so long. */
const abandonedAfterMs = 24 * 60 * 60 * 1000

const factsSchema = z.strictObject({ contentType: z.string(), cacheControl: z.string().optional() })

/**
 * Files in a folder: `<key>`, and beside it `<key>.facts` with its type. The bytes are written aside, forced to the disk, and
 * get their name last, so a file that has its name is whole.
 */
export function createDiskStorage({ folder, ...forms }: DiskStorageOptions): Storage {
  const unfinished = path.join(folder, unfinishedFolder)
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  clearAbandoned(unfinished)
  const inTurn = createTurns()

  return {
    ...createUploadForms(forms),

    async put(key, body, file) {
      const target = pathOf(folder, key)
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
      const aside = path.join(unfinished, randomUUID())
      const { contentType, cacheControl } = file
      const facts = JSON.stringify({ contentType, cacheControl })
      try {
        await writeDurably(aside, body, file)
        await writeFile(`${aside}.facts`, facts, { mode: 0o600, flush: true })
        await inTurn(key, async () => {
          // Whoever reads finds the facts of another upload under this key, or these: never half of them.
          await rename(`${aside}.facts`, `${target}.facts`)
          // Unlike renaming, linking fails when somebody else was faster: a file is never replaced.
          await link(aside, target)
        })
        await syncFolder(path.dirname(target))
      } catch (error) {
        if (isErrorWithCode(error, 'EEXIST'))
          throw new UploadRefusedError('There is a file under this key already.')
        throw error
      } finally {
        await rm(aside, { force: true })
        await rm(`${aside}.facts`, { force: true })
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
  }
}

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
  { smallestBytes = 0, largestBytes }: SizeRange,
): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  try {
    const sizeBytes = await writeCounted(handle, body, largestBytes)
    if (sizeBytes < smallestBytes)
      throw new UploadRefusedError(`The file has fewer than ${smallestBytes} bytes.`)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function writeCounted(
  handle: FileHandle,
  body: Readable | Uint8Array,
  largestBytes: number,
): Promise<number> {
  let sizeBytes = 0
  for await (const chunk of body instanceof Readable ? body : [body]) {
    const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    sizeBytes += bytes.byteLength
    if (sizeBytes > largestBytes) throw new FileTooLargeError(largestBytes)
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
