import {
  mintId,
  type Attachment,
  type BaseId,
  type ChatId,
  type Mention,
  type Modifiers,
  type PictureOptions,
  type PictureWishes,
  type ResponseStyle,
  type Turn,
  type TurnId,
  type UserId,
} from '@atrium/contract'
import { moveMentions } from '../composing/mention-text.ts'
import { storable } from './composer-rules.ts'
import type { AskedHere } from './running-answer.ts'

/** The model, the style and, unless they stay as the chat has them, the modifiers with which something is asked. */
export type How = {
  modelId: string
  style: ResponseStyle
  modifiers?: Modifiers | undefined
  /** With a model that makes pictures. */
  pictureOptions?: PictureWishes | undefined
}
type NewQuestion = How & {
  chatId: ChatId
  /** The turn it follows; asking again from the parent of an older question makes a branch. */
  parentTurnId: TurnId | null
  text: string
  /** The pictures that it comes with. */
  attachments?: readonly Attachment[]
  /** The knowledge bases that it asks. */
  baseIds?: readonly BaseId[] | undefined
  /** Whom and what its text names. */
  mentions?: readonly Mention[]
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
  baseIds = [],
  attachments = [],
  mentions: named = [],
  ...given
}: NewQuestion): AskedHere {
  const messageId = mintId('message')
  const text = storable(given.text)
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
      ...(baseIds.length > 0 && { baseIds: [...baseIds] }),
      ask: {
        kind: 'question',
        messageId,
        text,
        ...(mentions.length > 0 && { mentions: [...mentions] }),
        ...(attachments.length > 0 && { attachments: attachments.map(({ id }) => id) }),
      },
    },
    question: {
      messageId,
      text,
      attachments: [...attachments],
      mentions: [...mentions],
      authorId: author.id,
      authorName: author.name,
      askedAt: new Date().toISOString(),
    },
  }
}

/** Another answer to the question of a turn: its sibling. */
export const anotherAnswer = (chatId: ChatId, turn: Turn, { modelId, style }: How): AskedHere => ({
  request: {
    chatId,
    turnId: mintId('turn'),
    parentTurnId: turn.parentTurnId,
    modelId,
    style,
    ask: { kind: 'regenerate', turnId: turn.turnId },
  },
  question: turn.question,
})

/** The interrupted answer with its rest: a sibling that begins with what had arrived. */
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

/** The same asked once more under new ids, after the server refused it: the old ones may be spent. */
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
    attachments: question.attachments,
    mentions: question.mentions,
    author,
  })
  return request.isTemporary ? { ...again, request: { ...again.request, isTemporary: true } } : again
}

/** What was asked for, when all of it was said. */
export const fullOptions = (wishes: PictureWishes | undefined): PictureOptions | undefined =>
  wishes?.count !== undefined && wishes.size !== undefined
    ? { count: wishes.count, size: wishes.size, style: wishes.style ?? null }
    : undefined
