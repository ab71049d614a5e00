import { type AccountId, documentEndingOf, type FileId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Block, type ReadEvent, readDocument, type TranscribePage } from '../documents/index.ts'
import { type Embedder, type PictureReader, ProviderFault } from '../models/index.ts'
import type { Database } from '../platform/database/index.ts'
import type { Log } from '../platform/log.ts'
import type { Storage } from '../platform/storage/index.ts'
import { cutPassages } from './cut-passages.ts'
import { embedPassages } from './embed-passages.ts'
import { beginRun, type IndexRun, inRun } from './index-run.ts'
import { patiently } from './patiently.ts'
import { createProgress, type Parts } from './progress.ts'
import { settleFailure, UnreadableError } from './settle-failure.ts'
import { openSource } from './source.ts'
import { createSummary } from './summary.ts'
import { writePassages, type Written } from './write-passages.ts'

/** Which file: what the job is told. */
export type IndexJob = { accountId: AccountId; fileId: FileId }

export type IndexPorts = {
  database: Database
  storage: Storage
  log: Log
  /** Makes vectors of passages; without one they are found by their words alone. */
  embedder?: Embedder | null
  /** Reads pages that are pictures; without one, the system's tesseract does where there is one. */
  pictureReader?: PictureReader | null
  /** Told when a file is begun, about once a second while it is read, and when it is done or has failed. */
  onProgress?: (file: IndexJob & { scopeId: string }) => void
}

/**
 * Reads a file and makes it findable: the body of the job. What is wrong with the file is its state afterwards; what is wrong
 * with us is thrown, so that the job is tried again, until after the last try it is the file's state too. May run twice.
 */
export async function indexFile(ports: IndexPorts, job: IndexJob, signal: AbortSignal): Promise<void> {
  const begun = await beginRun(ports.database, job)
  if (!begun) return
  const { run, isGivenUp } = begun
  const tell = () => ports.onProgress?.({ ...job, scopeId: run.scopeId })
  tell()
  if (isGivenUp) return
  try {
    await readAndWrite(ports, run, signal, tell)
  } catch (error) {
    await settleFailure(ports, run, error, signal)
  }
  tell()
}

async function readAndWrite(
  { database, storage, embedder = null, pictureReader = null }: IndexPorts,
  run: IndexRun,
  signal: AbortSignal,
  tell: () => void,
): Promise<void> {
  const ending = documentEndingOf(run.name)
  if (!ending) throw new UnreadableError('DAMAGED')
  const source = await openSource(storage, run.storageKey)
  const progress = createProgress(database, run, tell)
  const summary = createSummary(run.name)
  try {
    const transcribe = pictureReader && transcribeBy(pictureReader)
    const blocks = blocksOf(readDocument(source, ending, { signal, transcribe }), progress.note, summary.add)
    const written = await writePassages(database, run, cutPassages(blocks))
    signal.throwIfAborted()
    if (written.passages === 0) throw new UnreadableError('EMPTY')
    if (embedder)
      await embedPassages((work) => inRun(database, run, work), run, embedder, signal).catch(
        unlessTheModelFails,
      )
    await complete(database, run, {
      embedder: embedder?.name ?? null,
      ...written,
      ...progress.parts(),
      summary: summary.text(),
    })
  } catch (error) {
    throw source.isBroken() ? new UnreadableError('UNAVAILABLE', { cause: error }) : error
  }
}

async function* blocksOf(
  events: AsyncIterable<ReadEvent>,
  note: (event: ReadEvent) => Promise<void>,
  onBlock: (block: Block) => void,
): AsyncGenerator<Block> {
  for await (const event of events) {
    await note(event)
    if (event.type !== 'block') continue
    onBlock(event.block)
    yield event.block
  }
}

const transcribeBy =
  (reader: PictureReader): TranscribePage =>
  (png, signal) =>
    patiently(() => reader.read(png, { signal }), signal).catch(unlessTheModelFails)

/** Who reads pictures or makes the vectors cannot be had: the file is fine, and may be read again later. */
function unlessTheModelFails(error: unknown): never {
  throw error instanceof ProviderFault ? new UnreadableError('UNAVAILABLE', { cause: error }) : error
}

const complete = (
  database: Database,
  run: IndexRun,
  {
    passages,
    words,
    tokens,
    done,
    total,
    unread,
    summary,
    embedder,
  }: Written & Parts & { summary: string; embedder: string | null },
): Promise<void> =>
  inRun(database, run, async (trx) => {
    await sql`
      update indexed_file set status = 'COMPLETED', problem = null, passages = ${passages}, words = ${words},
        tokens = ${tokens}, parts_done = ${total ?? done}, parts_total = ${total}, summary = ${summary}, embedder = ${embedder},
        unread_pages = ${unread}, finished_at = now()
      where account_id = ${run.accountId} and file_id = ${run.fileId}`.execute(trx)
  })
