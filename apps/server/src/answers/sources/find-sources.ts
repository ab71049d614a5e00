import {
  type BaseId,
  type FileId,
  type FoundSources,
  limits,
  type Source,
  type SourcesPart,
} from '@atrium/contract'
import { type Actor, openSourcesIn } from '../../chats/index.ts'
import {
  embedQuery,
  filesOf,
  type IndexedFile,
  type QueryVector,
  readPassages,
} from '../../retrieval/index.ts'
import { inTenant, isDatabaseUnavailable, type TenantTransaction } from '../../platform/database/index.ts'
import { readSurprise, type Surprise } from '../../platform/words/index.ts'
import { mayUseRoom } from '../../rooms/index.ts'
import { chooseSources, type Piece } from './choose-sources.ts'
import { countPrompt } from '../plan/count-prompt.ts'
import type { AnswerToWrite } from '../write/answer-to-write.ts'
import { isReadable, scopesFor, type SearchPlan } from '../plan/plan-search.ts'
import type { AnswerPorts } from '../ports.ts'
import type { RunningTurn } from '../write/running-turn.ts'
import { rewriteQuery } from './rewrite-query.ts'
import { aroundSources, sourceText, type SourceToRead, withSources } from '../plan/source-prompt.ts'
import { countTokens } from '../../models/index.ts'
import { waitForDocuments } from './wait-for-documents.ts'

/** The sources of an answer: as readers see them, and the texts for the model. */
type Found = {
  retrieved: FoundSources
  toRead: SourceToRead[]
  /** Number of files without a summary, where summaries were requested. */
  unsummarised: number
}

/**
 * Retrieves the sources of a question with the asker's current permissions, publishes them, and adds them to the prompt. Waits
 * for attached documents that are still being processed. Holds no transaction meanwhile; when the search fails, the question is
 * answered without sources.
 */
export async function findSources(
  ports: AnswerPorts,
  answer: AnswerToWrite,
): Promise<AnswerToWrite & { read: readonly SourceToRead[] }> {
  const { turn, search, drawing } = answer
  if (!search || drawing) return { ...answer, read: [] }
  const without = { ...answer, inputTokens: countPrompt(answer.prompt), read: [] }
  const documents = search.documents.map(({ id }) => id)
  if (!search.retrieved) await waitForDocuments(ports, turn, documents, turn.signal)
  if (turn.abortReason) return without
  const found = await lookFor(ports, answer, search)
  if (!found) return without
  if (!turn.parts.some(({ type }) => type === 'sources')) {
    turn.emit({ type: 'data-sources', id: 'sources', data: found.retrieved })
    ports.logWriter.wake(turn, true)
  }
  const prompt = withSources(answer.prompt, {
    sources: found.toRead,
    unread: found.retrieved.trace.unreadFiles.map(({ fileName }) => fileName),
    unsummarised: found.unsummarised,
    questionAt: answer.handedOver?.text || answer.writtenBefore ? -3 : -1,
  })
  return { ...answer, prompt, inputTokens: countPrompt(prompt), read: found.toRead }
}

/**
 * Searches the files of a question for other words than its own, with the asker's current permissions. Numbers the sources from 1.
 * Null when the asker may no longer use the room.
 */
export async function searchFiles(
  ports: AnswerPorts,
  turn: RunningTurn,
  search: SearchPlan,
  { query, sourceTokens }: { query: string; sourceTokens: number },
): Promise<Pick<Found, 'retrieved' | 'toRead'> | null> {
  const asker = { database: ports.database, userId: turn.userId }
  const near = await embedQuery(
    { embedder: ports.models.embedder, log: ports.log, asker },
    query,
    turn.signal,
  )
  const surprise = await readSurprise()
  const asked = { ...search, question: query, query, isRewritten: false, near, surprise, sourceTokens }
  return await inTenant(ports.database, turn, (trx) => searchIn(trx, turn, asked))
}

async function lookFor(
  ports: AnswerPorts,
  { turn, sourceTokens }: AnswerToWrite,
  search: SearchPlan,
): Promise<Found | null> {
  try {
    const rewritten = rewriteQuery(search.question, search.before)
    const near =
      search.retrieved || search.maxTokens === 0
        ? null
        : await embedQuery(
            {
              embedder: ports.models.embedder,
              log: ports.log,
              asker: { database: ports.database, userId: turn.userId },
            },
            rewritten.query,
            turn.signal,
          )
    const surprise = await readSurprise()
    return await inTenant(ports.database, turn, (trx) =>
      search.retrieved
        ? readAgain(trx, turn, { ...search, retrieved: search.retrieved, sourceTokens })
        : searchIn(trx, turn, { ...search, ...rewritten, near, surprise, sourceTokens }),
    )
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    if (turn.abortReason) return null
    ports.log.error(
      { event: 'answer.retrieval_failed', err: error, turnId: turn.turnId },
      'Could not retrieve sources; answering without them',
    )
    return null
  }
}

type Rewritten = ReturnType<typeof rewriteQuery>

async function searchIn(
  trx: TenantTransaction,
  actor: Actor,
  {
    query,
    isRewritten,
    near,
    surprise,
    sourceTokens,
    ...search
  }: SearchPlan & Rewritten & { near: QueryVector | null; surprise: Surprise; sourceTokens: number },
): Promise<Found | null> {
  const startedAt = performance.now()
  // Permissions may have changed while waiting for documents.
  if (!(await mayUseRoom(trx, actor, search.roomId))) return null
  const { scopeIds, bases } = await scopesFor(trx, actor, { ...search, isLenient: true })
  const scopes = [...scopeIds, ...[...search.documents, ...search.earlierDocuments].map(({ id }) => id)]
  // Most important first.
  const named = [
    ...search.documents.map(({ id }) => id),
    ...search.namedFileIds,
    ...search.earlierDocuments.map(({ id }) => id),
  ]
  // Files that the question mentions are read even when the room's files are switched off.
  const files = await filesOf(trx, actor.accountId, [...new Set([...scopes, search.roomId])], named)
  const unreadFiles = unreadOf(search, files)
  const around = countTokens(aroundSources(unreadFiles.map(({ fileName }) => fileName)))
  const chosen = await chooseSources(trx, actor.accountId, {
    scopeIds: scopes,
    named: [...new Set(named)].flatMap((id) => files.find(({ fileId }) => fileId === id) ?? []),
    question: search.question,
    query,
    near,
    surprise,
    budget: sourceTokens - around,
  })
  const numbered = chosen.pieces.map((piece, index) => ({ ...piece, number: index + 1 }))
  return {
    retrieved: {
      sources: numbered.map((piece) => sourceOf(piece, search, bases)),
      trace: {
        query: query.slice(0, maxQueryCharacters),
        isRewritten,
        filesSearched: chosen.filesSearched,
        passagesSearched: chosen.passagesSearched,
        passagesFound: chosen.passagesFound,
        wholeFiles: chosen.wholeFiles.map(({ fileId, name }) => ({ fileId, fileName: name })),
        unreadFiles,
        ...(search.roomFilesOff && { roomFilesOff: true as const }),
        durationMs: Math.round(performance.now() - startedAt),
      },
      unsupported: null,
    },
    toRead: numbered.map(({ number, file, place, text }) => ({ number, fileName: file.name, place, text })),
    unsummarised: chosen.unsummarised,
  }
}

/** A question may be as long as a book: shows only its beginning. */
const maxQueryCharacters = 1_000

/** Attached or mentioned documents that could not be read. */
function unreadOf(
  { documents, namedFileIds }: SearchPlan,
  files: readonly IndexedFile[],
): FoundSources['trace']['unreadFiles'] {
  const byId = new Map(files.map((file) => [file.fileId, file]))
  const wanted = new Map<FileId, string>([
    ...namedFileIds.flatMap((id) => {
      const file = byId.get(id)
      return file ? [[id, file.name] as const] : []
    }),
    ...documents.map(({ id, name }) => [id, name] as const),
  ])
  return [...wanted].flatMap(([fileId, fileName]) => {
    const file = byId.get(fileId)
    return file && isReadable(file) ? [] : [{ fileId, fileName, problem: file?.state.problem ?? null }]
  })
}

function sourceOf(
  { number, file, first, last, place, text }: Piece & { number: number },
  { roomId }: SearchPlan,
  bases: readonly { id: BaseId; name: string }[],
): Source {
  const base = bases.find(({ id }) => id === file.scopeId)
  return {
    number,
    fileId: file.fileId,
    fileName: file.name,
    of: base
      ? { kind: 'base', baseId: base.id, name: base.name }
      : file.scopeId === roomId
        ? { kind: 'context', roomId }
        : { kind: 'question' },
    first,
    last,
    place,
    excerpt: excerptOf(text),
  }
}

const excerptOf = (text: string): string =>
  text.replaceAll(/\s+/g, ' ').trim().slice(0, limits.excerptCharacters).toWellFormed()

/** Reloads the sources that an answer was given before, as far as the asker may open them now, under the same numbers. */
async function readAgain(
  trx: TenantTransaction,
  actor: Actor,
  {
    retrieved: { sources, trace },
    sourceTokens,
    ...search
  }: SearchPlan & { retrieved: SourcesPart; sourceTokens: number },
): Promise<Found> {
  const documents = [...search.documents, ...search.earlierDocuments].map(({ id }) => id)
  const open = await openSourcesIn(
    trx,
    actor,
    [[{ type: 'sources', id: 'sources', sources, trace, unsupported: null }]],
    documents,
  )
  const toRead: SourceToRead[] = []
  let left = sourceTokens - countTokens(aroundSources([]))
  for (const { number, fileId, fileName, of, place, first, last } of sources) {
    const isLeftOut = of.kind === 'context' && !search.usesRoomFiles && !search.namedFileIds.includes(fileId)
    if (isLeftOut || !open.has(fileId)) continue
    const passages = await readPassages(trx, actor.accountId, fileId, {
      from: first,
      count: last - first + 1,
    })
    const source = { number, fileName, place, text: passages.map(({ text }) => text).join('\n') }
    left -= countTokens(sourceText(source)) + 2
    if (passages.length > 0 && left >= 0) toRead.push(source)
  }
  return { retrieved: { sources, trace, unsupported: null }, toRead, unsummarised: 0 }
}
