import { useQuery } from '@tanstack/react-query'
import { startSummaries, summariesEstimateQuery } from '../../entities/agent-jobs/file-summaries.ts'
import { useTranslation } from '../../lib/translate.ts'
import { BudgetField, estimateText, JobDialog, JobForm, ModelField } from './job-form.tsx'
import { type JobPlace, useJobModel, useJobStart } from './use-job-start.ts'

type SummariesDialogProps = JobPlace & { onClose: () => void }

/** Asks for the model and the budget of the summaries of a room's files, with an estimate, and starts them. */
export function SummariesDialog(props: SummariesDialogProps) {
  const { t } = useTranslation('agentJobs')
  return (
    <JobDialog title={t('summaries.title')} onClose={props.onClose}>
      <Form {...props} />
    </JobDialog>
  )
}

function Form({ onClose, ...place }: SummariesDialogProps) {
  const { t } = useTranslation('agentJobs')
  const model = useJobModel(place)
  const asked = { modelId: model.modelId, text: t('summaries.question') }
  const estimate = useQuery({ ...summariesEstimateQuery(place, asked), enabled: model.areModelsLoaded })
  const start = useJobStart({
    ...{ estimate, onClose },
    start: (budgetCredits) => startSummaries(place, { ...asked, budgetCredits }),
  })
  const files = estimate.data?.jobItems
  return (
    <JobForm
      start={start}
      text={t('summaries.text')}
      startLabel={t('summaries.start')}
      isReady={Boolean(files)}
      note={
        estimate.data
          ? files === 0
            ? t('summaries.none')
            : estimateText(t, estimate.data, t('summaries.files', { count: files ?? 0 }))
          : t('summaries.estimating')
      }
    >
      <ModelField model={model} />
      <BudgetField start={start} />
    </JobForm>
  )
}
