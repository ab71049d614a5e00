import { answerText, ChatId, type RoomId, type TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { DocumentReader } from '../knowledge/index.ts'
import { requireChat } from './access.ts'
import { readBranch } from './turns/read-branch.ts'

/** Chats as sources of knowledge bases (KB-10): those that are shared with their room, with the branch that is open in them. */
export const chatReader: DocumentReader = {
  async requireSharer(trx, actor, id) {
    await requireChat(trx, actor, ChatId.parse(id), 'share')
  },
  async read(trx, accountId, id) {
    const found = await sql<{ title: string; roomId: RoomId; currentTurnId: TurnId | null }>`
      select title, room_id as "roomId", current_turn_id as "currentTurnId" from chat
      where account_id = ${accountId} and id = ${id} and share <> 'none' and not is_temporary and deleted_at is null`.execute(
      trx,
    )
    const chat = found.rows[0]
    if (!chat) return null
    const { turns } = await readBranch(trx, accountId, chat.currentTurnId, true)
    const markdown = turns.map(({ question, parts }) => `## ${headline(question)}\n\n${answerText(parts)}`)
    return { title: chat.title, roomId: chat.roomId, markdown: markdown.join('\n\n') }
  },
}

/** A question as one line: passages are found by their headings. */
const headline = (question: string): string => question.replaceAll(/\s+/g, ' ').trim().slice(0, 2_000)
