import { DocumentFailure, type Tables } from '@atrium/documents'
import { tablesText } from './table-prompt.ts'
import type { Tool, ToolContext } from './tool.ts'

/** Loading a million rows takes some seconds; other answers may be loading, too. */
export const loadMs = 150_000

/** One while tokens for results are left: only these limit listing and describing. */
export const tablesLeft = ({ tables }: ToolContext): number =>
  tables?.plan.mayQuery && tables.tokensLeft > 0 ? 1 : 0

/** Lists the tables of the spreadsheets. */
export const listTables: Tool = {
  name: 'list_tables',
  description:
    "Lists the tables of the person's spreadsheets: one for each csv file and each sheet of a workbook.",
  schema: { type: 'object', properties: {}, additionalProperties: false },
  timeoutMs: loadMs,
  cost: null,
  callsLeft: tablesLeft,
  mayUse: async ({ tables }) => (await tables?.mayUse()) ?? false,
  async run(context, _input, { signal }) {
    const { tables } = context
    if (!tables) return 'There are no tables.'
    const opened = await openedTables(context, signal)
    return tables.spend(typeof opened === 'string' ? opened : tablesText(opened, tables.plan.files))
  },
}

/** The loaded tables, or why they could not be loaded. Throws the signal's reason when the answer was stopped. */
export async function openedTables(
  { ports, turn, tables }: ToolContext,
  signal: AbortSignal,
): Promise<Tables | string> {
  if (!tables) return 'There are no tables.'
  try {
    return await tables.open(signal)
  } catch (error) {
    turn.signal.throwIfAborted()
    const problem = error instanceof DocumentFailure ? error.problem : 'TOO_SLOW'
    ports.log.warn(
      { event: 'tables.load_failed', err: error, turnId: turn.turnId, problem },
      'Could not load the spreadsheets of a question',
    )
    return `The spreadsheets could not be loaded: ${problem}. Tell the person so.`
  }
}
