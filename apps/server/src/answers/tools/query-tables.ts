import { limits, storable, type TableQuery, tablesIn } from '@atrium/contract'
import { QueryFailure } from '@atrium/documents'
import { z } from 'zod'
import { readResult } from '../tables/read-result.ts'
import type { TablesOfAnswer } from '../tables/tables-of-answer.ts'
import { listTables, loadMs, openedTables } from './list-tables.ts'
import { resultOfQuery } from './table-prompt.ts'
import type { Tool, ToolContext, ToolRun } from './tool.ts'

const Input = z.object({ sql: z.string(), title: z.string().optional() })

/** Runs one SELECT statement over the tables of the spreadsheets; readers see the statement and its result. */
export const queryTables: Tool = {
  name: 'query_tables',
  description:
    "Runs one SELECT statement of DuckDB's SQL over the tables and returns the first rows of the result. The person sees the statement, the result and a chart of it.",
  schema: {
    type: 'object',
    properties: {
      sql: { type: 'string', description: 'One SELECT statement.' },
      title: {
        type: 'string',
        description: 'What the result shows, in a few words of the language of the question.',
      },
    },
    required: ['sql', 'title'],
    additionalProperties: false,
  },
  timeoutMs: loadMs,
  cost: 'tableQueries',
  callsLeft: ({ tables, turn }) =>
    tables?.plan.mayQuery && tables.tokensLeft > 0 ? limits.maxTableQueries - tablesIn(turn.parts).length : 0,
  mayUse: listTables.mayUse,
  async run(context, input, run) {
    const { tables } = context
    const parsed = Input.safeParse(input)
    const sql = parsed.success ? storable(parsed.data.sql).trim() : ''
    if (!tables || !parsed.success || sql === '') return 'Send one SELECT statement, as sql, and a title.'
    if (sql.length > limits.tableQueryCharacters) return 'The statement is too long.'
    const title = storable(parsed.data.title ?? '')
      .replaceAll(/\s+/gu, ' ')
      .trim()
      .slice(0, limits.tableTitleCharacters)
      .toWellFormed()
    return await query(context, tables, { sql, title }, run)
  },
}

type Result = Partial<Pick<TableQuery, 'problem' | 'detail' | 'columns' | 'rows' | 'rowCount'>>

/** Tokens of one result for the model, where more are left. */
const tokensPerResult = 2_000

async function query(
  context: ToolContext,
  tables: TablesOfAnswer,
  asked: Pick<TableQuery, 'sql' | 'title'>,
  run: ToolRun,
): Promise<string> {
  const { turn, ports } = context
  const startedAt = performance.now()
  const number = tablesIn(turn.parts).length + 1
  const publish = (state: TableQuery['state'], result: Result = {}) => {
    const data: TableQuery = {
      number,
      ...asked,
      state,
      problem: null,
      detail: '',
      files: tables.files,
      columns: [],
      rows: [],
      rowCount: 0,
      durationMs: Math.round(performance.now() - startedAt),
      isHidden: false,
      unsupported: null,
      ...result,
    }
    turn.emit({ type: 'data-table', id: `table-${number}`, data })
    ports.logWriter.wake(turn, true)
    return data
  }
  const ended = (result: Result) => {
    const shown = publish(result.problem ? 'failed' : 'done', result)
    return tables.spend(resultOfQuery(shown, Math.min(tokensPerResult, tables.tokensLeft)))
  }
  publish('running')
  try {
    if (!(await run.pay())) return ended({ problem: 'DAILY_LIMIT' })
    const opened = await openedTables(context, run.signal)
    if (typeof opened === 'string') return ended({ problem: 'UNAVAILABLE' })
    const result = await readResult(opened, asked.sql, run.signal)
    turn.signal.throwIfAborted()
    return ended(result)
  } catch (error) {
    if (turn.signal.aborted) {
      // Another process that continues the answer queries again.
      if (turn.abortReason === 'stopped') ended({ problem: 'STOPPED' })
      throw error
    }
    if (error instanceof QueryFailure) return ended({ problem: 'REFUSED', detail: storable(error.message) })
    ports.log.warn(
      { event: 'tables.query_failed', err: error, turnId: turn.turnId },
      'A query over tables failed',
    )
    return ended({ problem: 'UNAVAILABLE' })
  }
}
