import { type FileId, limits, translationLanguages } from '@atrium/contract'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { startTranslation, translationEstimateQuery } from '../../entities/agent-jobs/translations.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'
import { BudgetField, estimateText, JobDialog, JobForm, ModelField } from './job-form.tsx'
import { type JobPlace, useJobModel, useJobStart } from './use-job-start.ts'

type TranslationDialogProps = JobPlace & {
  files: readonly { id: FileId; name: string }[]
  onClose: () => void
}

/** Asks for document, language, model and budget of a translation, with an estimate, and starts it. */
export function TranslationDialog(props: TranslationDialogProps) {
  const { t } = useTranslation('agentJobs')
  return (
    <JobDialog size="lg" title={t('translation.title')} onClose={props.onClose}>
      <Form {...props} />
    </JobDialog>
  )
}

/** The languages by their names in the language of the interface. */
function namedLanguages(): { value: string; label: string }[] {
  const language = currentLanguage()
  const names = new Intl.DisplayNames(language, { type: 'language' })
  return translationLanguages
    .map((tag) => ({ value: tag, label: names.of(tag) ?? tag }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language))
}

function Form({ files, onClose, ...place }: TranslationDialogProps) {
  const { t } = useTranslation('agentJobs')
  const [fileId, setFileId] = useState<FileId | null>(files[0]?.id ?? null)
  const [language, setLanguage] = useState<string>(currentLanguage() === 'en' ? 'fr' : 'en')
  const languages = namedLanguages()
  const model = useJobModel(place)
  const asked = {
    modelId: model.modelId,
    text: t('translation.question', {
      file: files.find(({ id }) => id === fileId)?.name ?? '',
      language: languages.find(({ value }) => value === language)?.label ?? language,
    }),
  }
  const estimate = useQuery({
    ...translationEstimateQuery(place, { ...asked, fileId }),
    enabled: model.areModelsLoaded && fileId !== null,
  })
  const start = useJobStart({
    ...{ estimate, onClose },
    start: async (budgetCredits) =>
      fileId && (await startTranslation(place, { ...asked, budgetCredits, fileId, language })),
  })
  return (
    <JobForm
      start={start}
      text={t('translation.text', { count: limits.translatedCharacters })}
      startLabel={t('translation.start')}
      isReady={fileId !== null}
      note={
        estimate.data
          ? estimateText(t, estimate.data, t('translation.parts', { count: estimate.data.jobItems ?? 0 }))
          : t('summaries.estimating')
      }
    >
      <NativeSelect
        label={t('translation.file')}
        value={fileId ?? ''}
        data={files.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget: { value } }) =>
          setFileId(files.find(({ id }) => id === value)?.id ?? null)
        }
      />
      <div className={styles.pair}>
        <NativeSelect
          label={t('translation.language')}
          value={language}
          data={languages}
          onChange={({ currentTarget }) => setLanguage(currentTarget.value)}
        />
        <ModelField model={model} />
      </div>
      <BudgetField start={start} />
    </JobForm>
  )
}
