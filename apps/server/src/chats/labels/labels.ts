import {
  type ChatId,
  type HistoryScope,
  type Label,
  type LabelCount,
  type LabelId,
  limits,
  mintId,
} from '@atrium/contract'
import { sql } from 'kysely'
import {
  advisoryLock,
  isUniqueViolation,
  jsonText,
  type TenantTransaction,
} from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import { type Actor, requireChat } from '../access.ts'
import { type ChatChoice, chosen, inReach } from '../history/list-chats.ts'

/** Returns the actor's labels by name, each with its number of chats in the scope. */
export async function listLabels(
  trx: TenantTransaction,
  actor: Actor,
  choice: { scope: HistoryScope; canvas?: boolean },
): Promise<LabelCount[]> {
  const { accountId, userId } = actor
  const isFew = choice.scope === 'starred' || choice.scope === 'shared' || choice.canvas === true
  const { counted, chats } = isFew ? countedOneByOne(actor, choice) : countedByIndex(actor)
  const found = await sql<LabelCount>`
    with ${counted}
    select label.id as "labelId", label.name, (${chats})::int as "chatCount"
    from chat_label as label left join counted on counted.label_id = label.id
    where label.account_id = ${accountId} and label.owner_id = ${userId}
    order by fold_text(label.name), label.id`.execute(trx)
  return found.rows
}

/** For a scope with few chats: counts each listed one. */
const countedOneByOne = (actor: Actor, choice: ChatChoice) => ({
  counted: sql`
    counted as (
      select chat.label_id, sum(chats) as chats from (
        select chat_labelled.label_id, chat.room_id, count(*) as chats
        from chat join chat_labelled on chat_labelled.account_id = chat.account_id and chat_labelled.chat_id = chat.id
        where ${chosen(actor, choice)} group by chat_labelled.label_id, chat.room_id) as chat
      where ${inReach(actor)} group by chat.label_id)`,
  chats: sql`coalesce(counted.chats, 0)`,
})

/**
 * Counts by the label index alone, minus the few chats that no list shows: deleted ones and those in inaccessible rooms. Only
 * chats of the label's owner have it, never temporary ones. `offset 0` makes PostgreSQL evaluate the inner part first, which is
 * mostly empty.
 */
const countedByIndex = (actor: Actor) => ({
  counted: sql`
    room_out_of_reach as materialized (
      select room_id from chat_tally as chat
      where account_id = ${actor.accountId} and owner_id = ${actor.userId} and not ${inReach(actor)}),
    hidden as materialized (
      select id from chat
      where account_id = ${actor.accountId} and owner_id = ${actor.userId} and deleted_at is not null
      union all
      select found.id from room_out_of_reach, lateral (
        select id from chat
        where ${chosen(actor, { scope: 'all' })} and chat.room_id = room_out_of_reach.room_id offset 0) as found),
    counted as (
      select borne.label_id, count(*) as chats from hidden, lateral (
        select label_id from chat_labelled
        where account_id = ${actor.accountId} and chat_id = hidden.id offset 0) as borne
      group by borne.label_id)`,
  chats: sql`(
    select count(*) from chat_labelled
    where account_id = ${actor.accountId} and label_id = label.id) - coalesce(counted.chats, 0)`,
})

/** Returns the labels of a chat whose names contain a text, ignoring case and accents. */
export async function listLabelsOfChat(
  trx: TenantTransaction,
  actor: Actor,
  chatId: ChatId,
  search: string,
): Promise<Label[]> {
  await requireChat(trx, actor, chatId, 'read')
  const found = await sql<Label>`
    select label.id as "labelId", label.name
    from chat_labelled join chat_label as label
      on label.account_id = chat_labelled.account_id and label.id = chat_labelled.label_id
    where chat_labelled.account_id = ${actor.accountId} and chat_labelled.chat_id = ${chatId} and label.owner_id = ${actor.userId}
      and position(fold_text(${search}) in fold_text(label.name)) > 0
    order by fold_text(label.name), label.id`.execute(trx)
  return found.rows
}

export async function createLabel(trx: TenantTransaction, actor: Actor, name: string): Promise<Label> {
  if ((await countLabels(trx, actor)) >= limits.maxLabels) fail('TOO_MANY_LABELS')
  const label = { labelId: mintId('label'), name }
  await orTaken(
    sql`insert into chat_label (account_id, id, owner_id, name)
      values (${actor.accountId}, ${label.labelId}, ${actor.userId}, ${name})`.execute(trx),
  )
  return label
}

/** Returns the actor's labels of these names, ignoring case and accents; creates missing ones. */
export async function labelsNamed(
  trx: TenantTransaction,
  actor: Actor,
  names: readonly string[],
): Promise<LabelId[]> {
  await countLabels(trx, actor)
  const rows = names.map((name) => ({ id: mintId('label'), name }))
  await sql`
    insert into chat_label (account_id, id, owner_id, name)
    select ${actor.accountId}, id, ${actor.userId}, name
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as label (id text, name text)
    on conflict do nothing`.execute(trx)
  if ((await countLabels(trx, actor)) > limits.maxLabels) fail('TOO_MANY_LABELS')
  const found = await sql<{ id: LabelId }>`
    select id from chat_label
    where account_id = ${actor.accountId} and owner_id = ${actor.userId}
      and fold_text(name) in (select fold_text(wanted) from unnest(${[...names]}::text[]) as wanted)`.execute(
    trx,
  )
  return found.rows.map(({ id }) => id)
}

/** Counts the actor's labels and locks them, so that concurrent creations are counted one after another. */
async function countLabels(trx: TenantTransaction, { accountId, userId }: Actor): Promise<number> {
  await advisoryLock(trx, `labels ${accountId} ${userId}`)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from chat_label where account_id = ${accountId} and owner_id = ${userId}`.execute(
    trx,
  )
  return rows[0]?.count ?? 0
}

export async function renameLabel(
  trx: TenantTransaction,
  actor: Actor,
  labelId: LabelId,
  name: string,
): Promise<Label> {
  await requireLabels(trx, actor, [labelId])
  await orTaken(
    sql`update chat_label set name = ${name} where account_id = ${actor.accountId} and id = ${labelId}`.execute(
      trx,
    ),
  )
  return { labelId, name }
}

/** Moves a label's chats to another label, and deletes the first. Merging a label with itself does nothing. */
export async function mergeLabels(
  trx: TenantTransaction,
  actor: Actor,
  labelId: LabelId,
  intoLabelId: LabelId,
): Promise<Label> {
  const [, into] = await requireLabels(trx, actor, [labelId, intoLabelId])
  if (!into) return fail('NOT_FOUND')
  if (labelId === intoLabelId) return into
  await sql`
    insert into chat_labelled (account_id, chat_id, label_id)
    select account_id, chat_id, ${intoLabelId} from chat_labelled
    where account_id = ${actor.accountId} and label_id = ${labelId}
    on conflict do nothing`.execute(trx)
  await deleteLabel(trx, actor, labelId)
  return into
}

export async function deleteLabel(trx: TenantTransaction, actor: Actor, labelId: LabelId): Promise<void> {
  await requireLabels(trx, actor, [labelId])
  await sql`delete from chat_label where account_id = ${actor.accountId} and id = ${labelId}`.execute(trx)
}

/** Returns these labels in the requested order, locked until the transaction ends; throws unless all are the actor's own. */
export async function requireLabels(
  trx: TenantTransaction,
  actor: Actor,
  labelIds: readonly LabelId[],
): Promise<Label[]> {
  if (labelIds.length === 0) return []
  const found = await sql<Label>`
    select id as "labelId", name from chat_label
    where account_id = ${actor.accountId} and owner_id = ${actor.userId} and id = any(${[...labelIds]})
    order by id for update`.execute(trx)
  return labelIds.map((labelId) => found.rows.find((label) => label.labelId === labelId) ?? fail('NOT_FOUND'))
}

async function orTaken(writing: Promise<unknown>): Promise<void> {
  try {
    await writing
  } catch (error) {
    if (isUniqueViolation(error)) fail('LABEL_NAME_TAKEN', { cause: error })
    throw error
  }
}
