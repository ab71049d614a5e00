import { type FileId, limits } from '@atrium/contract'
import { Button, Checkbox, FileButton, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { analysisEstimateQuery, startAnalysis } from '../../entities/agent-jobs/data-analyses.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'
import { BudgetField, estimateText, JobDialog, JobForm, ModelField } from './job-form.tsx'
import { type JobPlace, useJobModel, useJobStart } from './use-job-start.ts'
import { acceptedSpreadsheets, type ChosenTable, useSpreadsheetUpload } from './use-spreadsheet-upload.ts'

type AnalysisDialogProps = JobPlace & {
  /** The spreadsheets of the room. */
  ofRoom: readonly { id: FileId; name: string }[]
  onClose: () => void
}

/** Asks for spreadsheets, a question, model and budget of a data analysis, with an estimate, and starts it. */
export function AnalysisDialog(props: AnalysisDialogProps) {
  const { t } = useTranslation('agentJobs')
  return (
    <JobDialog size="lg" title={t('analysis.title')} onClose={props.onClose}>
      <Form {...props} />
    </JobDialog>
  )
}

function Form({ ofRoom, onClose, ...place }: AnalysisDialogProps) {
  const { t } = useTranslation('agentJobs')
  const [question, setQuestion] = useState('')
  const [reviewsPlan, setReviewsPlan] = useState(true)
  const files = useFiles(ofRoom)
  const model = useJobModel(place)
  const { chosen } = files
  const names = chosen.map(({ name }) => name).join(', ')
  const asked = {
    modelId: model.modelId,
    text: question.trim() || t('analysis.explore', { files: names }),
  }
  const isReady = chosen.length > 0
  const estimate = useQuery({
    ...analysisEstimateQuery(place, asked),
    enabled: model.areModelsLoaded && isReady,
  })
  const start = useJobStart({
    ...{ estimate, onClose },
    start: async (budgetCredits) =>
      isReady ? await startAnalysis(place, { ...asked, budgetCredits, reviewsPlan, files: chosen }) : null,
  })
  return (
    <JobForm
      start={start}
      text={t('analysis.text')}
      startLabel={t('analysis.start')}
      isReady={isReady}
      note={
        !isReady
          ? t('analysis.choose')
          : estimate.data
            ? estimateText(t, estimate.data, t('analysis.files', { count: chosen.length }))
            : t('summaries.estimating')
      }
    >
      <Files files={files} />
      <Textarea
        label={t('analysis.question')}
        description={t('analysis.questionHelp')}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={limits.questionCharacters}
        value={question}
        onChange={({ currentTarget }) => setQuestion(currentTarget.value)}
      />
      <div className={styles.pair}>
        <ModelField model={model} />
        <BudgetField start={start} />
      </div>
      <Checkbox
        label={t('options.review')}
        checked={reviewsPlan}
        onChange={({ currentTarget }) => setReviewsPlan(currentTarget.checked)}
      />
    </JobForm>
  )
}

/** The spreadsheets to choose from, those of the room and uploaded ones, and which are chosen. */
function useFiles(ofRoom: AnalysisDialogProps['ofRoom']) {
  const [uploaded, setUploaded] = useState<readonly ChosenTable[]>([])
  const [ids, setIds] = useState<readonly FileId[]>(ofRoom.length === 1 ? ofRoom.map(({ id }) => id) : [])
  const offered: ChosenTable[] = [
    ...ofRoom.map(({ id, name }) => ({ fileId: id, of: 'room' as const, name })),
    ...uploaded,
  ]
  const isFull = ids.length >= limits.maxAnalysisFiles
  return {
    offered,
    isFull,
    chosen: offered.filter(({ fileId }) => ids.includes(fileId)),
    toggle: (id: FileId) =>
      setIds((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id])),
    add(file: ChosenTable) {
      setUploaded((before) => [...before, file])
      setIds((before) => [...before, file.fileId])
    },
  }
}

function Files({ files: { offered, isFull, chosen, toggle, add } }: { files: ReturnType<typeof useFiles> }) {
  const { t } = useTranslation('agentJobs')
  const { upload, isUploading, failure } = useSpreadsheetUpload(add)
  const isChosen = new Set(chosen.map(({ fileId }) => fileId))
  return (
    <fieldset className={styles.values}>
      <legend>{t('analysis.tables', { count: limits.maxAnalysisFiles })}</legend>
      <div className={styles.files}>
        {offered.map(({ fileId, name }) => (
          <Checkbox
            key={fileId}
            label={<bdi>{name}</bdi>}
            checked={isChosen.has(fileId)}
            disabled={isFull && !isChosen.has(fileId)}
            onChange={() => toggle(fileId)}
          />
        ))}
      </div>
      <div className={styles.ways}>
        <FileButton accept={acceptedSpreadsheets} onChange={(file) => file && void upload(file)}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isUploading}
              disabled={isFull}
              leftSection={<IconUpload size={18} stroke={1.7} aria-hidden="true" />}
            >
              {t('table.upload')}
            </Button>
          )}
        </FileButton>
      </div>
      <FailureNote failure={failure} />
    </fieldset>
  )
}
