import type { QueriedFile } from '@atrium/contract'
import type { TableFile, Tables } from '@atrium/documents'
import { countTokens } from '../../models/index.ts'
import { inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { SpreadsheetFile } from '../plan/gather-tables.ts'
import type { TablesPlan } from '../plan/plan-tables.ts'
import type { AnswerPorts } from '../ports.ts'
import type { RunningTurn } from '../write/running-turn.ts'
import { mayOpenFiles } from './may-open-files.ts'

/** The tables of one answer: loaded by its first call, and closed with it. Counts the tokens that results may still take. */
export class TablesOfAnswer {
  readonly plan: TablesPlan
  readonly #ports: AnswerPorts
  readonly #turn: RunningTurn
  #loading: Promise<Tables> | null = null
  #tokensLeft: number

  constructor(ports: AnswerPorts, turn: RunningTurn, plan: TablesPlan) {
    this.#ports = ports
    this.#turn = turn
    this.plan = plan
    this.#tokensLeft = plan.tokens
  }

  get files(): QueriedFile[] {
    return this.plan.files.map(({ fileId, name, of }) => ({ fileId, fileName: name, of }))
  }

  /** Whether the asker may use all of the files now. */
  mayUse(): Promise<boolean> {
    return inTenant(this.#ports.database, this.#turn, (trx) => mayOpenFiles(trx, this.#turn, this.plan))
  }

  /** Waits for the tables. They are loaded once, however long a single call may take. */
  async open(signal: AbortSignal): Promise<Tables> {
    this.#loading ??= this.#ports.tables.open(
      this.plan.files.map((file) => tableFile(this.#ports, file)),
      this.#turn.signal,
    )
    const aborted = Promise.withResolvers<never>()
    const abort = () => aborted.reject(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    try {
      return await Promise.race([this.#loading, aborted.promise])
    } finally {
      signal.removeEventListener('abort', abort)
    }
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
    // A failure to load was reported to whoever asked.
    const tables = await this.#loading?.catch(() => null)
    await tables?.close()
  }
}

/** A stored file as tables are loaded from it. */
export const tableFile = (
  { storage }: Pick<AnswerPorts, 'storage'>,
  { name, ending, storageKey }: Pick<SpreadsheetFile, 'name' | 'ending' | 'storageKey'>,
): TableFile => ({
  name,
  ending,
  open: async () => ((await storage.get(storageKey)) ?? fail('NOT_FOUND')).read(),
})
