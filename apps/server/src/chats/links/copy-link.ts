import { type ChatId, type ImportedChat, limits, type RoomId } from '@atrium/contract'
import { type Database, inTenant } from '../../platform/database/index.ts'
import { fail } from '../../platform/failure.ts'
import type { Actor } from '../access.ts'
import { importChats } from '../transfer/import-chats.ts'
import { findOpenLink, mayOpen } from './open-link.ts'
import { readLinkedTurns } from './linked-turns.ts'

/**
 * Makes a private chat of the actor's own from the texts of a link, in a room of theirs: no sources, files or pictures. Copying the
 * same link again returns the first copy.
 */
export async function copyLink(
  database: Database,
  actor: Actor,
  { token, roomId }: { token: string; roomId: RoomId },
): Promise<{ chatId: ChatId; roomId: RoomId }> {
  const link = (await findOpenLink(database, token)) ?? fail('NOT_FOUND')
  const isMember = await mayOpen(database, link, actor.userId)
  const reader = isMember ? actor.userId : null
  const { title, turns } = await inTenant(database, { accountId: link.accountId, userId: reader }, (trx) =>
    readLinkedTurns(trx, link, reader),
  )
  const chat: ImportedChat = {
    sourceId: link.id,
    title,
    createdAt: new Date().toISOString(),
    isStarred: false,
    labels: [],
    currentTurn: null,
    turns: turns.map(({ question, askedAt, modelName, state, answer }, index) => ({
      parent: index === 0 ? null : index - 1,
      sameQuestionAs: null,
      question: question.slice(0, limits.questionCharacters),
      askedAt,
      modelName,
      state: state === 'open' ? 'interrupted' : state,
      reasoning: '',
      answer,
      answeredAt: askedAt,
      rating: null,
    })),
  }
  const [copy] = await importChats(database, actor, { roomId, source: 'atrium', chats: [chat] })
  return { chatId: copy?.chatId ?? fail('INTERNAL'), roomId }
}
