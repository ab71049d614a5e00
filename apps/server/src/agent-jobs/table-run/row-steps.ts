import { type ErrorCode, fillEvery, limits, type TableRun } from '@atrium/contract'
import { requireSpreadsheet, rowTokens, type RunningTurn } from '../../answers/index.ts'
import { inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { JobWork, ModelStep, PlainStep, PreparedStep, ToolStep } from '../engine/program.ts'
import type { JobPorts } from '../ports.ts'
import { requireRoomOfJob } from '../require-room.ts'
import { headersOf, readRows, withTables } from './open-table.ts'
import { rowPrompt } from './row-prompts.ts'
import { type RowOutput, type TableOutput, usedCells, valuesFor } from './rows-state.ts'

type StepContext = { ports: JobPorts; turn: RunningTurn }

const maxTitleCharacters = 100

/** Reads the rows to run, with the owner's permissions of this moment. */
export const tableStep = ({ material }: JobWork, run: TableRun): ToolStep => ({
  how: 'tool',
  key: 'table',
  kind: 'table',
  title: '',
  input: run,
  async run({ ports, turn }) {
    const file = await inTenant(ports.database, turn, (trx) => requireOpen(trx, turn, material.room.id, run))
    const how = { signal: turn.signal, asTexts: true }
    const output = await withTables(ports, [file], how, async (tables): Promise<TableOutput> => {
      const table = tables.list[run.table] ?? fail('JOB_TABLE_UNREADABLE')
      const rows = await readRows(tables, table, run, turn.signal)
      if (rows.length === 0) fail('JOB_TABLE_UNREADABLE')
      const characters = rows.flat().reduce((sum, cell) => sum + cell.length, 0)
      if (characters > limits.tableRunCharacters) fail('JOB_TABLE_TOO_LARGE')
      return { fileName: file.name, headers: headersOf(table), rows, firstRow: run.firstRow }
    })
    return { output, toolCalls: 1 }
  },
})

/** Returns the stored file if the owner may still ask in the chat and open it. Throws FORBIDDEN or JOB_FILE_GONE. */
async function requireOpen(
  trx: TenantTransaction,
  turn: RunningTurn,
  roomId: JobWork['material']['room']['id'],
  run: TableRun,
) {
  const actor = await requireRoomOfJob(trx, turn, roomId)
  return await requireSpreadsheet(trx, actor, { roomId, chatId: turn.chatId }, run)
}

/** Asks the question for one row, if the owner may still open the file. */
export function rowStep(
  work: JobWork,
  run: TableRun,
  { number, cells }: { number: number; cells: readonly string[] },
): PreparedStep {
  const used = usedCells(run, cells)
  const title = (used.find((cell) => cell !== '') ?? '')
    .replaceAll(/\s+/g, ' ')
    .slice(0, maxTitleCharacters)
    .toWellFormed()
  const step = { key: `row-${number}`, kind: 'row' as const, title }
  return {
    ...step,
    how: 'prepared',
    async prepare({ ports, turn }: StepContext): Promise<ModelStep | PlainStep> {
      await inTenant(ports.database, turn, (trx) => requireOpen(trx, turn, work.material.room.id, run))
      if (used.length > 0 && used.every((cell) => cell === '')) {
        const empty: RowOutput = { number, answer: null, problem: 'EMPTY_ROW' }
        return { ...step, how: 'plain', input: number, run: () => empty }
      }
      const question = fillEvery(work.material.question, valuesFor(run, cells))
      return {
        ...step,
        how: 'model',
        prompt: rowPrompt(work, question),
        maxOutputTokens: rowTokens.answer,
        read: (text): RowOutput => ({ number, answer: text.trim(), problem: null }),
        refused: (code: ErrorCode): RowOutput => ({ number, answer: null, problem: code }),
      }
    },
  }
}
