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
import { type Attached, documentsOfChat, isPicture } from '../attachments/index.ts'
import { type Actor, type BranchTurn, questionsOfBranch } from '../chats/index.ts'
import { scopesToAsk } from '../knowledge/index.ts'
import { countTokens } from '../models/index.ts'
import { figuresOf, filesOf, type IndexedFile, type ScopeFigures } from '../passages/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import { Failure } from '../platform/failure.ts'
import { fileIdsIn } from './mentions.ts'
import type { Exchange } from './rewrite-query.ts'
import { aroundSources } from './source-prompt.ts'

type Document = { id: FileId; name: string }

/** Where is looked for what a question is answered from, before anything is looked for. */
export type SearchPlan = {
  roomId: RoomId
  baseIds: readonly BaseId[]
  /** The documents that the question comes with: the answer waits for them. */
  documents: readonly Document[]
  /** Those that came with earlier questions of its branch. */
  earlierDocuments: readonly Document[]
  /** The files that it names. */
  namedFileIds: readonly FileId[]
  question: string
  before: Exchange | null
  /** What the answer was given to read already, when it goes on from one or was begun before: nothing is looked for again. */
  told: SourcesPart | null
  /** Whether it is told afterwards which sentences of the answer nothing supports. */
  marksUnsupported: boolean
  /** Tokens that what is found can take at most. */
  mostTokens: number
}

type Asked = {
  roomId: RoomId
  marksUnsupported: boolean
  chatId: ChatId
  parentTurnId: TurnId | null
  messageId: MessageId
  baseIds: readonly BaseId[]
  /** Bases that are gone, or not the actor's any more, are left out instead of refused. */
  isLenient: boolean
  attachments: ReadonlyMap<MessageId, readonly Attached[]>
  question: { text: string; mentions: readonly Mention[] }
  history: readonly BranchTurn[]
  told?: SourcesPart | null
}

/** What files that are named or come with a question may take, in tokens; and what is found without that. */
const mostOfNamed = 24_000
export const mostFound = 8_000

/** Tokens of a file, or of several, as sources: with what is said of each. */
export const tokensAsSources = ({ tokens, passages }: Pick<IndexedFile, 'tokens' | 'passages'>): number =>
  Math.ceil(tokens * 1.25) + passages * 40

/**
 * Where to look for a question, and what that can take at most; null where there is nothing to look in. Asks whether the actor may
 * use the bases: NOT_FOUND.
 */
export async function planSearch(
  trx: TenantTransaction,
  actor: Actor,
  asked: Asked,
): Promise<SearchPlan | null> {
  const { roomId, messageId, question, history, told = null } = asked
  const { scopeIds, baseIds } = await scopesFor(trx, actor, asked)
  const documents = (asked.attachments.get(messageId) ?? []).filter((file) => !isPicture(file)).map(named)
  const earlierDocuments = await documentsBefore(trx, actor, asked, documents)
  const ofDocuments = [...documents, ...earlierDocuments].map(({ id }) => id)
  const namedFileIds = fileIdsIn(question.mentions)
  const scopes = [...scopeIds, ...ofDocuments]
  const [figures, files] = await Promise.all([
    figuresOf(trx, actor.accountId, { scopeIds: scopes }),
    filesOf(
      trx,
      actor.accountId,
      scopes,
      documents.map(({ id }) => id),
    ),
  ])
  if (figures.files === 0 && documents.length === 0) return null
  const last = history.at(-1)
  return {
    roomId,
    baseIds,
    documents,
    earlierDocuments,
    namedFileIds,
    question: question.text,
    before: last ? { question: last.question, answer: answerText(last.parts) } : null,
    told,
    marksUnsupported: asked.marksUnsupported,
    mostTokens: mostTokensOf(figures, {
      documents,
      isUnread: documents.length > files.filter(isReadable).length,
      hasNamed: ofDocuments.length + namedFileIds.length > 0,
    }),
  }
}

export const isReadable = ({ state, passages }: IndexedFile): boolean =>
  state.status === 'COMPLETED' && passages > 0

const named = ({ id, name }: Document): Document => ({ id, name })

function mostTokensOf(
  figures: ScopeFigures,
  { documents, isUnread, hasNamed }: { documents: readonly Document[]; isUnread: boolean; hasNamed: boolean },
): number {
  const most = hasNamed ? mostOfNamed : mostFound
  const around = countTokens(aroundSources(documents.map(({ name }) => name)))
  return around + (isUnread ? most : Math.min(most, tokensAsSources(figures)))
}

/** The documents of the questions before this one. Most chats have none, and then nothing further is asked. */
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

/** What the actor may ask of now. Always the context of the room; bases only where some are asked. */
export async function scopesFor(
  trx: TenantTransaction,
  actor: Actor,
  { roomId, baseIds, isLenient }: Pick<Asked, 'roomId' | 'baseIds' | 'isLenient'>,
): Promise<{ scopeIds: string[]; baseIds: BaseId[]; bases: { id: BaseId; name: string }[] }> {
  const found: Awaited<ReturnType<typeof scopesToAsk>>[] = []
  // One after another where one may be missing, so that the others stay.
  for (const ids of isLenient ? baseIds.map((id) => [id]) : [[...baseIds]])
    if (ids.length > 0)
      try {
        found.push(await scopesToAsk(trx, actor, { roomId, baseIds: ids }))
      } catch (error) {
        if (!isLenient || !(error instanceof Failure)) throw error
      }
  const bases = found.flatMap((scopes) => scopes.bases)
  return {
    scopeIds: [...new Set([roomId, ...found.flatMap((scopes) => scopes.scopeIds)])],
    baseIds: bases.map(({ id }) => id),
    bases,
  }
}
