import { z } from 'zod'
import { describeColumns } from '../tables/describe-columns.ts'
import { listTables, loadMs, openedTables, tablesLeft } from './list-tables.ts'
import { columnsText } from './table-prompt.ts'
import type { Tool } from './tool.ts'

const Input = z.object({ table: z.string() })

/** Describes the columns of one table. */
export const describeTable: Tool = {
  name: 'describe_table',
  description:
    'Describes a table: for each column its kind, its least and greatest value, and how many different ones it has.',
  schema: {
    type: 'object',
    properties: { table: { type: 'string', description: 'The name of a table of list_tables.' } },
    required: ['table'],
    additionalProperties: false,
  },
  timeoutMs: loadMs,
  cost: null,
  callsLeft: tablesLeft,
  mayUse: listTables.mayUse,
  async run(context, input, { signal }) {
    const { tables, turn } = context
    const parsed = Input.safeParse(input)
    const opened = await openedTables(context, signal)
    if (typeof opened === 'string') return opened
    if (!tables) return 'There are no tables.'
    const table = opened.list.find(({ name }) => parsed.success && name === parsed.data.table)
    if (!table) return `Name one of these tables: ${opened.list.map(({ name }) => name).join(', ')}.`
    try {
      return tables.spend(await describeColumns(opened, table, signal))
    } catch (error) {
      turn.signal.throwIfAborted()
      context.ports.log.warn(
        { event: 'tables.describe_failed', err: error, turnId: turn.turnId },
        'Could not describe a table',
      )
      return tables.spend(columnsText(table, []))
    }
  },
}
