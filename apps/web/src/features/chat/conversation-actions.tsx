import type { AccountId, Attachment, ChatId, Mention, RoomId } from '@atrium/contract'
import type { QuestionFile } from '../attachments/question-file.ts'
import { createContext, use } from 'react'
import type { How } from './asked-here.ts'
import type { TurnActions } from './use-conversation.ts'

/** What the parts of a conversation share: what can be done in it, and how the next question is asked. */
export type ConversationActions = TurnActions & {
  chatId: ChatId
  accountId: AccountId
  /** The room that is asked in. */
  roomId: RoomId | null
  readOnly: boolean
  /** Nothing is sent as a summary. */
  sendsAll: boolean
  /** What the composer shows: model, style and modifiers. */
  how: How
  /** Tells screen readers, politely. */
  announce: (text: string) => void
  /** Puts a text into the composer and goes there. */
  compose: (text: string, attachments?: readonly QuestionFile[], mentions?: readonly Mention[]) => void
  /** Lets a picture of an answer come with the next question, and goes there. */
  attach: (attachment: Attachment, bytes: Blob) => void
}

const ActionsContext = createContext<ConversationActions | null>(null)

export const ConversationActionsProvider = ActionsContext.Provider

export function useConversationActions(): ConversationActions {
  const actions = use(ActionsContext)
  if (actions === null)
    throw new Error('Parts of a conversation need a ConversationActionsProvider above them')
  return actions
}
