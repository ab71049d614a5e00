import { type AskQuestion, type FileId, limits, type MessageId, picturesIn } from '@atrium/contract'
import {
  attachmentsOf,
  picturesOfFiles,
  requireAttachments,
  type StoredAttachment,
} from '../attachments/index.ts'
import type { Actor, BranchTurn } from '../chats/index.ts'
import type { PromptPicture } from '../models/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { AnswerPorts } from './ports.ts'

/** Tokens that a picture of the size that is taken counts at most, with the vendors that count the most. */
export const pictureTokens = 1_600

/** The pictures that a new question comes with, if the asker uploaded them; of an older one nothing is asked here. */
export const picturesAsked = async (
  trx: TenantTransaction,
  actor: Actor,
  { ask }: Pick<AskQuestion, 'ask'>,
): Promise<StoredAttachment[] | undefined> =>
  ask.kind === 'question' ? await requireAttachments(trx, actor, ask.attachments ?? []) : undefined

/** The pictures of a conversation, by the question that each came with; `asked` are those of the last one, where they are at hand. */
export async function picturesOf(
  trx: TenantTransaction,
  ports: Pick<AnswerPorts, 'readPicture'>,
  { accountId }: Pick<Actor, 'accountId'>,
  conversation: {
    history: readonly BranchTurn[]
    messageId: MessageId
    asked?: readonly StoredAttachment[] | undefined
  },
): Promise<Map<MessageId, PromptPicture[]>> {
  const { history, messageId, asked } = conversation
  const withPictures = history.flatMap((turn) => (turn.hasPictures ? [turn.messageId] : []))
  const wanted = asked === undefined ? [...withPictures, messageId] : withPictures
  const found = await attachmentsOf(trx, accountId, wanted)
  if (asked !== undefined && asked.length > 0) found.set(messageId, [...asked])
  return new Map(
    [...found].map(([id, pictures]) => [
      id,
      pictures.map(({ contentType, storageKey }) => ({
        contentType,
        read: () => ports.readPicture(storageKey),
      })),
    ]),
  )
}

/** Of the pictures that answers showed, a model is given the last few. */
const mostMadePictures = 4

/** The last pictures that the answers of a conversation showed, for a model to see them again. */
export async function madePicturesOf(
  trx: TenantTransaction,
  ports: Pick<AnswerPorts, 'readPicture'>,
  { accountId }: Pick<Actor, 'accountId'>,
  history: readonly BranchTurn[],
): Promise<Map<FileId, PromptPicture>> {
  const shown = history.flatMap(({ parts }) => picturesIn(parts)).slice(-mostMadePictures)
  const found = await picturesOfFiles(
    trx,
    accountId,
    shown.map(({ fileId }) => fileId),
  )
  return new Map(
    [...found]
      // Vendors take no more of one.
      .filter(([, { sizeBytes }]) => sizeBytes <= limits.attachmentBytes)
      .map(([id, { contentType, storageKey }]) => [
        id,
        { contentType, read: () => ports.readPicture(storageKey) },
      ]),
  )
}
