import { Badge, Combobox } from '@mantine/core'
import { IconCheck, IconWand } from '@tabler/icons-react'
import { AUTO_MODEL_ID, limits, type Model } from '@atrium/contract'
import { truncate } from '@atrium/ui'
import { useTranslation } from 'react-i18next'
import { groupModels } from './group-models.ts'
import { ModelMarks } from './model-marks.tsx'
import styles from './models.module.css'

type ModelOptionsProps = { models: readonly Model[]; query: string; selectedId: string | null }

/** The models that fit a search, by category; for use inside a Combobox. */
export function ModelOptions({ models, query, selectedId }: ModelOptionsProps) {
  const { t } = useTranslation('models')
  const groups = groupModels(models, query)
  if (groups.length === 0) return <Combobox.Empty>{t('picker.none', { query })}</Combobox.Empty>
  return groups.map(({ category, models: members }) => (
    <Combobox.Group
      key={category ?? 'auto'}
      label={category === null ? undefined : t(`category.${category}`)}
    >
      {members.map((model) => (
        <Combobox.Option
          key={model.modelId}
          value={model.modelId}
          disabled={!model.isAvailable}
          active={model.modelId === selectedId}
          className={styles.option}
        >
          <ModelRow model={model} isSelected={model.modelId === selectedId} />
        </Combobox.Option>
      ))}
    </Combobox.Group>
  ))
}

function ModelRow({ model, isSelected }: { model: Model; isSelected: boolean }) {
  const { t } = useTranslation('models')
  const isAuto = model.modelId === AUTO_MODEL_ID
  return (
    <>
      <span className={styles.rowHead}>
        {isAuto && <IconWand size={16} stroke={1.7} aria-hidden="true" />}
        <span className={styles.rowName} dir="auto">
          {isAuto ? t('auto.name') : model.displayName}
        </span>
        <ModelMarks model={model} />
        {model.sandbox && (
          <Badge
            component="span"
            title={t('sandbox.hint')}
            variant="light"
            color="orange"
            size="xs"
            radius="sm"
            tt="none"
          >
            {t('sandbox')}
          </Badge>
        )}
        {isSelected && <IconCheck size={16} stroke={2} className={styles.chosen} aria-hidden="true" />}
      </span>
      <span className={styles.rowText} dir="auto">
        {isAuto ? t('auto.text') : truncate(model.description, limits.modelDescriptionCharacters)}
      </span>
      {model.unavailableReason !== null ? (
        <span className={styles.rowReason}>
          {t(`unavailable.${model.unavailableReason}`, { provider: model.providerName })}
        </span>
      ) : (
        model.creditsPerTypicalQuestion !== null && (
          <span className={styles.rowCost}>{t('credits', { count: model.creditsPerTypicalQuestion })}</span>
        )
      )}
    </>
  )
}
