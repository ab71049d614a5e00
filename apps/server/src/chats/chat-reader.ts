import { type AccountId, answerText, ChatId, type RoomId, type TurnId } from '@atrium/contract'
import { sql } from 'kysely'
import type { DocumentReaders } from '../knowledge/index.ts'
import type { Transaction } from '../platform/database/index.ts'
import { requireChat } from './access.ts'
import { readBranch } from './turns/read-branch.ts'

/** Chats as sources of knowledge bases (KB-10): those that are shared with their room, each with its open branch. */
export const chatReader: DocumentReaders['chat'] = {
  async requireSharer(trx, actor, id) {
    await requireChat(trx, actor, ChatId.parse(id), 'share')
  },
  async read(trx, accountId, id) {
    const chat = await sharedChat(trx, accountId, ChatId.parse(id))
    if (!chat) return null
    const texts = (await textsOf(trx, accountId, chat)).map(({ text }) => text)
    return { title: chat.title, roomId: chat.roomId, markdown: texts.join('\n\n') }
  },
  async findTurns(trx, accountId, id, passage) {
    const chat = await sharedChat(trx, accountId, id)
    return chat ? turnsIn(passage, await textsOf(trx, accountId, chat)) : []
  },
}

type SharedChat = { title: string; roomId: RoomId; currentTurnId: TurnId | null }

async function sharedChat(trx: Transaction, accountId: AccountId, id: ChatId): Promise<SharedChat | null> {
  const found = await sql<SharedChat>`
    select title, room_id as "roomId", current_turn_id as "currentTurnId" from chat
    where account_id = ${accountId} and id = ${id} and share <> 'none' and not is_temporary and deleted_at is null`.execute(
    trx,
  )
  return found.rows[0] ?? null
}

type TextOfTurn = { turnId: TurnId; text: string }

async function textsOf(
  trx: Transaction,
  accountId: AccountId,
  { currentTurnId }: SharedChat,
): Promise<TextOfTurn[]> {
  const { turns } = await readBranch(trx, accountId, currentTurnId, true)
  return turns.map(({ turnId, question, parts }) => ({
    turnId,
    text: `## ${headline(question)}\n\n${answerText(parts)}`,
  }))
}

/** The turns that have lines of the passage, with these; most lines first. None when the chat has changed. */
function turnsIn(passage: string, turns: readonly TextOfTurn[]): TextOfTurn[] {
  const lines = passage.split('\n').map(words).filter(Boolean)
  return turns
    .map(({ turnId, text }) => {
      const whole = words(text)
      return { turnId, lines: lines.filter((line) => whole.includes(line)) }
    })
    .filter((turn) => turn.lines.length > 0)
    .toSorted((one, other) => other.lines.length - one.lines.length)
    .map((turn) => ({ turnId: turn.turnId, text: turn.lines.join('\n') }))
}

const words = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim()

/** A question as one line: passages are found by their headings. */
const headline = (question: string): string => question.replaceAll(/\s+/g, ' ').trim().slice(0, 2_000)
