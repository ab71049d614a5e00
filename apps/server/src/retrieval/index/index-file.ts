import type { IndexJob, TakeFileAllowance } from './index-run.ts'
import { readableEndingOf } from '@atrium/contract'
import { sql } from 'kysely'
import type { Plans } from '../../accounts/index.ts'
import { type Block, type ReadEvent, readDocument, type TranscribePage } from '@atrium/documents'
import { type Embedder, type PictureReader, ProviderFault } from '../../models/index.ts'
import type { Database } from '../../platform/database/index.ts'
import type { Log } from '../../platform/log.ts'
import type { Storage } from '../../platform/storage/index.ts'
import { embedPassages } from './embed-passages.ts'
import { beginRun, type IndexRun, inRun } from './index-run.ts'
import { withRetry } from './retry-provider.ts'
import type { Written } from './passage-frames.ts'
import { passagesInProcess } from './passages-in-process.ts'
import { createProgress, type Parts } from './progress.ts'
import { settleFailure, UnreadableError } from './settle-failure.ts'
import { openSource } from './source.ts'
import { requireTextLimits, type TextLimits, textLimitsOf } from './text-limits.ts'
import { writePassages } from './write-passages.ts'

export type IndexPorts = {
  database: Database
  storage: Storage
  log: Log
  /** How much text a file may have. */
  plans: Plans
  /** Embeds passages; without it search uses keywords only. */
  embedder?: Embedder | null
  /** Reads scanned pages; without it, the system's tesseract if installed. */
  pictureReader?: PictureReader | null
  /** Counts provider calls for a file; false when the day's allowance is used up. */
  takeAllowance?: TakeFileAllowance
  /** Called when a file is started, about once per second while it is read, and when it is done or has failed. */
  onProgress?: (file: IndexJob & { scopeId: string }) => void
}

/**
 * Indexes a file: the body of the job. Problems of the file become its state; our own are thrown, so that the job is retried, and
 * become the file's state after the last attempt. Idempotent.
 */
export async function indexFile(ports: IndexPorts, job: IndexJob, signal: AbortSignal): Promise<void> {
  const started = await beginRun(ports.database, job)
  if (!started) return
  const { run, isGivenUp } = started
  const reportProgress = () => ports.onProgress?.({ ...job, scopeId: run.scopeId })
  reportProgress()
  if (isGivenUp) return
  try {
    await readAndWrite(ports, run, signal, reportProgress)
  } catch (error) {
    await settleFailure(ports, run, error, signal)
  }
  reportProgress()
}

async function readAndWrite(
  {
    database,
    storage,
    plans,
    embedder = null,
    pictureReader = null,
    takeAllowance = async () => true,
  }: IndexPorts,
  run: IndexRun,
  signal: AbortSignal,
  reportProgress: () => void,
): Promise<void> {
  const ending = readableEndingOf(run.name)
  if (!ending) throw new UnreadableError('DAMAGED')
  const limits = await textLimitsOf({ database, plans }, run)
  const counted = { textBytes: 0 }
  const source = await openSource(storage, run.storageKey)
  const progress = createProgress(database, run, reportProgress)
  try {
    const transcribe =
      pictureReader && transcribeBy(pictureReader, () => takeAllowance(run, 'scannedPages', 1))
    const blocks = blocksOf(
      readDocument(source, ending, { signal, transcribe }),
      progress.note,
      limits,
      counted,
    )
    const frames = passagesInProcess(blocks, run.name, signal)
    const written = await writePassages(database, run, frames, limits.passages)
    signal.throwIfAborted()
    if (written.passages === 0) throw new UnreadableError('EMPTY')
    // Without vectors keyword search finds it, until another day's allowance embeds it.
    const mayEmbed = embedder !== null && (await takeAllowance(run, 'passageVectors', written.passages))
    if (embedder && mayEmbed)
      await embedPassages((work) => inRun(database, run, work), run, embedder, signal).catch(
        unlessTheModelFails,
      )
    await complete({ database, plans }, run, {
      embedder: mayEmbed ? embedder.name : null,
      textBytes: counted.textBytes,
      ...written,
      ...progress.parts(),
    })
  } catch (error) {
    throw source.isBroken() ? new UnreadableError('UNAVAILABLE', { cause: error }) : error
  }
}

/** Counts the bytes of text, and throws TOO_MUCH_TEXT at the block that exceeds the limit. */
async function* blocksOf(
  events: AsyncIterable<ReadEvent>,
  note: (event: ReadEvent) => Promise<void>,
  limits: TextLimits,
  counted: { textBytes: number },
): AsyncGenerator<Block> {
  for await (const event of events) {
    await note(event)
    if (event.type !== 'block') continue
    counted.textBytes += Buffer.byteLength(event.block.text)
    if (counted.textBytes > limits.textBytes) throw new UnreadableError('TOO_MUCH_TEXT')
    yield event.block
  }
}

const transcribeBy =
  (reader: PictureReader, mayRead: () => Promise<boolean>): TranscribePage =>
  async (picture, signal, contentType) => {
    if (!(await mayRead())) throw new UnreadableError('UNAVAILABLE')
    return await withRetry(() => reader.read(picture, { signal, contentType }), signal).catch(
      unlessTheModelFails,
    )
  }

/** The page reader or embedding model is unavailable: the file is fine, and may be indexed later. */
function unlessTheModelFails(error: unknown): never {
  throw error instanceof ProviderFault ? new UnreadableError('UNAVAILABLE', { cause: error }) : error
}

const complete = (
  { database, plans }: Pick<IndexPorts, 'database' | 'plans'>,
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
    textBytes,
  }: Written & Parts & { summary: string; embedder: string | null; textBytes: number },
): Promise<void> =>
  inRun(database, run, async (trx) => {
    await requireTextLimits(trx, plans, run, { textBytes, passages })
    await sql`
      update indexed_file set status = 'COMPLETED', problem = null, passages = ${passages}, words = ${words},
        tokens = ${tokens}, parts_done = ${total ?? done}, parts_total = ${total}, summary = ${summary}, embedder = ${embedder},
        unread_pages = ${unread}, text_bytes = ${textBytes}, finished_at = now()
      where account_id = ${run.accountId} and file_id = ${run.fileId}`.execute(trx)
  })
