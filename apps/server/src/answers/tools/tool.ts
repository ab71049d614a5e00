import type { AllowanceKind } from '../../credits/index.ts'
import type { ToolOffer } from '../../models/index.ts'
import type { WebPlan } from '../plan/plan-web.ts'
import type { AnswerPorts } from '../ports.ts'
import type { ServersOfAnswer } from '../tool-servers/servers-of-answer.ts'
import type { TablesOfAnswer } from '../tables/tables-of-answer.ts'
import type { RunningTurn } from '../write/running-turn.ts'

/** What a tool works with: the answer that called it. */
export type ToolContext = {
  ports: AnswerPorts
  turn: RunningTurn
  /** Null without the web. */
  web: WebPlan | null
  /** Null without spreadsheets. */
  tables: TablesOfAnswer | null
  /** Null without tools of connected servers. */
  servers: ServersOfAnswer | null
}

/** A tool that models can call while they answer. */
export type Tool = ToolOffer & {
  /** How long one call may take, in milliseconds. */
  timeoutMs: number
  /** The daily allowance that each call takes from the asker, if any; tokens are charged with the answer. */
  cost: AllowanceKind | null
  /** Calls left for this answer; 0 where the answer has nothing to use it with. */
  callsLeft(context: ToolContext): number
  /** Whether the asker may use it now; checked for every call. */
  mayUse(context: ToolContext): Promise<boolean>
  /**
   * Runs one call and returns the result for the model. Emits what readers see of it before it returns. A failure of the tool is a
   * result, too; throws only the signal's reason when the answer was stopped.
   */
  run(context: ToolContext, input: unknown, call: ToolRun): Promise<string>
}

export type ToolRun = {
  /** Aborts with the answer, and after `timeoutMs`. */
  signal: AbortSignal
  /** Takes one call from the allowance; false when none is left. */
  pay(): Promise<boolean>
}
