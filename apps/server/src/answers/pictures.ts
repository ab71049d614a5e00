import { type AskQuestion, type FileId, limits, type MessageId, picturesIn } from '@atrium/contract'
import {
  type Attached,
  attachmentsOf,
  isPicture,
  picturesOfFiles,
  requireAttachments,
} from '../attachments/index.ts'
import type { Actor, BranchTurn } from '../chats/index.ts'
import type { PromptPicture } from '../models/index.ts'
import type { TenantTransaction } from '../platform/database/index.ts'
import type { AnswerPorts } from './ports.ts'

/** Tokens that a picture of the size that is taken counts at most, with the vendors that count the most. */
export const pictureTokens = 1_600

/** What a new question comes with, if the asker uploaded it; of an older one nothing is asked here. */
export const attachmentsAsked = async (
  trx: TenantTransaction,
  actor: Actor,
  { ask }: Pick<AskQuestion, 'ask'>,
): Promise<Attached[] | undefined> =>
  ask.kind === 'question' ? await requireAttachments(trx, actor, ask.attachments ?? []) : undefined

/** What the questions of a conversation came with; `asked` is what the last one did, where it is at hand. */
export async function attachmentsIn(
  trx: TenantTransaction,
  { accountId }: Pick<Actor, 'accountId'>,
  conversation: {
    history: readonly BranchTurn[]
    messageId: MessageId
    asked?: readonly Attached[] | undefined
  },
): Promise<Map<MessageId, Attached[]>> {
  const { history, messageId, asked } = conversation
  const earlier = history.flatMap((turn) => (turn.hasAttachments ? [turn.messageId] : []))
  const found = await attachmentsOf(trx, accountId, asked === undefined ? [...earlier, messageId] : earlier)
  if (asked !== undefined && asked.length > 0) found.set(messageId, [...asked])
  return found
}

/** The pictures among them, for a model to see. */
export function picturesOf(
  attachments: ReadonlyMap<MessageId, readonly Attached[]>,
  ports: Pick<AnswerPorts, 'readPicture'>,
): Map<MessageId, PromptPicture[]> {
  const pictures = new Map<MessageId, PromptPicture[]>()
  for (const [id, files] of attachments) {
    const shown = files.filter(isPicture).map(({ contentType, storageKey }) => ({
      contentType,
      read: () => ports.readPicture(storageKey),
    }))
    if (shown.length > 0) pictures.set(id, shown)
  }
  return pictures
}

/** The names of the documents among them. */
export const documentNamesOf = (
  attachments: ReadonlyMap<MessageId, readonly Attached[]>,
): Map<MessageId, string[]> =>
  new Map(
    [...attachments].map(([id, files]) => [
      id,
      files.filter((file) => !isPicture(file)).map(({ name }) => name),
    ]),
  )

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
