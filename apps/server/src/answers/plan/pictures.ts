import { type FileId, limits, type MessageId, mintId, picturesIn } from '@atrium/contract'
import { type Attached, attachmentsOf, isPicture, picturesOfFiles } from '../../attachments/index.ts'
import type { Actor, BranchTurn } from '../../chats/index.ts'
import type { PromptPicture } from '../../models/index.ts'
import type { TenantTransaction } from '../../platform/database/index.ts'
import type { AnswerPorts } from '../ports.ts'

/** Maximum tokens of a picture in its sent size, with the vendors that count the most. */
export const pictureTokens = 1_600

/** Stand-ins for pictures that are not uploaded yet: they count like any others. */
export const placeholderPictures = (count: number): Attached[] =>
  Array.from({ length: count }, () => ({
    id: mintId('file'),
    name: '',
    contentType: 'image/png',
    sizeBytes: 0,
    storageKey: '',
  }))

/** The attachments of a conversation's questions; `asked` has those of the last one, if already loaded. */
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

/** The pictures among them, for a model with vision. */
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

/** Maximum earlier generated pictures in a prompt. */
const maxMadePictures = 4

/** The last generated pictures of a conversation, to show to a model with vision. */
export async function madePicturesOf(
  trx: TenantTransaction,
  ports: Pick<AnswerPorts, 'readPicture'>,
  { accountId }: Pick<Actor, 'accountId'>,
  history: readonly BranchTurn[],
): Promise<Map<FileId, PromptPicture>> {
  const shown = history.flatMap(({ parts }) => picturesIn(parts)).slice(-maxMadePictures)
  if (shown.length === 0) return new Map()
  const found = await picturesOfFiles(
    trx,
    accountId,
    shown.map(({ fileId }) => fileId),
  )
  return new Map(
    [...found]
      // Vendors accept no larger ones.
      .filter(([, { sizeBytes }]) => sizeBytes <= limits.attachmentBytes)
      .map(([id, { contentType, storageKey }]) => [
        id,
        { contentType, read: () => ports.readPicture(storageKey) },
      ]),
  )
}
