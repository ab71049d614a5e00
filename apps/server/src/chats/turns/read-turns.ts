import {
  type AccountId,
  type AttachedDocument,
  foldParts,
  type MessageId,
  type Turn,
  type TurnId,
} from '@atrium/contract'
import { sql } from 'kysely'
import { type Attached, attachmentsOf, isPicture } from '../../attachments/index.ts'
import { choicesOf } from '../../models/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import { statesOf } from '../../retrieval/index.ts'
import type { Actor, ChatRow } from '../access.ts'
import { openSourcesIn } from '../open-sources.ts'
import { presentTurn, type TurnRow } from '../present.ts'
import { comparisonOfTurn } from './comparisons.ts'
import { type LoggedEvent, readLog } from './turn-log.ts'

/** Returns turns as clients see them, in the order of asking, for a person who may read their chat. */
export async function readTurns(
  trx: TenantTransaction,
  actor: Actor,
  { owner_id: ownerId }: Pick<ChatRow, 'owner_id'>,
  turnIds: readonly TurnId[],
): Promise<Turn[]> {
  if (turnIds.length === 0) return []
  const { accountId } = actor
  const found = await sql<TurnRow>`
    select turn.id, turn.parent_turn_id, turn.position, turn.question_message_id, turn.state, turn.parts, turn.last_event_id,
      turn.requested_model_id, turn.model_id, turn.model_name, turn.sandbox, turn.style, turn.continues_turn_id, turn.picture_options, ${comparisonOfTurn} as comparison,
      turn.error_code, turn.retry_after_seconds, turn.usage, turn.credits_charged_milli, turn.rating, turn.followups, turn.started_at, turn.asked_by,
      turn.ended_at, message.text as question_text, message.mentions, message.canvas_ids, message.author_id, identity_user.name as author_name, message.created_at as asked_at
    from turn
    join message on message.account_id = turn.account_id and message.id = turn.question_message_id
    join identity_user on identity_user.id = message.author_id
    where turn.account_id = ${accountId} and turn.id = any(${[...turnIds]})
    order by turn.position`.execute(trx)
  const messageIds = [...new Set(found.rows.map((row) => row.question_message_id))]
  const attachments = await attachmentsOf(trx, accountId, messageIds)
  const choices = await choicesOf(trx, accountId, [...turnIds])
  const documents = await documentsOf(trx, accountId, attachments)
  const logs = new Map<TurnId, LoggedEvent[]>()
  for (const { id, state } of found.rows)
    if (state === 'open') logs.set(id, await readLog(trx, accountId, id))
  const openFiles = await openSourcesIn(
    trx,
    actor,
    found.rows.map(({ id, parts }) => foldParts(logs.get(id)?.map(({ part }) => part) ?? []).concat(parts)),
    [...documents.values()].flatMap((of) => of.map(({ id }) => id)),
  )
  return found.rows.map((row) =>
    presentTurn(row, {
      logged: logs.get(row.id) ?? [],
      choice: choices.get(row.id) ?? null,
      attachments: attachments.get(row.question_message_id)?.filter(isPicture) ?? [],
      documents: documents.get(row.question_message_id) ?? [],
      openFiles,
      showsCost: actor.userId === ownerId || actor.userId === row.asked_by,
    }),
  )
}

/** The documents attached to questions, with their processing state. */
async function documentsOf(
  trx: TenantTransaction,
  accountId: AccountId,
  attachments: ReadonlyMap<MessageId, readonly Attached[]>,
): Promise<Map<MessageId, AttachedDocument[]>> {
  const documents = [...attachments].map(
    ([messageId, files]) => [messageId, files.filter((file) => !isPicture(file))] as const,
  )
  const ids = documents.flatMap(([, files]) => files.map(({ id }) => id))
  if (ids.length === 0) return new Map()
  const states = await statesOf(trx, accountId, ids)
  return new Map(
    documents.map(([messageId, files]) => [
      messageId,
      files.map(({ storageKey: _storageKey, ...file }) => ({
        ...file,
        state: states.get(file.id) ?? { status: 'PENDING', problem: null, partsDone: 0, partsTotal: null },
      })),
    ]),
  )
}
