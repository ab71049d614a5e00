import { type AccountId, AUTO_MODEL_ID, type Modifiers } from '@atrium/contract'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { modelsQuery } from '../../entities/models/queries.ts'
import { useTranslation } from '../../lib/translate.ts'
import { ModifierFields } from '../modifiers/index.ts'
import styles from './question-library.module.css'

type PromptHintsProps = {
  accountId: AccountId
  modelId: string | null
  onModel: (modelId: string | null) => void
  modifiers: Modifiers
  onModifiers: (modifiers: Modifiers) => void
}

/** The model and modifiers that a template was made for: using it chooses them, if the person may use the model. */
export function PromptHints({ accountId, modelId, onModel, modifiers, onModifiers }: PromptHintsProps) {
  const { t } = useTranslation(['questionLibrary', 'models'])
  const { data: models = [] } = useQuery(modelsQuery(accountId, null))
  const known = models.map((model) => ({
    value: model.modelId,
    label: model.modelId === AUTO_MODEL_ID ? t('models:auto.name') : model.displayName,
  }))
  const isGone = modelId !== null && !known.some(({ value }) => value === modelId)
  return (
    <details className={styles.hints}>
      <summary>{t('form.hints')}</summary>
      <div className={styles.form}>
        <Select
          label={t('form.model')}
          description={t('form.model.hint')}
          placeholder={t('form.model.any')}
          data={isGone ? [...known, { value: modelId, label: modelId }] : known}
          value={modelId}
          onChange={onModel}
          clearable
          searchable={known.length > 8}
        />
        <ModifierFields modifiers={modifiers} onChange={onModifiers} />
      </div>
    </details>
  )
}
