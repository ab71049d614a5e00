import type { AskQuestion, FileId, Mention, MessageId, UserId } from '@atrium/contract'
import { namesOfContextFiles } from '../../knowledge/index.ts'
import { isAllowedBy, defaultModelPreferences } from '../../models/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { Asker } from '../ports.ts'
import { modelsAllowedIn, type RoomBrief, whoMayUse } from '../../rooms/index.ts'
import type { AnswerPorts } from '../ports.ts'

/** The mentions of a new question that resolve in its room; others stay plain text. */
export async function mentionsAsked(
  trx: TenantTransaction,
  ports: Pick<AnswerPorts, 'models'>,
  { accountId }: Pick<Asker, 'accountId'>,
  room: RoomBrief,
  { ask }: Pick<AskQuestion, 'ask'>,
): Promise<Mention[]> {
  const given = ask.kind === 'question' ? (ask.mentions ?? []) : []
  if (given.length === 0) return []
  const place = { accountId, roomId: room.id }
  const people = await whoMayUse(trx, place, peopleIn(given))
  const files = await namesOfContextFiles(trx, place, fileIdsIn(given))
  const allowed = modelsAllowedIn(room)
  const models = new Set(
    ports.models
      .list(defaultModelPreferences)
      .flatMap(({ modelId }) => (isAllowedBy(allowed, modelId) ? [modelId] : [])),
  )
  return given.filter((mention) => {
    if (mention.kind === 'person') return people.has(mention.id)
    return mention.kind === 'file' ? files.has(mention.id) : models.has(mention.id)
  })
}

export const peopleIn = (mentions: readonly Mention[]): UserId[] =>
  mentions.flatMap((mention) => (mention.kind === 'person' ? [mention.id] : []))

export const fileIdsIn = (mentions: readonly Mention[]): FileId[] =>
  mentions.flatMap((mention) => (mention.kind === 'file' ? [mention.id] : []))

/** The current names of the room's files that the questions of a conversation mention, by question. */
export async function filesNamed(
  trx: TenantTransaction,
  place: { accountId: Asker['accountId']; roomId: RoomBrief['id'] },
  questions: readonly { messageId: MessageId; mentions: readonly Mention[] }[],
): Promise<Map<MessageId, string[]>> {
  const fileIds = questions.flatMap(({ mentions }) => fileIdsIn(mentions))
  if (fileIds.length === 0) return new Map()
  const names = await namesOfContextFiles(trx, place, fileIds)
  return new Map(
    questions.map(({ messageId, mentions }) => [
      messageId,
      [...new Set(fileIdsIn(mentions).flatMap((id) => names.get(id) ?? []))],
    ]),
  )
}
