import type { AccountId, ChatId, RoomId } from '@atrium/contract'
import { jobEstimateQuery, startJob } from './start-job.ts'

type Place = { accountId: AccountId; roomId: RoomId }
type Asked = { modelId: string; text: string }

const kind = 'file-summaries' as const

/** What summarizing all files of a room would cost with a model, and how many files it has. */
export const summariesEstimateQuery = (place: Place, asked: Asked) =>
  jobEstimateQuery(place, asked, { job: { kind }, key: [kind] })

/** Starts the summaries of all files of a room. */
export const startSummaries = (
  place: Place,
  { budgetCredits, ...asked }: Asked & { budgetCredits: number },
): Promise<ChatId> => startJob(place, asked, { kind, budgetCredits })
