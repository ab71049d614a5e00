import { answerText, type AnswerPart } from '@atrium/contract'
import type { Database } from '@atrium/server/platform/database/index.ts'
import type { AskedQuestion } from './browser.ts'

/** The state of a turn in the database. */
export type TurnNow = {
  id: string
  state: string
  text: string
  errorCode: string | null
  attempts: number
  endedAt: Date | null
}

type Row = Pick<TurnNow, 'id' | 'state' | 'attempts'> & {
  parts: AnswerPart[]
  error_code: string | null
  ended_at: Date | null
}

export async function storedTurns({ pool }: Database): Promise<Map<string, TurnNow>> {
  const { rows } = await pool.query<Row>('select id, state, parts, error_code, attempts, ended_at from turn')
  return new Map(
    rows.map(({ id, state, parts, error_code: errorCode, attempts, ended_at: endedAt }) => [
      id,
      { id, state, text: answerText(parts), errorCode, attempts, endedAt },
    ]),
  )
}

/** Whether anything of a question is stored: the message, the turn or a hold. All or none of them, or it throws. */
export async function isStored({ pool }: Database, { turnId, messageId }: AskedQuestion): Promise<boolean> {
  const { rows } = await pool.query<{ found: number }>(
    `select (select count(*) from turn where id = $1) + (select count(*) from credit_hold where turn_id = $1)
      + (select count(*) from message where id = $2) as found`,
    [turnId, messageId],
  )
  const found = Number(rows[0]?.found)
  if (found !== 0 && found !== 3) throw new Error(`${turnId} is stored in part: ${found} of 3 rows.`)
  return found === 3
}

/** Resolves once every turn has ended and its words are indexed. */
export async function untilAllEnded({ pool }: Database, timeoutMs: number): Promise<void> {
  const deadline = Date.now() + timeoutMs
  for (;;) {
    const { rows } = await pool.query<{ id: string }>('select turn_id as id from pending_turn')
    if (rows.length === 0) return
    if (Date.now() > deadline)
      throw new Error(`Still open or not indexed: ${rows.map(({ id }) => id).join(', ')}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

/** Resolves once the database has ended all statements of a killed process. */
export async function backendsGone({ pool }: Database): Promise<void> {
  const isBusy = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
    and state <> 'idle' and backend_type = 'client backend'`
  while ((await pool.query(isBusy)).rowCount !== 0) await new Promise((resolve) => setTimeout(resolve, 20))
}
