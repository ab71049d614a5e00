import { type AccountId, type ChatId, limits, type QuestionEstimate, type RoomId } from '@atrium/contract'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { modelsQuery } from '../../entities/models/queries.ts'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { defaultModelOf, textModelsOf } from './text-models.ts'

/** Where a job is started. */
export type JobPlace = { accountId: AccountId; roomId: RoomId }

/** The model of a job that is about to start: the given one while it is offered, else the default. */
export function useJobModel({ accountId, roomId }: JobPlace, given: string | null = null) {
  const { data: models } = useQuery(modelsQuery(accountId, roomId))
  const offered = textModelsOf(models ?? [])
  const [picked, setModelId] = useState(given)
  const isOffered = offered.some((model) => model.modelId === picked)
  const modelId = picked !== null && isOffered ? picked : defaultModelOf(offered)
  return { offered, modelId, setModelId, areModelsLoaded: models !== undefined }
}
export type JobModel = ReturnType<typeof useJobModel>

type JobToStart = {
  estimate: UseQueryResult<QuestionEstimate>
  /** Starts the job with a budget; null for one that is not ready. */
  start: (budgetCredits: number) => Promise<ChatId | null>
  onClose: () => void
}

/** The budget of a job that is about to start, as estimated until somebody types another; also starts the job and opens its chat. */
export function useJobStart({ estimate, start, onClose }: JobToStart) {
  const navigate = useNavigate()
  const [typed, setBudget] = useState<number | null>(null)
  const suggested = estimate.data
    ? Math.min(Math.max(1, Math.ceil(estimate.data.highCredits)), limits.maxJobBudgetCredits)
    : limits.jobBudgetCredits
  const budget = typed ?? suggested
  const form = useSubmit(
    () => ({}),
    async () => {
      const chatId = await start(budget)
      if (chatId === null) return
      onClose()
      await navigate({ to: '/chat/$chatId', params: { chatId } })
    },
  )
  return { budget, setBudget, estimate, form, onClose }
}
export type JobStart = ReturnType<typeof useJobStart>
