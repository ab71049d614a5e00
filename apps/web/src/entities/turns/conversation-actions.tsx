import type {
  AccountId,
  Attachment,
  CanvasId,
  ChatId,
  ChatShare,
  ChatRelation,
  Mention,
  RoomId,
  Turn,
  TurnId,
  UserId,
} from '@atrium/contract'
import type { QuestionFile } from '../files/question-file.ts'
import { createContext, use } from 'react'
import type { How } from './asked-here.ts'
import type { AskedHere } from './running-answer.ts'

/** The actions on turns of a conversation. */
export type TurnActions = {
  askQuestion: (
    text: string,
    parentTurnId: TurnId | null,
    how: How,
    attachments?: readonly QuestionFile[],
    mentions?: readonly Mention[],
    replacesTurnId?: TurnId,
  ) => void
  /** Asks for another answer. A question that the server refused is sent again instead, under new ids. */
  answerAgain: (turn: Turn, how: How) => void
  continueAnswer: (turn: Turn) => void
  /** Withdraws an unsent or refused question and returns it; null when the server has it. */
  takeBack: (turnId: TurnId) => AskedHere | null
  /** Opens the branch of a turn, to its end. */
  walkTo: (turnId: TurnId) => void
}

/** Shared by the parts of a conversation: its actions, and the settings of the next question. */
export type ConversationActions = TurnActions & {
  chatId: ChatId
  accountId: AccountId
  /** The room of the chat. */
  roomId: RoomId | null
  readOnly: boolean
  /** The reader's relation to the chat, and how it is shared. */
  relation: ChatRelation
  share: ChatShare
  readerId: UserId
  /** The chat is erased when left: nothing of it is stored or linked. */
  isTemporary: boolean
  /** No summaries are sent. */
  sendsAll: boolean
  /** The composer's model, style and modifiers. */
  how: How
  /** Announces a text to screen readers, politely. */
  announce: (text: string) => void
  /** Puts a text into the composer and focuses it. */
  compose: (
    text: string,
    attachments?: readonly QuestionFile[],
    mentions?: readonly Mention[],
    canvasIds?: readonly CanvasId[],
  ) => void
  /** Attaches a generated picture to the next question, and focuses the composer. */
  attach: (attachment: Attachment, bytes: Blob) => void
  /**
   * Attaches a generated picture to a question that asks a model to change it: with this text, or one that the person writes. Null without
   * such a model.
   */
  changePicture: ((attachment: Attachment, bytes: Blob, text: string) => void) | null
}

const ActionsContext = createContext<ConversationActions | null>(null)

export const ConversationActionsProvider = ActionsContext.Provider

export function useConversationActions(): ConversationActions {
  const actions = use(ActionsContext)
  if (actions === null)
    throw new Error('Parts of a conversation need a ConversationActionsProvider above them')
  return actions
}
