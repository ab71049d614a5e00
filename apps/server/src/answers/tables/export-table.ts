import {
  type ChatId,
  documentEndingOf,
  type TableCell,
  tablesIn,
  type TablePart,
  type TurnId,
} from '@atrium/contract'
import { QueryFailure } from '@atrium/documents'
import { fileOfChat } from '../../attachments/index.ts'
import { type Actor, openSourcesIn, partsFor, requireTurn } from '../../chats/index.ts'
import { takeAllowance } from '../../credits/index.ts'
import { spreadsheetsOfFiles } from '../../knowledge/index.ts'
import { csvLine, csvMark } from '../../platform/csv.ts'
import { inTenant, type TenantTransaction } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { AnswerPorts } from '../ports.ts'
import { tableFile } from './tables-of-answer.ts'

type Asked = { chatId: ChatId; turnId: TurnId; number: number }

/**
 * Runs a query of an answer again and yields all rows as lines of CSV. Throws before the first line: NOT_FOUND for readers who may not
 * read the answer or open one of its files, and when a file is gone; RATE_LIMITED above the day's queries.
 */
export async function exportTable(
  ports: AnswerPorts,
  actor: Actor,
  asked: Asked,
  signal: AbortSignal,
): Promise<AsyncIterable<string>> {
  const { sql, files } = await inTenant(ports.database, actor, (trx) => requireQuery(trx, actor, asked))
  if (!(await takeAllowance(ports.database, { holder: actor.userId, kind: 'tableQueries' })))
    fail('RATE_LIMITED')
  const tables = await ports.tables.open(
    files.map((file) => tableFile(ports, file)),
    signal,
  )
  try {
    if (tables.unread.length > 0) fail('NOT_FOUND')
    const rows = tables.allRows(sql, signal)
    const head = await rows.next()
    return linesOf(head.done ? [] : head.value, rows, () => tables.close())
  } catch (error) {
    await tables.close()
    if (error instanceof QueryFailure) fail('NOT_FOUND', { cause: error })
    throw error
  }
}

async function requireQuery(trx: TenantTransaction, actor: Actor, { chatId, turnId, number }: Asked) {
  const turn = await requireTurn(trx, actor, turnId, 'read')
  if (turn.chat_id !== chatId) fail('NOT_FOUND')
  const part = tablesIn(turn.parts).find((table) => table.number === number) ?? fail('NOT_FOUND')
  const attached = part.files.flatMap(({ fileId, of }) => (of === 'question' ? [fileId] : []))
  const [shown] = tablesIn(partsFor([part], await openSourcesIn(trx, actor, [[part]], attached)))
  if (!shown || shown.isHidden || shown.state !== 'done') return fail('NOT_FOUND')
  return { sql: shown.sql, files: await storedFiles(trx, actor, chatId, shown) }
}

/** The files in the order in which they were loaded, so that their tables have the same names. */
async function storedFiles(
  trx: TenantTransaction,
  { accountId }: Actor,
  chatId: ChatId,
  { files }: TablePart,
) {
  const ofRooms = new Map(
    (
      await spreadsheetsOfFiles(
        trx,
        accountId,
        files.flatMap(({ fileId, of }) => (of === 'room' ? [fileId] : [])),
      )
    ).map((file) => [file.id, file]),
  )
  const stored = []
  for (const { fileId, of } of files) {
    const file = of === 'room' ? ofRooms.get(fileId) : await fileOfChat(trx, accountId, { chatId, fileId })
    const { name, storageKey } = file ?? fail('NOT_FOUND')
    const ending = documentEndingOf(name)
    if (ending !== 'csv' && ending !== 'xls' && ending !== 'xlsx') return fail('NOT_FOUND')
    stored.push({ name, storageKey, ending } as const)
  }
  return stored
}

async function* linesOf(
  head: readonly TableCell[],
  rows: AsyncIterable<readonly TableCell[]>,
  close: () => Promise<void>,
): AsyncGenerator<string> {
  try {
    yield csvMark + csvLine(head.map(String))
    for await (const row of rows)
      yield csvLine(
        row.map((cell) => (cell === null ? '' : String(cell))),
        numbersAmong(row),
      )
  } finally {
    await close()
  }
}

/** Which cells are numbers: a negative one isn't a formula. */
const numbersAmong = (row: readonly unknown[]): boolean[] => row.map((cell) => typeof cell === 'number')
