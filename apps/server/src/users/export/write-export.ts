import { Readable } from 'node:stream'
import type { UserId } from '@atrium/contract'
import { ZipFile } from 'yazl'
import { type Database, inSystem, type Transaction } from '../../platform/database/index.ts'
import type { OwnData } from '../../platform/own-data.ts'
import type { Storage } from '../../platform/storage/index.ts'

export type WritingPorts = {
  database: Database
  storage: Storage
  /** The parts of all nouns. */
  ownData(): readonly OwnData[]
}

/**
 * Streams all data of a person as a zip while reading it: loads one file at a time, so that memory is limited to the longest chat
 * or the largest file. An error ends the stream.
 */
export async function writeExport(ports: WritingPorts, userId: UserId): Promise<Readable> {
  const parts = ports.ownData()
  const zip = new ZipFile()
  const output = Readable.from(zip.outputStream, { objectMode: false })
  zip.on('error', (error: Error) => output.destroy(error))

  const contents = await inSystem(ports.database, (trx) => readAll(trx, parts, userId))
  for (const [name, data] of Object.entries(contents))
    zip.addBuffer(Buffer.from(`${JSON.stringify(data, null, 2)}\n`), `${name}.json`)
  for (const { files } of parts)
    for (const { path, read } of (await files?.(ports, userId)) ?? [])
      zip.addReadStreamLazy(path, (give) => {
        read().then(
          (content) => give(null, Readable.from([Buffer.from(content)])),
          (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error))),
        )
      })
  zip.end()
  return output
}

async function readAll(trx: Transaction, parts: readonly OwnData[], userId: UserId) {
  const contents: Record<string, unknown> = {}
  for (const { read } of parts) Object.assign(contents, await read(trx, userId))
  return contents
}
