import { limits, type QuestionEstimate } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, NativeSelect, NumberInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { type Translate, useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'
import { shownCredits } from './shown-credits.ts'
import type { JobModel, JobStart } from './use-job-start.ts'

type JobDialogProps = { title: string; size?: string; onClose: () => void; children: ReactNode }

/** The dialog that asks for what a job needs, and starts it. */
export function JobDialog({ title, size, onClose, children }: JobDialogProps) {
  const { t } = useTranslation('common')
  return (
    <Dialog
      opened
      {...(size !== undefined && { size })}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': t('action.close') }}
    >
      {children}
    </Dialog>
  )
}

type JobFormProps = {
  start: JobStart
  /** Says what the job does. */
  text: string
  startLabel: string
  /** Whether everything is chosen that the job needs. */
  isReady: boolean
  /** The estimate in words; null for none yet. */
  note: string | null
  children?: ReactNode
}

/** The form within it: the fields of the kind of job, then the estimate and the buttons. */
export function JobForm({ start, text, startLabel, isReady, note, children }: JobFormProps) {
  const { t } = useTranslation('common')
  const { form, estimate, onClose } = start
  return (
    <form ref={form.form} className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <p className={styles.note}>{text}</p>
      {children}
      <p role="status" className={styles.left}>
        {note ?? ''}
      </p>
      <FailureNote failure={form.failure ?? estimate.error} />
      <div className={styles.end}>
        <Button variant="default" onClick={onClose}>
          {t('action.cancel')}
        </Button>
        <Button type="submit" loading={form.isSending} disabled={!isReady}>
          {startLabel}
        </Button>
      </div>
    </form>
  )
}

/** Says what a job with these items is estimated to cost. */
export function estimateText(
  t: Translate<'agentJobs'>,
  { lowCredits, highCredits }: QuestionEstimate,
  items: string,
): string {
  const [low, high] = [shownCredits(lowCredits), shownCredits(highCredits)]
  return low === high ? t('estimate.single', { items, low }) : t('estimate.range', { items, low, high })
}

/** Chooses the model of a job. */
export function ModelField({ model: { offered, modelId, setModelId } }: { model: JobModel }) {
  const { t } = useTranslation('agentJobs')
  return (
    <NativeSelect
      label={t('summaries.model')}
      value={modelId}
      data={
        offered.length === 0
          ? [{ value: modelId, label: modelId }]
          : offered.map((model) => ({ value: model.modelId, label: model.displayName }))
      }
      onChange={({ currentTarget }) => setModelId(currentTarget.value)}
    />
  )
}

/** Asks for the budget of a job. */
export function BudgetField({ start: { budget, setBudget } }: { start: JobStart }) {
  const { t } = useTranslation('agentJobs')
  return (
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
  )
}
