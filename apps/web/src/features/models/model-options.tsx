import { Badge, Combobox, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconStar, IconStarFilled, IconWand } from '@tabler/icons-react'
import { AUTO_MODEL_ID, limits, type Model } from '@atrium/contract'
import { truncate } from '@atrium/ui'
import type { MouseEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { groupModels } from './group-models.ts'
import { ModelMarks } from './model-marks.tsx'
import styles from './models.module.css'

type ModelOptionsProps = {
  models: readonly Model[]
  query: string
  selectedId: string | null
  /** Marks a model as a favourite or takes the mark away; without it there are no stars to press. */
  onMark?: (model: Model) => void
  /** Options are pressed to be marked, also those that cannot be asked just now. */
  isMarking?: boolean
}

/** The models that fit a search, the favourites first and the others by category; for use inside a Combobox. */
export function ModelOptions({ models, query, selectedId, onMark, isMarking = false }: ModelOptionsProps) {
  const { t } = useTranslation('models')
  const offered = isMarking ? models.filter((model) => model.modelId !== AUTO_MODEL_ID) : models
  // While they are being marked nothing moves away from under a finger.
  const groups = groupModels(offered, query, { favouritesFirst: !isMarking })
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
          disabled={!model.isAvailable && !isMarking}
          active={!isMarking && model.modelId === selectedId}
          className={styles.option}
        >
          <ModelRow
            model={model}
            isSelected={!isMarking && model.modelId === selectedId}
            tellsMark={isMarking}
            {...(onMark && { onMark })}
          />
        </Combobox.Option>
      ))}
    </Combobox.Group>
  ))
}

type ModelRowProps = {
  model: Model
  isSelected: boolean
  /** Says in words that it is a favourite, where no heading does. */
  tellsMark: boolean
  onMark?: (model: Model) => void
}

function ModelRow({ model, isSelected, tellsMark, onMark }: ModelRowProps) {
  const { t } = useTranslation('models')
  const isAuto = model.modelId === AUTO_MODEL_ID
  return (
    <>
      <span className={styles.rowHead}>
        {isAuto && <IconWand size={16} stroke={1.7} aria-hidden="true" />}
        <span className={styles.rowName} dir="auto">
          {isAuto ? t('auto.name') : model.displayName}
        </span>
        {tellsMark && model.isFavourite && <VisuallyHidden>{t('favourite.is')}</VisuallyHidden>}
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
        <span className={styles.rowEnd}>
          {isSelected && <IconCheck size={16} stroke={2} className={styles.chosen} aria-hidden="true" />}
          {onMark && !isAuto && <Star model={model} onMark={onMark} />}
        </span>
      </span>
      <span className={styles.rowText} dir="auto">
        {isAuto ? t('auto.text') : truncate(model.description, limits.modelDescriptionCharacters)}
      </span>
      {model.unavailableReason !== null ? (
        <span className={styles.rowReason}>
          {t(`unavailable.${model.unavailableReason}`, { provider: model.providerName })}
        </span>
      ) : (
        <ModelCost model={model} />
      )}
    </>
  )
}

/** What it takes: for a typical question, or for a picture of its first size. */
function ModelCost({ model: { pictures, creditsPerTypicalQuestion } }: { model: Model }) {
  const { t } = useTranslation('models')
  const creditsEach = pictures?.sizes[0]?.creditsEach
  if (creditsEach !== undefined)
    return <span className={styles.rowCost}>{t('picture.credits', { count: creditsEach })}</span>
  if (creditsPerTypicalQuestion === null) return null
  return <span className={styles.rowCost}>{t('credits', { count: creditsPerTypicalQuestion })}</span>
}

/**
 * The quick way for a pointer. An option can hold no button, so keys and screen readers mark models by the list's own
 * 'Choose favourites'.
 */
function Star({ model, onMark }: { model: Model; onMark: (model: Model) => void }) {
  const { t } = useTranslation('models')
  const Icon = model.isFavourite ? IconStarFilled : IconStar
  const mark = (event: MouseEvent) => {
    event.stopPropagation()
    onMark(model)
  }
  return (
    <span
      aria-hidden="true"
      className={styles.star}
      data-marked={model.isFavourite || undefined}
      title={t(model.isFavourite ? 'favourite.remove' : 'favourite.add')}
      onClick={mark}
    >
      <Icon size={16} stroke={1.7} />
    </span>
  )
}
