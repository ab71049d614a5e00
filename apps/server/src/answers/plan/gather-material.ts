import {
  answerText,
  type AskQuestion,
  AUTO_MODEL_ID,
  type BaseId,
  type CanvasId,
  type ChatId,
  type InComparison,
  type Mention,
  type MessageId,
  type Modifiers,
  sourcesIn,
  type TablePart,
  tablesIn,
  type ToolCallPart,
  toolCallsIn,
  type TurnId,
  webIn,
  type WebPart,
} from '@atrium/contract'
import { type Attached, requireAttachments } from '../../attachments/index.ts'
import {
  type Actor,
  type ChatToAsk,
  findChatToAsk,
  loadTurn,
  questionOf,
  readBranch,
  readQuestion,
} from '../../chats/index.ts'
import { balancesOf, leftOfLimits } from '../../credits/index.ts'
import { type AllowedModels, modelPreferencesOf } from '../../models/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { modelsAllowedIn, type RoomBrief } from '../../rooms/index.ts'
import type { Asker, AnswerPorts } from '../ports.ts'
import type { PromptMaterial } from './build-prompt.ts'
import { gatherServerTools, type ServerToolsMaterial } from './gather-server-tools.ts'
import { findSpreadsheets, type TablesMaterial } from './gather-tables.ts'
import { filesNamed, mentionsAsked } from './mentions.ts'
import { canvasesToRead } from './canvases.ts'
import {
  attachmentsIn,
  documentNamesOf,
  madePicturesOf,
  picturesOf,
  placeholderPictures,
} from './pictures.ts'
import { loadRoomFigures, planSearch, type SearchPlan, type SearchSource } from './plan-search.ts'
import type { WebMaterial } from './plan-web.ts'
import { type RequestedDrawing, requestedDrawing } from './prepare-drawing.ts'

/** Everything stored that an answer is planned from. */
export type AnswerMaterial = PromptMaterial & {
  mentions: readonly Mention[]
  attachments: ReadonlyMap<MessageId, readonly Attached[]>
  /** True when the chat sends every turn instead of a summary. */
  sendsAll: boolean
  allowedModelIds: AllowedModels
  /** The asker's preferences and balance for Auto; null when a model was chosen by name. */
  auto: AutoPreferences | null
  search: SearchPlan | null
  /** Null for an answer that doesn't use the web, or without a search service. */
  web: WebMaterial | null
  /** Null without spreadsheets. */
  tables: TablesMaterial | null
  /** Null for an answer that doesn't use tools of connected servers, or where the room allows none. */
  serverTools: ServerToolsMaterial | null
  drawing: RequestedDrawing
  /** What remains of the monthly limits, and the model to use when that is too little; null without such a model. */
  limit: { leftMilli: number; modelId: string } | null
}

type AutoPreferences = Awaited<ReturnType<typeof modelPreferencesOf>> & { availableMilli: number }

/** A new question with the material of its answer. */
export type GatheredQuestion = {
  material: AnswerMaterial
  messageId: MessageId
  parentTurnId: TurnId | null
  baseIds: readonly AskedBase[]
  usesRoomFiles: boolean
  usesWeb: boolean
  usesTools: boolean
  /** The comparison of the answer that is regenerated or continued. */
  comparison: InComparison | null
  /** The chat and room that the material was read from. */
  chat: ChatToAsk
}

type AskedBase = NonNullable<AskQuestion['baseIds']>[number]

type LoadedChat = { chat: ChatToAsk; roomFigures: SearchSource['roomFigures'] }

/** Loads the chat of a question, or the room for a new one, in one round trip. Throws NOT_FOUND, ROOM_REQUIRED. */
export async function loadChatToAsk(
  trx: TenantTransaction,
  member: Asker,
  asked: Pick<AskQuestion, 'chatId' | 'parentTurnId'>,
): Promise<LoadedChat> {
  const [chat, roomFigures] = await Promise.all([
    findChatToAsk(trx, member, asked, member.roomId),
    loadRoomFigures(trx, member, member.roomId),
  ])
  return { chat, roomFigures }
}

type QuestionToGather = Omit<AskQuestion, 'isTemporary'> & {
  /** Attached pictures that are not uploaded yet, for an estimate. */
  pictureCount?: number
}

/**
 * Loads the material for planning an answer, for questions and for estimates. Locks nothing. Throws NOT_FOUND for chats, rooms, turns,
 * attachments and bases that the member may not use.
 */
export async function gatherQuestion(
  trx: TenantTransaction,
  ports: AnswerPorts,
  member: Asker,
  asked: QuestionToGather,
  { chat, roomFigures }: LoadedChat,
): Promise<GatheredQuestion> {
  const { ask } = asked
  const question = await questionOf(trx, member, asked)
  const usesRoomFiles = question.usesRoomFiles ?? chat.usesRoomFiles
  const usesWeb = question.usesWeb ?? chat.usesWeb
  const usesTools = question.usesTools ?? chat.usesTools
  const answered = ask.kind === 'question' ? null : await loadTurn(trx, member.accountId, ask.turnId)
  const continued = ask.kind === 'continue' ? answered : null
  const writtenBefore = answerText(continued?.parts ?? [])
  const material = await gatherMaterial(trx, ports, member, {
    ...chat,
    ...question,
    chatId: asked.chatId,
    modelId: asked.modelId,
    modifiers: asked.modifiers ?? chat.modifiers,
    ...(ask.kind === 'question' && {
      question: {
        text: ask.text,
        mentions: await mentionsAsked(trx, ports, member, chat.room, asked),
        canvasIds: ask.canvasIds ?? [],
      },
      attachments: [
        ...(await requireAttachments(trx, member, ask.attachments ?? [])),
        ...placeholderPictures(asked.pictureCount ?? 0),
      ],
    }),
    writtenBefore,
    drawing: requestedDrawing(continued !== null, answered, asked.pictureOptions),
    web: usesWeb ? { found: webIn(continued?.parts ?? []) } : null,
    tables: { found: tablesIn(continued?.parts ?? []) },
    serverTools: usesTools ? { found: toolCallsIn(continued?.parts ?? []) } : null,
    search: {
      usesRoomFiles,
      baseIds: question.baseIds,
      isLenient: asked.baseIds === undefined,
      roomFigures,
      retrieved: sourcesIn(continued?.parts ?? []),
    },
  })
  const limit = await loadLimit(trx, member, chat.room)
  return { material: { ...material, limit }, ...question, usesRoomFiles, usesWeb, usesTools, chat }
}

export type MaterialSource = {
  room: RoomBrief
  modifiers: Modifiers
  sendsAll: boolean
  chatId: ChatId
  parentTurnId: TurnId | null
  messageId: MessageId
  modelId: string
  /** A new question; otherwise it is read. */
  question?: { text: string; mentions: readonly Mention[]; canvasIds: readonly CanvasId[] }
  /** The question's attachments, if already loaded. */
  attachments?: readonly Attached[]
  /** The text that the answer continues; else empty. */
  writtenBefore: string
  drawing: RequestedDrawing
  /** What to search; null for a plan without sources. */
  search: SearchSource | null
  /** What was found on the web before; null for an answer that doesn't use it. */
  web: { found: WebPart | null } | null
  /** What was queried before; null for a plan without spreadsheets. */
  tables: { found: readonly TablePart[] } | null
  /** Calls of tools that were made before; null for an answer that doesn't use them. */
  serverTools: { found: readonly ToolCallPart[] } | null
}

/** Loads the material for planning an answer: to a new question, to one that a process left unfinished, or to summarize a conversation. */
export async function gatherMaterial(
  trx: TenantTransaction,
  ports: AnswerPorts,
  actor: Actor,
  source: MaterialSource,
): Promise<AnswerMaterial> {
  const { room, chatId, parentTurnId, messageId, sendsAll } = source
  const { earlier, turns: history } = await readBranch(trx, actor.accountId, parentTurnId, sendsAll)
  const question = source.question ?? (await readQuestion(trx, actor.accountId, messageId))
  const attachments = await attachmentsIn(trx, actor, { history, messageId, asked: source.attachments })
  const place = { accountId: actor.accountId, roomId: room.id }
  const canvases = await canvasesToRead(trx, ports, actor, {
    asked: question.canvasIds,
    isNew: source.question !== undefined,
    history,
  })
  const searched = source.search && {
    ...source.search,
    canvasBaseIds: await basesOf(trx, ports, actor, canvases),
    chatId,
    parentTurnId,
    messageId,
    roomId: room.id,
    marksUnsupported: room.marksUnsupported,
    question,
    history,
    attachments,
  }
  const search = searched && (await planSearch(trx, actor, searched))
  return {
    today: ports.clock.now().toISOString().slice(0, 10),
    room,
    modifiers: source.modifiers,
    earlier,
    history,
    messageId,
    question: question.text,
    mentions: question.mentions,
    attachments,
    pictures: picturesOf(attachments, ports),
    documents: documentNamesOf(attachments),
    canvases,
    madePictures: await madePicturesOf(trx, ports, actor, history),
    files: await filesNamed(trx, place, [...history, { messageId, mentions: question.mentions }]),
    writtenBefore: source.writtenBefore,
    sendsAll,
    allowedModelIds: modelsAllowedIn(room),
    auto: source.modelId === AUTO_MODEL_ID ? await loadAutoPreferences(trx, actor) : null,
    search,
    tables:
      source.tables &&
      searched &&
      search &&
      (await tablesMaterial(trx, actor, { ...source.tables, ...source, searched, search })),
    serverTools:
      source.serverTools &&
      (await gatherServerTools(trx, ports, actor, { ...source.serverTools, ...source, roomId: room.id })),
    web: source.web && webMaterial(ports, { ...source.web, ...source, roomId: room.id }, question.text),
    drawing: source.drawing,
    // An answer that was accepted keeps its model.
    limit: null,
  }
}

/** The bases of the canvases that an answer is given, as far as the actor may use them. */
const basesOf = async (
  trx: TenantTransaction,
  { basesOfCanvases }: Pick<AnswerPorts, 'basesOfCanvases'>,
  actor: Actor,
  canvases: AnswerMaterial['canvases'],
): Promise<BaseId[]> =>
  canvases.length === 0
    ? []
    : await basesOfCanvases(
        trx,
        actor,
        canvases.map(({ canvasId }) => canvasId),
      )

type SearchedQuestion = Parameters<typeof planSearch>[2]

/** A question without files to search has no spreadsheets either. */
async function tablesMaterial(
  trx: TenantTransaction,
  actor: Actor,
  {
    found,
    writtenBefore,
    searched,
    search,
  }: {
    found: readonly TablePart[]
    writtenBefore: string
    searched: SearchedQuestion
    search: SearchPlan
  },
): Promise<TablesMaterial | null> {
  const { chatId, roomId } = searched
  const sheets = await findSpreadsheets(trx, actor, { ...searched, mentions: searched.question.mentions })
  if (!sheets) return null
  const except = new Set(sheets.files.map(({ fileId }) => fileId))
  return {
    ...sheets,
    chatId,
    roomId,
    found,
    mayQuery: writtenBefore === '',
    search: sheets.isNamed ? await planSearch(trx, actor, { ...searched, except }) : search,
  }
}

/** An answer that continues a text doesn't search again: it keeps the sources of the text. */
const webMaterial = (
  { webSearch }: AnswerPorts,
  { roomId, found, writtenBefore }: Pick<WebMaterial, 'roomId' | 'found'> & { writtenBefore: string },
  question: string,
): WebMaterial | null =>
  found || webSearch.current()
    ? { roomId, found, maySearch: writtenBefore === '' && webSearch.current() !== null, question }
    : null

async function loadLimit(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
  { id: roomId, limitModelId: modelId }: RoomBrief,
): Promise<AnswerMaterial['limit']> {
  if (modelId === null) return null
  const leftMilli = await leftOfLimits(trx, { accountId, userId, roomId })
  return leftMilli === Infinity ? null : { leftMilli, modelId }
}

async function loadAutoPreferences(
  trx: TenantTransaction,
  { accountId, userId }: Actor,
): Promise<AutoPreferences> {
  const [preferences, { shownMilli }] = await Promise.all([
    modelPreferencesOf(trx, userId),
    balancesOf(trx, accountId, userId),
  ])
  return { ...preferences, availableMilli: shownMilli }
}
