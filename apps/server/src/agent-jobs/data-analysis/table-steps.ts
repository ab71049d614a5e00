import type { DataAnalysis, FileOfJob, QueriedFile } from '@atrium/contract'
import { type LoadedTable, QueryFailure, type Tables } from '@atrium/documents'
import {
  analysisTokens,
  describeColumns,
  readResult,
  requireSpreadsheet,
  resultOfQuery,
  type RunningTurn,
  type StoredSpreadsheet,
} from '../../answers/index.ts'
import { takeAllowance } from '../../credits/index.ts'
import { countTokens } from '../../models/index.ts'
import { inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { JobWork, ModelStep, PreparedStep, ToolStep } from '../engine/program.ts'
import { requireRoomOfJob } from '../require-room.ts'
import { withTables } from '../table-run/open-table.ts'
import type { Analysis, ComputeOutput, QueryOutput, StructureOutput } from './analysis-state.ts'

/** Rows of a table that the model sees before it plans. */
const sampleRows = 3
/** Tokens of these rows, for each table. */
const sampleTokens = 400

/** Returns the stored spreadsheets if the owner may still ask in the chat and open all of them. Throws FORBIDDEN or JOB_FILE_GONE. */
async function requireOpen(
  trx: TenantTransaction,
  turn: RunningTurn,
  { material }: JobWork,
  { files }: DataAnalysis,
): Promise<(StoredSpreadsheet & FileOfJob)[]> {
  const place = { roomId: material.room.id, chatId: turn.chatId }
  const actor = await requireRoomOfJob(trx, turn, place.roomId)
  const stored = []
  for (const file of files) stored.push({ ...(await requireSpreadsheet(trx, actor, place, file)), ...file })
  return stored
}

/** Tables stay loaded between the steps of a job: its next query begins soon. */
const howToOpen = ({ turnId, signal }: RunningTurn, files: readonly StoredSpreadsheet[]) => ({
  ...{ signal, asTexts: false },
  key: [turnId, ...files.map(({ storageKey }) => storageKey)].join(' '),
})

/** A model call that starts only if the owner may still open the spreadsheets. */
export const withRights = (work: JobWork, analysis: DataAnalysis, step: ModelStep): PreparedStep => ({
  ...{ key: step.key, kind: step.kind, title: step.title },
  how: 'prepared',
  async prepare({ ports, turn }) {
    await inTenant(ports.database, turn, (trx) => requireOpen(trx, turn, work, analysis))
    return step
  },
})

/** Reads the structure of the tables: columns with kinds, ranges and missing values, and the first rows. */
export const structureStep = (work: JobWork, analysis: DataAnalysis): ToolStep => ({
  how: 'tool',
  key: 'structure',
  kind: 'structure',
  title: '',
  input: analysis,
  async run({ ports, turn }) {
    const stored = await inTenant(ports.database, turn, (trx) => requireOpen(trx, turn, work, analysis))
    const files = stored.map(({ fileId, name, of }): QueriedFile => ({ fileId, fileName: name, of }))
    const how = howToOpen(turn, stored)
    const output = await withTables(ports, stored, how, async (tables): Promise<StructureOutput> => {
      if (tables.list.every(({ rowCount }) => rowCount === 0)) fail('JOB_TABLE_UNREADABLE')
      return {
        files,
        tables: tables.list.map(({ name, file, sheet, rowCount }) => ({
          ...{ name, sheet, rowCount },
          fileName: files[file]?.fileName ?? '',
        })),
        text: await textOf(tables, files, turn.signal),
      }
    })
    return { output, toolCalls: 1 }
  },
})

/** The tables for prompts: those that no longer fit are only named. */
async function textOf(tables: Tables, files: readonly QueriedFile[], signal: AbortSignal): Promise<string> {
  const texts: string[] = []
  let left: number = analysisTokens.structure
  for (const table of tables.list) {
    const from = `${JSON.stringify(files[table.file]?.fileName ?? '')}${table.sheet === null ? '' : `, sheet ${JSON.stringify(table.sheet)}`}`
    const text = left > 0 ? await describe(tables, table, signal) : ''
    const fits = text !== '' && countTokens(text) <= left
    texts.push(
      fits
        ? `Table of ${from}:\n${text}`
        : `Table of ${from}, without details: ${table.name}, ${table.rowCount} rows`,
    )
    left -= countTokens(texts.at(-1) ?? '')
    if (left < -analysisTokens.structure) break
  }
  for (const { file, problem } of tables.unread)
    texts.push(`${JSON.stringify(files[file]?.fileName ?? '')} could not be read: ${problem}`)
  return texts.join('\n\n')
}

async function describe(tables: Tables, table: LoadedTable, signal: AbortSignal): Promise<string> {
  const columns = await describeColumns(tables, table, signal)
  const name = `"${table.name.replaceAll('"', '""')}"`
  const sample = await readResult(tables, `select * from ${name} limit ${sampleRows}`, signal)
  const rows = resultOfQuery({ ...sample, number: 0, problem: null, detail: '' }, sampleTokens)
  return `${columns}\nIts first rows:\n${rows.split('\n').slice(1).join('\n')}`
}

/** Runs the statement of an analysis. A refused statement counts as a result. */
export const computeStep = (
  work: JobWork,
  analysis: DataAnalysis,
  { index, question, computed }: Analysis,
  { sql, title }: QueryOutput,
): ToolStep => ({
  how: 'tool',
  key: keyOf('compute', index, computed.length),
  kind: 'compute',
  title: title || question,
  input: sql,
  async run({ ports, turn }) {
    const startedAt = performance.now()
    const ended = (result: Partial<ComputeOutput>) => ({
      output: {
        ...{ analysis: index, problem: null, detail: '', columns: [], rows: [], rowCount: 0, ...result },
        durationMs: Math.round(performance.now() - startedAt),
      } satisfies ComputeOutput,
      toolCalls: 1,
    })
    const stored = await inTenant(ports.database, turn, (trx) => requireOpen(trx, turn, work, analysis))
    if (sql === '') return ended({ problem: 'REFUSED', detail: 'Send one SELECT statement in a code block.' })
    if (!(await takeAllowance(ports.database, { holder: turn.userId, kind: 'tableQueries' })))
      return ended({ problem: 'DAILY_LIMIT' })
    const { signal } = turn
    return await withTables(ports, stored, howToOpen(turn, stored), async (tables) => {
      try {
        return ended(await readResult(tables, sql, signal))
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof QueryFailure)) throw error
        return ended({ problem: 'REFUSED', detail: refusalOf(error) })
      }
    })
  },
})

/** The key of a step of an analysis; later attempts have a number of their own. */
export const keyOf = (step: 'query' | 'compute', index: number, attempts: number): string =>
  `${step}-${index + 1}${attempts === 0 ? '' : `-${attempts + 1}`}`

const maxDetailCharacters = 1_000

const refusalOf = ({ message }: QueryFailure): string =>
  message.replaceAll('\0', '').slice(0, maxDetailCharacters).toWellFormed()
