import { type AccountId, limits, type RoomId } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, NativeSelect, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { startSummaries, summariesEstimateQuery } from '../../entities/agent-jobs/file-summaries.ts'
import { modelsQuery } from '../../entities/models/queries.ts'
import { shownCredits as shown } from './shown-credits.ts'
import { defaultModelOf, textModelsOf } from './text-models.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'

type SummariesDialogProps = {
  accountId: AccountId
  roomId: RoomId
  onClose: () => void
}

/** Asks for the model and the budget of the summaries of a room's files, with an estimate, and starts them. */
export function SummariesDialog(props: SummariesDialogProps) {
  const { t } = useTranslation(['agentJobs', 'common'])
  return (
    <Dialog
      opened
      onClose={props.onClose}
      title={t('summaries.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <SummariesForm {...props} />
    </Dialog>
  )
}

function useSummariesForm({ accountId, roomId, onClose }: SummariesDialogProps) {
  const { t } = useTranslation('agentJobs')
  const navigate = useNavigate()
  const { data: models } = useQuery(modelsQuery(accountId, roomId))
  const offered = textModelsOf(models ?? [])
  const [picked, setPicked] = useState<string | null>(null)
  const modelId = picked ?? defaultModelOf(offered)
  const text = t('summaries.question')
  const estimate = useQuery({
    ...summariesEstimateQuery(accountId, roomId, { modelId, text }),
    enabled: models !== undefined,
  })
  const [typed, setTyped] = useState<number | null>(null)
  const suggested = estimate.data
    ? Math.min(Math.max(1, Math.ceil(estimate.data.highCredits)), limits.maxJobBudgetCredits)
    : limits.jobBudgetCredits
  const budget = typed ?? suggested
  const form = useSubmit(
    () => ({}),
    async () => {
      const chatId = await startSummaries(accountId, roomId, {
        modelId,
        text,
        budgetCredits: budget,
      })
      onClose()
      await navigate({ to: '/chat/$chatId', params: { chatId } })
    },
  )
  return {
    offered,
    modelId,
    setModelId: setPicked,
    estimate,
    budget,
    setBudget: setTyped,
    form,
  }
}

function SummariesForm(props: SummariesDialogProps) {
  const { t } = useTranslation(['agentJobs', 'common'])
  const { offered, modelId, setModelId, estimate, budget, setBudget, form } = useSummariesForm(props)
  const files = estimate.data?.jobItems
  return (
    <form ref={form.form} className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <p>{t('summaries.text')}</p>
      <NativeSelect
        label={t('summaries.model')}
        value={modelId}
        data={
          offered.length === 0
            ? [{ value: modelId, label: modelId }]
            : offered.map((model) => ({
                value: model.modelId,
                label: model.displayName,
              }))
        }
        onChange={({ currentTarget }) => setModelId(currentTarget.value)}
      />
      <NumberInput
        label={t('options.budget')}
        description={t('summaries.budget')}
        min={1}
        max={limits.maxJobBudgetCredits}
        clampBehavior="strict"
        allowDecimal={false}
        value={budget}
        onChange={(value) => typeof value === 'number' && setBudget(value)}
      />
      <p role="status" className={styles.left}>
        {estimate.data
          ? files === 0
            ? t('summaries.none')
            : t('summaries.estimate', {
                files: t('summaries.files', { count: files ?? 0 }),
                low: shown(estimate.data.lowCredits),
                high: shown(estimate.data.highCredits),
              })
          : t('summaries.estimating')}
      </p>
      <FailureNote failure={form.failure ?? estimate.error} />
      <div className={styles.end}>
        <Button variant="default" onClick={props.onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" loading={form.isSending} disabled={!files}>
          {t('summaries.start')}
        </Button>
      </div>
    </form>
  )
}
