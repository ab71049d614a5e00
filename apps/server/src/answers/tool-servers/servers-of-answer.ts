import type { ToolServerId } from '@atrium/contract'
import { countTokens } from '../../models/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { mayUseRoom } from '../../rooms/index.ts'
import { type AcceptedTool, connectTo, type ToolToCall, usableTools } from '../../tool-servers/index.ts'
import type { ServerToolsPlan } from '../plan/plan-server-tools.ts'
import type { AnswerPorts } from '../ports.ts'
import type { RunningTurn } from '../write/running-turn.ts'

type Connected = Awaited<ReturnType<typeof connectTo>>

/** The connected servers of one answer: each opened by its first call, and closed with the answer. Counts the tokens of results. */
export class ServersOfAnswer {
  readonly plan: ServerToolsPlan
  readonly #ports: AnswerPorts
  readonly #turn: RunningTurn
  readonly #connected = new Map<ToolServerId, Promise<Connected>>()
  #tokensLeft: number

  constructor(ports: AnswerPorts, turn: RunningTurn, plan: ServerToolsPlan) {
    this.#ports = ports
    this.#turn = turn
    this.plan = plan
    this.#tokensLeft = plan.tokens
  }

  /** The tool as the asker may use it at this moment, in the form that it was offered in; null when they may not. */
  async usableNow({ serverId, name, hash }: ToolToCall): Promise<AcceptedTool | null> {
    const { roomId } = this.plan
    return await inTenant(this.#ports.database, this.#turn, async (trx) => {
      if (!(await mayUseRoom(trx, this.#turn, roomId))) return null
      const tools = await usableTools(trx, this.#turn.accountId, roomId)
      return (
        tools.find((tool) => tool.serverId === serverId && tool.name === name && tool.hash === hash) ?? null
      )
    })
  }

  /** Connects once for all calls of the answer; again after a failure. */
  connect(serverId: ToolServerId, signal: AbortSignal): Promise<Connected> {
    const known = this.#connected.get(serverId)
    if (known) return known
    const opening = connectTo(this.#ports.toolServers, this.#turn, serverId, signal)
    this.#connected.set(serverId, opening)
    opening.catch(() => this.#connected.delete(serverId))
    return opening
  }

  get tokensLeft(): number {
    return this.#tokensLeft
  }

  /** Subtracts the tokens of a result from the remaining ones. */
  spend(text: string): string {
    this.#tokensLeft -= countTokens(text)
    return text
  }

  async close(): Promise<void> {
    // A failure to connect was reported to the call that needed it.
    for (const opening of this.#connected.values())
      await opening.then(
        ({ connection }) => connection.close(),
        () => undefined,
      )
  }
}
