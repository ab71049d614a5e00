import { type AccountId, type FileId, limits, type RoomId, translationLanguages } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, NativeSelect, NumberInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { startTranslation, translationEstimateQuery } from '../../entities/agent-jobs/translations.ts'
import { modelsQuery } from '../../entities/models/queries.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './agent-jobs.module.css'
import { shownCredits } from './shown-credits.ts'
import { defaultModelOf, textModelsOf } from './text-models.ts'

type TranslationDialogProps = {
  accountId: AccountId
  roomId: RoomId
  files: readonly { id: FileId; name: string }[]
  onClose: () => void
}

/** Asks for document, language, model and budget of a translation, with an estimate, and starts it. */
export function TranslationDialog(props: TranslationDialogProps) {
  const { t } = useTranslation(['agentJobs', 'common'])
  return (
    <Dialog
      opened
      size="lg"
      onClose={props.onClose}
      title={t('translation.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <Form {...props} />
    </Dialog>
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

function useTranslationForm({ accountId, roomId, files, onClose }: TranslationDialogProps) {
  const { t } = useTranslation('agentJobs')
  const navigate = useNavigate()
  const place = { accountId, roomId }
  const [fileId, setFileId] = useState<FileId | null>(files[0]?.id ?? null)
  const [language, setLanguage] = useState<string>(currentLanguage() === 'en' ? 'fr' : 'en')
  const [pickedModel, setPickedModel] = useState<string | null>(null)
  const [typedBudget, setTypedBudget] = useState<number | null>(null)
  const { data: models } = useQuery(modelsQuery(accountId, roomId))
  const offered = textModelsOf(models ?? [])
  const modelId = pickedModel ?? defaultModelOf(offered)
  const languages = namedLanguages()
  const text = t('translation.question', {
    file: files.find(({ id }) => id === fileId)?.name ?? '',
    language: languages.find(({ value }) => value === language)?.label ?? language,
  })
  const estimate = useQuery({
    ...translationEstimateQuery(place, { modelId, text, fileId }),
    enabled: models !== undefined && fileId !== null,
  })
  const suggested = estimate.data
    ? Math.min(Math.max(1, Math.ceil(estimate.data.highCredits)), limits.maxJobBudgetCredits)
    : limits.jobBudgetCredits
  const budget = typedBudget ?? suggested
  const form = useSubmit(
    () => ({}),
    async () => {
      if (fileId === null) return
      const chatId = await startTranslation(place, {
        ...{ modelId, text, budgetCredits: budget, fileId, language },
      })
      onClose()
      await navigate({ to: '/chat/$chatId', params: { chatId } })
    },
  )
  return {
    ...{ fileId, setFileId, language, setLanguage, languages, offered, modelId, setModelId: setPickedModel },
    ...{ estimate, budget, setBudget: setTypedBudget, form },
  }
}

function Form(props: TranslationDialogProps) {
  const { t } = useTranslation(['agentJobs', 'common'])
  const { files, onClose } = props
  const asked = useTranslationForm(props)
  const { fileId, language, languages, offered, modelId, estimate, budget, form } = asked
  const parts = estimate.data?.jobItems
  return (
    <form ref={form.form} className={styles.form} onSubmit={(event) => void form.submit(event)} noValidate>
      <p className={styles.note}>{t('translation.text', { count: limits.translatedCharacters })}</p>
      <NativeSelect
        label={t('translation.file')}
        value={fileId ?? ''}
        data={files.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={({ currentTarget: { value } }) =>
          asked.setFileId(files.find(({ id }) => id === value)?.id ?? null)
        }
      />
      <div className={styles.pair}>
        <NativeSelect
          label={t('translation.language')}
          value={language}
          data={languages}
          onChange={({ currentTarget }) => asked.setLanguage(currentTarget.value)}
        />
        <NativeSelect
          label={t('summaries.model')}
          value={modelId}
          data={
            offered.length === 0
              ? [{ value: modelId, label: modelId }]
              : offered.map((model) => ({ value: model.modelId, label: model.displayName }))
          }
          onChange={({ currentTarget }) => asked.setModelId(currentTarget.value)}
        />
      </div>
      <NumberInput
        label={t('options.budget')}
        description={t('summaries.budget')}
        min={1}
        max={limits.maxJobBudgetCredits}
        clampBehavior="strict"
        allowDecimal={false}
        value={budget}
        onChange={(value) => typeof value === 'number' && asked.setBudget(value)}
      />
      <p role="status" className={styles.left}>
        {estimate.data
          ? t('translation.estimate', {
              parts: t('translation.parts', { count: parts ?? 0 }),
              low: shownCredits(estimate.data.lowCredits),
              high: shownCredits(estimate.data.highCredits),
            })
          : t('summaries.estimating')}
      </p>
      <FailureNote failure={form.failure ?? estimate.error} />
      <div className={styles.end}>
        <Button variant="default" onClick={onClose}>
          {t('common:action.cancel')}
        </Button>
        <Button type="submit" loading={form.isSending} disabled={fileId === null}>
          {t('translation.start')}
        </Button>
      </div>
    </form>
  )
}
