import type { AccountId, MessageId, TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import { jsonText, type TenantTransaction } from '../platform/database/index.ts'

type Copy<Id> = { from: Id; to: Id }

const pairs = (copies: readonly Copy<string>[]) =>
  sql`jsonb_to_recordset(${jsonText(copies)}::jsonb) as copy ("from" text, "to" text)`

/** Attaches the originals' files to copied questions. The bytes are shared, and are kept until no question uses them. */
export async function copyAttachments(
  trx: TenantTransaction,
  accountId: AccountId,
  copies: readonly Copy<MessageId>[],
): Promise<void> {
  await sql`
    insert into message_attachment (account_id, message_id, file_id, position)
    select ${accountId}, copy."to", attached.file_id, attached.position
    from ${pairs(copies)} join message_attachment as attached
      on attached.account_id = ${accountId} and attached.message_id = copy."from"`.execute(trx)
}

/** Attaches the originals' generated pictures to copied answers. */
export async function copyPictures(
  trx: TenantTransaction,
  accountId: AccountId,
  copies: readonly Copy<TurnId>[],
): Promise<void> {
  await sql`
    insert into answer_picture (account_id, turn_id, file_id)
    select ${accountId}, copy."to", picture.file_id
    from ${pairs(copies)} join answer_picture as picture
      on picture.account_id = ${accountId} and picture.turn_id = copy."from"`.execute(trx)
}
