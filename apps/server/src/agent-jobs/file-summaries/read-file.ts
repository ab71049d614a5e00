import { limits, type FileId, type RoomId, type Source } from '@atrium/contract'
import { checkSupport, filesToSummarise, type RunningTurn, summaryTokens } from '../../answers/index.ts'
import { fileOpenTo } from '../../knowledge/index.ts'
import { inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { filesOf, readPassages } from '../../retrieval/index.ts'
import { mayUseRoom } from '../../rooms/index.ts'
import type { JobWork, ModelStep, PlainStep } from '../engine/program.ts'
import type { JobPorts } from '../ports.ts'
import type { ListOutput, SummaryOutput } from './summaries-state.ts'
import { summaryPrompt, withCitations } from './summary-prompts.ts'

type StepContext = { ports: JobPorts; turn: RunningTurn }

/** Passages that one statement reads. */
const passagesAtATime = 20

/** Lists the files that the owner may open now. */
export async function listFiles({ ports, turn }: StepContext, roomId: RoomId): Promise<ListOutput> {
  return await inTenant(ports.database, turn, async (trx) => {
    if (!(await mayUseRoom(trx, turn, roomId))) return fail('FORBIDDEN')
    return { roomId, ...(await filesToSummarise(trx, turn, roomId)) }
  })
}

/** The numbers of those files that the owner may open now. */
export async function openNumbers(
  { ports, turn }: StepContext,
  roomId: RoomId,
  sources: readonly Source[],
): Promise<Set<number>> {
  return await inTenant(ports.database, turn, async (trx) => {
    if (!(await mayUseRoom(trx, turn, roomId))) return fail('FORBIDDEN')
    const open = await fileOpenTo(
      trx,
      turn,
      sources.map(({ fileId }) => fileId),
    )
    return new Set(sources.filter(({ fileId }) => open.has(fileId)).map(({ number }) => number))
  })
}

type FileText = { name: string; text: string; last: number; isWhole: boolean; place: Source['place'] }

type SummaryStep = Pick<ModelStep, 'key' | 'title'> & { fileId: FileId; number: number; roomId: RoomId }

/** Prepares the summary of a file from its text, as the owner may read it now. A deleted file needs no model call. */
export async function prepareSummary(
  { ports, turn }: StepContext,
  work: JobWork,
  { key, title, fileId, number, roomId }: SummaryStep,
): Promise<ModelStep | PlainStep> {
  const file = await inTenant(ports.database, turn, async (trx) => {
    if (!(await mayUseRoom(trx, turn, roomId))) return fail('FORBIDDEN')
    return await readText(trx, turn, roomId, fileId)
  })
  const step = { key, kind: 'summary' as const, title }
  const without: SummaryOutput = { fileId, summary: null }
  if (!file) return { ...step, how: 'plain', input: without, run: () => without }
  const { name, text, last, isWhole, place } = file
  const source: Source = {
    ...{ number, fileId, fileName: name, of: { kind: 'context', roomId }, first: 0, last, place },
    excerpt: text.replaceAll(/\s+/g, ' ').trim().slice(0, limits.excerptCharacters).toWellFormed(),
  }
  const toRead = [{ number, fileName: name, place: {}, text }]
  return {
    ...step,
    how: 'model',
    prompt: summaryPrompt(work, 'file', { sources: toRead, isCut: !isWhole }),
    maxOutputTokens: summaryTokens.file,
    read(written): SummaryOutput {
      const cited = withCitations(written, new Set([number]))
      const answer = cited.includes(`[${number}]`) ? cited : `${cited} [${number}]`
      const sources = new Map([[number, `${name}\n${text}`]])
      const unsupported = checkSupport({ answer, question: work.material.question, sources })
      return { fileId, summary: { source, text: answer, unsupported, isWhole } }
    },
    refused: (): SummaryOutput => ({ ...without, isRefused: true }),
  }
}

async function readText(
  trx: TenantTransaction,
  { accountId, userId }: RunningTurn,
  roomId: RoomId,
  fileId: FileId,
): Promise<FileText | null> {
  if (!(await fileOpenTo(trx, { accountId, userId }, [fileId])).has(fileId)) return null
  const [file] = await filesOf(trx, accountId, [roomId], [fileId])
  if (!file) return null
  const texts: string[] = []
  let place: Source['place'] | null = null
  let left = limits.summarisedFileTokens
  for (let from = 0; from < file.passages && left > 0; from += passagesAtATime) {
    const passages = await readPassages(trx, accountId, fileId, { from, count: passagesAtATime })
    if (passages.length === 0) break
    for (const passage of passages) {
      // The first is read in any case.
      if (passage.tokens > left && texts.length > 0) return textOf(file.name, texts, place, false)
      place ??= passage.place
      texts.push(passage.text)
      left -= passage.tokens
    }
  }
  return texts.length === 0 ? null : textOf(file.name, texts, place, texts.length >= file.passages)
}

const textOf = (
  name: string,
  texts: readonly string[],
  place: Source['place'] | null,
  isWhole: boolean,
): FileText => ({
  ...{ name, isWhole, place: place ?? {} },
  text: texts.join('\n'),
  last: texts.length - 1,
})
