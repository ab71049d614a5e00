import { Badge, Combobox, VisuallyHidden } from '@mantine/core'
import { IconCheck, IconStar, IconStarFilled, IconWand } from '@tabler/icons-react'
import { AUTO_MODEL_ID, limits, type Model } from '@atrium/contract'
import { truncate } from '@atrium/ui'
import type { MouseEvent } from 'react'
import { groupModels } from '../../entities/models/group-models.ts'
import { useTranslation } from '../../lib/translate.ts'
import { ModelMarks } from './model-marks.tsx'
import styles from './models.module.css'

type ModelOptionsProps = {
  models: readonly Model[]
  query: string
  selectedId: string | null
  /** Adds or removes a favorite; without it there are no stars. */
  onMark?: (model: Model) => void
  /** Clicking an option marks it as favorite, even if unavailable. */
  isMarking?: boolean
}

/** The models that fit a search, the favorites first and the others by category; for use inside a Combobox. */
export function ModelOptions({ models, query, selectedId, onMark, isMarking = false }: ModelOptionsProps) {
  const { t } = useTranslation('models')
  const offered = isMarking ? models.filter((model) => model.modelId !== AUTO_MODEL_ID) : models
  // While marking, nothing moves under the pointer.
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
            announcesMark={isMarking}
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
  /** Labels it as a favorite where no heading does. */
  announcesMark: boolean
  onMark?: (model: Model) => void
}

function ModelRow({ model, isSelected, announcesMark, onMark }: ModelRowProps) {
  const { t } = useTranslation('models')
  const isAuto = model.modelId === AUTO_MODEL_ID
  return (
    <>
      <span className={styles.rowHead}>
        {isAuto && <IconWand size={16} stroke={1.7} aria-hidden="true" />}
        <span className={styles.rowName} dir="auto">
          {isAuto ? t('auto.name') : model.displayName}
        </span>
        {announcesMark && model.isFavourite && <VisuallyHidden>{t('favourite.is')}</VisuallyHidden>}
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

/** Its price: of a typical question, or of a picture of its first size. */
function ModelCost({ model: { pictures, creditsPerTypicalQuestion } }: { model: Model }) {
  const { t } = useTranslation('models')
  const creditsEach = pictures?.sizes[0]?.creditsEach
  if (creditsEach !== undefined)
    return <span className={styles.rowCost}>{t('picture.credits', { count: creditsEach })}</span>
  if (creditsPerTypicalQuestion === null) return null
  return <span className={styles.rowCost}>{t('credits', { count: creditsPerTypicalQuestion })}</span>
}

/**
 * The shortcut for pointers. An option can't contain a button, so keyboards and screen readers use the list's own 'Choose
 * favorites'.
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
