import type { AccountId, ChatId, FileOfJob, RoomId } from '@atrium/contract'
import { jobEstimateQuery, startJob } from './start-job.ts'

type Place = { accountId: AccountId; roomId: RoomId }
type Asked = { modelId: string; text: string }

const kind = 'data-analysis' as const

/** What an analysis of spreadsheets would cost with a model. */
export const analysisEstimateQuery = (place: Place, asked: Asked) =>
  jobEstimateQuery(place, asked, { job: { kind }, key: [kind], staleTime: 60_000 })

type AnalysisToStart = Asked & {
  budgetCredits: number
  reviewsPlan: boolean
  files: readonly FileOfJob[]
}

/** Starts an analysis of spreadsheets. */
export const startAnalysis = (
  place: Place,
  { modelId, text, budgetCredits, reviewsPlan, files }: AnalysisToStart,
): Promise<ChatId> => {
  const attachments = files.flatMap(({ fileId, of }) => (of === 'question' ? [fileId] : []))
  return startJob(
    place,
    { ...{ modelId, text }, ...(attachments.length > 0 && { attachments }) },
    {
      ...{ kind, budgetCredits, reviewsPlan },
      analysis: { files: files.map(({ fileId, of }) => ({ fileId, of })) },
    },
  )
}
