import type { AccountId, ChatId, FileId, RoomId } from '@atrium/contract'
import { filesForJobQuery, jobEstimateQuery, startJob } from './start-job.ts'

type Place = { accountId: AccountId; roomId: RoomId }

const kind = 'translation' as const

/** The files of a room whose text has been extracted. */
export const documentsQuery = (place: Place) =>
  filesForJobQuery(place, { key: 'documents', isUsable: ({ state }) => state.status === 'COMPLETED' })

type Asked = { modelId: string; text: string }

/** What translating a file of the room would cost, and in how many parts. */
export const translationEstimateQuery = (
  place: Place,
  { fileId, ...asked }: Asked & { fileId: FileId | null },
) =>
  jobEstimateQuery(place, asked, {
    job: fileId && { kind, document: { fileId, of: 'room' } },
    key: [kind, fileId],
  })

/** Starts the translation of a file of the room. */
export const startTranslation = (
  place: Place,
  {
    budgetCredits,
    fileId,
    language,
    ...asked
  }: Asked & { budgetCredits: number; fileId: FileId; language: string },
): Promise<ChatId> =>
  startJob(place, asked, { kind, budgetCredits, translation: { file: { fileId, of: 'room' }, language } })
