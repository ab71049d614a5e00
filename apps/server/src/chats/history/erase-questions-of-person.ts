import type { AccountId, TurnId, UserId } from '@atrium/contract'
import { sql } from 'kysely'
import { type Database, inSystem } from '../../platform/database/index.ts'

const atATime = 200

/**
 * Empties a person's questions, and the answers to them, in shared chats of others, in all accounts: the turns stay, so that the answers
 * after them keep their place. Also erases summaries that include them and queued questions, and empties their copies behind links.
 * Idempotent.
 */
export async function eraseQuestionsOfPerson(database: Database, userId: UserId): Promise<void> {
  await inSystem(database, async (trx) => {
    await sql`delete from queued_question where author_id = ${userId}`.execute(trx)
    await sql`
      update chat_link_turn set parts = '[]', question = case when author_id = ${userId} then '' else question end,
        mentions = case when author_id = ${userId} then '[]' else mentions end
      where author_id = ${userId} or asked_by = ${userId}`.execute(trx)
  })
  for (let more = true; more;) {
    more = await inSystem(database, async (trx) => {
      const found = await sql<{ accountId: AccountId; id: TurnId }>`
        select turn.account_id as "accountId", turn.id from turn
        join chat on chat.account_id = turn.account_id and chat.id = turn.chat_id
        join message on message.account_id = turn.account_id and message.id = turn.question_message_id
        where (turn.asked_by = ${userId} or message.author_id = ${userId}) and chat.owner_id <> ${userId}
          and turn.state <> 'open' and (turn.parts <> '[]' or (message.author_id = ${userId} and message.text <> ''))
        order by turn.account_id, turn.id limit ${atATime} for update of turn`.execute(trx)
      const accountIds = found.rows.map((row) => row.accountId)
      const ids = found.rows.map((row) => row.id)
      const ofThese = sql`(account_id, turn_id) in (select * from unnest(${accountIds}::text[], ${ids}::text[]))`
      // None of them is being indexed for search from here on.
      await sql`select from pending_turn where ${ofThese} for update`.execute(trx)
      await sql`
        with emptied as (
          update turn set parts = '[]', followups = null
          where (account_id, id) in (select * from unnest(${accountIds}::text[], ${ids}::text[]))
          returning account_id, chat_id, question_message_id),
        silenced as (
          update message set text = '', mentions = '[]', canvas_ids = '{}' from emptied
          where message.account_id = emptied.account_id and message.id = emptied.question_message_id
            and message.author_id = ${userId}),
        detached as (
          delete from message_attachment using emptied, message
          where message.account_id = emptied.account_id and message.id = emptied.question_message_id
            and message.author_id = ${userId} and message_attachment.account_id = emptied.account_id
            and message_attachment.message_id = emptied.question_message_id)
        delete from chat_summary using emptied
        where chat_summary.account_id = emptied.account_id and chat_summary.chat_id = emptied.chat_id`.execute(
        trx,
      )
      await sql`delete from turn_log where ${ofThese}`.execute(trx)
      await sql`delete from chat_words where ${ofThese}`.execute(trx)
      return ids.length === atATime
    })
  }
}
