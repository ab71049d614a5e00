import {
  answerText,
  type BaseId,
  type ChatId,
  type FileId,
  type Mention,
  type MessageId,
  type RoomId,
  type SourcesPart,
  type TurnId,
} from '@atrium/contract'
import { type Attached, documentsOfChat, isPicture } from '../../attachments/index.ts'
import { type Actor, type BranchTurn, questionsOfBranch } from '../../chats/index.ts'
import { basesOpenTo, scopesToAsk } from '../../knowledge/index.ts'
import { countTokens } from '../../models/index.ts'
import { figuresOf, filesOf, type IndexedFile, type ScopeFigures } from '../../retrieval/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { Failure } from '../../platform/failure.ts'
import { fileIdsIn } from './mentions.ts'
import type { Exchange } from '../sources/rewrite-query.ts'
import { aroundSources } from './source-prompt.ts'

type Document = { id: FileId; name: string }

/** Decides what to search before searching: scopes, documents, token budget. */
export type SearchPlan = {
  roomId: RoomId
  /** Whether the files of the room are searched; mentioned files are read either way. */
  usesRoomFiles: boolean
  /** True when the room has files and the switch is off. */
  roomFilesOff: boolean
  /** The bases that the asker chose. */
  baseIds: readonly BaseId[]
  /** Further bases, of the canvases that the answer is given. */
  canvasBaseIds: readonly BaseId[]
  /** Documents attached to the question: the answer waits for them. */
  documents: readonly Document[]
  /** Documents attached to earlier questions of the branch. */
  earlierDocuments: readonly Document[]
  /** Files that the question mentions. */
  namedFileIds: readonly FileId[]
  question: string
  before: Exchange | null
  /** The sources of the answer that is continued or was started before: no new search. */
  retrieved: SourcesPart | null
  /** Whether unsupported sentences are marked after the answer. */
  marksUnsupported: boolean
  /** Maximum tokens of the retrieved passages; 0 when there is nothing to search and the answer only says so. */
  maxTokens: number
}

/** The search options of a question. */
export type SearchSource = {
  usesRoomFiles: boolean
  baseIds: readonly BaseId[]
  /** Skips bases that are gone or no longer accessible instead of throwing. */
  isLenient: boolean
  /** The result of `loadRoomFigures`, if already loaded. */
  roomFigures?: RoomFigures | null
  /** The sources of the answer that is continued or was started before. */
  retrieved?: SourcesPart | null
  /** Attached and mentioned files that are left out, because they are read in another way. */
  except?: ReadonlySet<FileId>
}

type Asked = SearchSource & {
  canvasBaseIds: readonly BaseId[]
  roomId: RoomId
  marksUnsupported: boolean
  chatId: ChatId
  parentTurnId: TurnId | null
  messageId: MessageId
  attachments: ReadonlyMap<MessageId, readonly Attached[]>
  question: { text: string; mentions: readonly Mention[] }
  history: readonly BranchTurn[]
}

type RoomFigures = { roomId: RoomId; figures: ScopeFigures }

/** Maximum tokens of mentioned or attached files; and of retrieved passages otherwise. */
const maxNamedFileTokens = 24_000
export const maxRetrievedTokens = 8_000

/** Tokens of one or more files as sources, including their headings. */
export const tokensAsSources = ({ tokens, passages }: Pick<IndexedFile, 'tokens' | 'passages'>): number =>
  Math.ceil(tokens * 1.25) + passages * 40

/** Returns the figures of a room's context, for loading them together with the room. */
export const loadRoomFigures = async (
  trx: TenantTransaction,
  { accountId }: Actor,
  roomId: RoomId | null,
): Promise<RoomFigures | null> =>
  roomId && { roomId, figures: await figuresOf(trx, accountId, { scopeIds: [roomId] }) }

/**
 * Returns where to search for a question, and the maximum tokens; null where there is nothing to search and nothing was left out.
 * Checks access to the bases: NOT_FOUND.
 */
export async function planSearch(
  trx: TenantTransaction,
  actor: Actor,
  asked: Asked,
): Promise<SearchPlan | null> {
  const { roomId, usesRoomFiles, messageId, question, history, retrieved = null } = asked
  const isWanted = (id: FileId) => !asked.except?.has(id)
  const { scopeIds, baseIds, canvasBaseIds } = await scopesFor(trx, actor, asked)
  const documents = (asked.attachments.get(messageId) ?? [])
    .filter((file) => !isPicture(file) && isWanted(file.id))
    .map(named)
  const earlierDocuments = (await documentsBefore(trx, actor, asked, documents)).filter(({ id }) =>
    isWanted(id),
  )
  const ofDocuments = [...documents, ...earlierDocuments].map(({ id }) => id)
  const namedFileIds = fileIdsIn(question.mentions).filter(isWanted)
  const scopes = [...scopeIds, ...ofDocuments]
  const [figures, ofRoom, files] = await Promise.all([
    figuresToSearch(trx, actor, asked, { scopes, fileIds: namedFileIds }),
    usesRoomFiles ? null : figuresOfRoom(trx, actor, asked),
    filesOf(
      trx,
      actor.accountId,
      scopes,
      documents.map(({ id }) => id),
    ),
  ])
  const isNothing = figures.files === 0 && documents.length === 0
  const roomFilesOff = ofRoom !== null && ofRoom.files > 0
  if (isNothing && !roomFilesOff) return null
  const last = history.at(-1)
  return {
    roomId,
    usesRoomFiles,
    roomFilesOff,
    baseIds,
    canvasBaseIds,
    documents,
    earlierDocuments,
    namedFileIds,
    question: question.text,
    before: last ? { question: last.question, answer: answerText(last.parts) } : null,
    retrieved,
    marksUnsupported: asked.marksUnsupported,
    maxTokens: isNothing
      ? 0
      : maxTokensOf(figures, {
          documents,
          isUnread: documents.length > files.filter(isReadable).length,
          hasNamed: ofDocuments.length + namedFileIds.length > 0,
        }),
  }
}

/** Figures of everything that is searched: the scopes, and mentioned files outside of them. */
async function figuresToSearch(
  trx: TenantTransaction,
  actor: Actor,
  asked: Pick<Asked, 'roomId' | 'usesRoomFiles' | 'roomFigures'>,
  { scopes, fileIds }: { scopes: readonly string[]; fileIds: readonly FileId[] },
): Promise<ScopeFigures> {
  const { roomId, usesRoomFiles } = asked
  if (scopes.length > 0 && scopes.every((id) => id === roomId)) return await figuresOfRoom(trx, actor, asked)
  const figures = await figuresOf(trx, actor.accountId, { scopeIds: scopes })
  if (usesRoomFiles || fileIds.length === 0) return figures
  const named = await figuresOf(trx, actor.accountId, { scopeIds: [roomId], fileIds })
  return {
    files: figures.files + named.files,
    passages: figures.passages + named.passages,
    words: figures.words + named.words,
    tokens: figures.tokens + named.tokens,
  }
}

const figuresOfRoom = async (
  trx: TenantTransaction,
  { accountId }: Actor,
  { roomId, roomFigures }: Pick<Asked, 'roomId' | 'roomFigures'>,
): Promise<ScopeFigures> =>
  roomFigures?.roomId === roomId
    ? roomFigures.figures
    : await figuresOf(trx, accountId, { scopeIds: [roomId] })

export const isReadable = ({ state, passages }: IndexedFile): boolean =>
  state.status === 'COMPLETED' && passages > 0

const named = ({ id, name }: Document): Document => ({ id, name })

function maxTokensOf(
  figures: ScopeFigures,
  { documents, isUnread, hasNamed }: { documents: readonly Document[]; isUnread: boolean; hasNamed: boolean },
): number {
  const most = hasNamed ? maxNamedFileTokens : maxRetrievedTokens
  const around = countTokens(aroundSources(documents.map(({ name }) => name)))
  return around + (isUnread ? most : Math.min(most, tokensAsSources(figures)))
}

/** The documents of earlier questions. Most chats have none and need no further query. */
async function documentsBefore(
  trx: TenantTransaction,
  { accountId }: Actor,
  { chatId, parentTurnId }: Pick<Asked, 'chatId' | 'parentTurnId'>,
  documents: readonly Document[],
): Promise<Document[]> {
  if (!parentTurnId) return []
  const ofChat = await documentsOfChat(trx, accountId, chatId)
  if (ofChat.length === 0) return []
  const branch = await questionsOfBranch(trx, accountId, parentTurnId)
  const earlier = new Map(
    ofChat.filter(({ messageId }) => branch.has(messageId)).map((file) => [file.id, named(file)]),
  )
  for (const { id } of documents) earlier.delete(id)
  return [...earlier.values()].toReversed()
}

/** The scopes that the actor may search now: the room's context unless switched off, the selected bases and those of canvases. */
export async function scopesFor(
  trx: TenantTransaction,
  actor: Actor,
  {
    roomId,
    usesRoomFiles,
    baseIds,
    canvasBaseIds,
    isLenient,
  }: Pick<Asked, 'roomId' | 'usesRoomFiles' | 'baseIds' | 'canvasBaseIds' | 'isLenient'>,
): Promise<{
  scopeIds: string[]
  baseIds: BaseId[]
  canvasBaseIds: BaseId[]
  bases: { id: BaseId; name: string }[]
}> {
  const found: Awaited<ReturnType<typeof scopesToAsk>>[] = []
  // One by one where one may be missing, so that the others are kept.
  for (const ids of isLenient ? baseIds.map((id) => [id]) : [[...baseIds]])
    if (ids.length > 0)
      try {
        found.push(await scopesToAsk(trx, actor, { roomId, baseIds: ids }))
      } catch (error) {
        if (!isLenient || !(error instanceof Failure)) throw error
      }
  const chosen = found.flatMap((scopes) => scopes.bases)
  const ofCanvases = await basesOpenTo(
    trx,
    actor,
    canvasBaseIds.filter((id) => !chosen.some((base) => base.id === id)),
  )
  const bases = [...chosen, ...ofCanvases]
  return {
    // Not `scopeIds` of these: the room is always one of them.
    scopeIds: [...new Set([...(usesRoomFiles ? [roomId] : []), ...bases.map(({ id }) => id)])],
    baseIds: chosen.map(({ id }) => id),
    canvasBaseIds: ofCanvases.map(({ id }) => id),
    bases,
  }
}
