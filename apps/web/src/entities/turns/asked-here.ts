import {
  type AskQuestion,
  mintId,
  type BaseId,
  type CanvasId,
  type ChatId,
  jobIn,
  type Mention,
  type Modifiers,
  type PictureOptions,
  type PictureWishes,
  type ResponseStyle,
  storable,
  type Turn,
  type TurnId,
  type UsedTemplate,
  type UserId,
} from '@atrium/contract'
import { filesOf, isDocument, isPicture, type QuestionFile } from '../files/question-file.ts'
import { moveMentions } from './mention-text.ts'
import type { AskedHere } from './running-answer.ts'

/** Model, style and, unless unchanged, modifiers of a question. */
export type How = {
  modelId: string
  style: ResponseStyle
  modifiers?: Modifiers | undefined
  /** With a model that makes pictures. */
  pictureOptions?: PictureWishes | undefined
  /** Whether the room's files are searched; undefined keeps the setting of the chat or question. */
  usesRoomFiles?: boolean | undefined
  /** Whether the answer may search the web; undefined keeps the setting of the chat or question. */
  usesWeb?: boolean | undefined
  /** Whether the answer may use tools of connected servers; undefined keeps the setting of the chat or question. */
  usesTools?: boolean | undefined
  /** With a model whose answers agent jobs write. */
  job?: AskQuestion['job']
  /** The template that the question was made from. */
  template?: UsedTemplate | undefined
  /** Canvases that the question is about. */
  canvasIds?: readonly CanvasId[] | undefined
  /** The models that answer side by side, instead of `modelId`. */
  comparedModelIds?: readonly string[] | undefined
}
type NewQuestion = How & {
  chatId: ChatId
  /** The preceding turn; asking again from an older question's parent creates a branch. */
  parentTurnId: TurnId | null
  text: string
  /** Attached pictures and documents. */
  attachments?: readonly QuestionFile[]
  /** Knowledge bases to search. */
  baseIds?: readonly BaseId[] | undefined
  /** People and things that its text mentions. */
  mentions?: readonly Mention[]
  /** The turn whose question this one edits. */
  replacesTurnId?: TurnId | undefined
  author: { id: UserId; name: string }
}

/** A new question, or an edited one, with fresh ids. */
export function newQuestion({
  chatId,
  parentTurnId,
  author,
  modelId,
  style,
  modifiers,
  pictureOptions,
  usesRoomFiles,
  usesWeb,
  usesTools,
  template,
  job,
  baseIds = [],
  attachments = [],
  mentions: named = [],
  replacesTurnId,
  canvasIds = [],
  comparedModelIds: _comparedModelIds,
  ...given
}: NewQuestion): AskedHere {
  const messageId = mintId('message')
  const text = storable(given.text)
  const documents = attachments.filter(isDocument)
  const mentions = moveMentions(named, given.text, text)
  return {
    request: {
      chatId,
      turnId: mintId('turn'),
      parentTurnId,
      modelId,
      style,
      modifiers,
      pictureOptions,
      usesRoomFiles,
      usesWeb,
      usesTools,
      ...(template && { template }),
      ...(job && { job }),
      ...(baseIds.length > 0 && { baseIds: [...baseIds] }),
      ask: {
        kind: 'question',
        messageId,
        text,
        ...(mentions.length > 0 && { mentions: [...mentions] }),
        ...(canvasIds.length > 0 && { canvasIds: [...canvasIds] }),
        ...(attachments.length > 0 && { attachments: attachments.map(({ id }) => id) }),
        ...(replacesTurnId && { replacesTurnId }),
      },
    },
    question: {
      messageId,
      text,
      attachments: attachments.filter(isPicture),
      ...(documents.length > 0 && { documents }),
      mentions: [...mentions],
      ...(canvasIds.length > 0 && { canvasIds: [...canvasIds] }),
      authorId: author.id,
      authorName: author.name,
      askedAt: new Date().toISOString(),
    },
  }
}

/** The kind of job that wrote an answer, to ask for it again. Research is chosen by its model. */
function jobOf({ parts }: Turn): Pick<AskQuestion, 'job'> {
  const kind = jobIn(parts)?.kind ?? 'research'
  return kind === 'research' ? {} : { job: { kind } }
}

/** Regenerates the answer of a turn, as its sibling. */
export const anotherAnswer = (chatId: ChatId, turn: Turn, { modelId, style }: How): AskedHere => ({
  request: {
    chatId,
    turnId: mintId('turn'),
    parentTurnId: turn.parentTurnId,
    modelId,
    style,
    ...jobOf(turn),
    ask: { kind: 'regenerate', turnId: turn.turnId },
  },
  question: turn.question,
})

/** Continues an interrupted answer: a sibling that starts with its text. */
export const restOfAnswer = (chatId: ChatId, turn: Turn): AskedHere => ({
  request: {
    chatId,
    turnId: mintId('turn'),
    parentTurnId: turn.parentTurnId,
    modelId: turn.requestedModelId,
    style: turn.style,
    ask: { kind: 'continue', turnId: turn.turnId },
  },
  question: turn.question,
})

/** The same question under new ids, after the server refused it: the old ones may be used up. */
export function askedAgain({ request, question }: AskedHere, how: How = request): AskedHere {
  const { modelId, style } = how
  if (request.ask.kind !== 'question')
    return { request: { ...request, turnId: mintId('turn'), modelId, style }, question }
  const { chatId, parentTurnId, ask } = request
  const author = { id: question.authorId, name: question.authorName }
  const again = newQuestion({
    chatId,
    parentTurnId,
    text: ask.text,
    modelId,
    style,
    modifiers: request.modifiers,
    pictureOptions: modelId === request.modelId ? request.pictureOptions : undefined,
    baseIds: request.baseIds,
    usesRoomFiles: request.usesRoomFiles,
    usesWeb: request.usesWeb,
    usesTools: request.usesTools,
    attachments: filesOf(question),
    mentions: question.mentions,
    canvasIds: question.canvasIds,
    author,
  })
  return request.isTemporary ? { ...again, request: { ...again.request, isTemporary: true } } : again
}

/** The complete options, if all were given. */
export const fullOptions = (wishes: PictureWishes | undefined): PictureOptions | undefined =>
  wishes?.count !== undefined && wishes.size !== undefined
    ? { count: wishes.count, size: wishes.size, style: wishes.style ?? null }
    : undefined
