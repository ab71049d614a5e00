import type { AnswerChoice, AnswerEnd, ErrorCode, ResponseStyle, TokenUsage } from '@atrium/contract'
import type { AnsweringModel } from '../../chats/index.ts'
import type { ResolvedModel } from '../../models/index.ts'
import type { AnswerPlan } from '../plan/plan-answer.ts'
import type { RunningTurn } from './running-turn.ts'

/** An open turn with its plan: everything that writing its answer needs. */
export type AnswerToWrite = AnswerPlan & {
  turn: RunningTurn
  style: ResponseStyle
  /** The text that the reader already has, when continuing an interrupted answer. */
  writtenBefore: string
  /** What a stopping process wrote of this same answer; null otherwise. */
  handedOver: HandedOver | null
  isFirstOfChat: boolean
}

/** The part of an answer that a stopping process wrote before another process continues it in the same turn. */
export type HandedOver = {
  text: string
  /** The stream part that was open when the text stopped. */
  openTextId: string | null
  /** Number of text and reasoning parts so far. */
  stretches: number
}

/** How writing an answer ended. */
export type AnswerOutcome = {
  state: AnswerEnd['state']
  errorCode: ErrorCode | null
  retryAfterSeconds: number | null
  /** As the provider counted, if it sent a plausible count. */
  usage: TokenUsage | null
  model: AnsweringModel & Pick<ResolvedModel, 'price' | 'pictures'>
  /** The choice to show when a fallback answered. */
  choice?: AnswerChoice
}
