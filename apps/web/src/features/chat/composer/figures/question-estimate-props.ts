import type { AccountId, CanvasId, ChatDetails, ChatId, FileId, RoomId, Turn, TurnId } from '@atrium/contract'
import type { How } from '../../../../entities/turns/asked-here.ts'

/** A question that is being written, as its cost is estimated. */
export type QuestionEstimateProps = {
  place: { accountId: AccountId; roomId: RoomId | null; chatId: ChatId; parentTurnId: TurnId | null }
  /** Null for a new chat. */
  details: Pick<ChatDetails, 'sendsAll' | 'summaries'> | null
  /** The turn at the end of the branch, if loaded. */
  last: Turn | null
  text: string
  pictures: number
  /** Attached documents. */
  documents: readonly FileId[]
  /** Canvases that it is about. */
  canvasIds: readonly CanvasId[]
  how: How
  /** The chosen model's context window in tokens; null while unknown. */
  contextLimit: number | null
}
