import { Button, Checkbox } from '@mantine/core'
import { AUTO_MODEL_ID, limits, type Model } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { useState } from 'react'
import { groupModels } from '../../entities/models/group-models.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './models.module.css'

type CompareDialogProps = {
  models: readonly Model[]
  chosen: readonly string[]
  isOn: boolean
  onChoose: (modelIds: readonly string[]) => void
  onClose: () => void
}

/** Chooses the models that answer the next questions side by side. */
export function CompareDialog({ models, chosen: before, isOn, onChoose, onClose }: CompareDialogProps) {
  const { t } = useTranslation(['models', 'common'])
  const [chosen, setChosen] = useState(before)
  const toggle = (modelId: string) =>
    setChosen((ids) => (ids.includes(modelId) ? ids.filter((id) => id !== modelId) : [...ids, modelId]))
  const isFull = chosen.length >= limits.maxComparedModels
  const close = (modelIds: readonly string[]) => {
    onChoose(modelIds)
    onClose()
  }
  const others = models.filter(({ modelId }) => modelId !== AUTO_MODEL_ID)
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('compare.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form
        className={styles.autoModels}
        onSubmit={(event) => {
          event.preventDefault()
          close(chosen)
        }}
      >
        <p className={styles.compareText}>{t('compare.text')}</p>
        {groupModels(others, '', { favouritesFirst: false }).map(({ category, models: members }) => (
          <fieldset key={category} className={styles.autoGroup}>
            <legend>{category !== null && t(`category.${category}`)}</legend>
            {members.map((model) => {
              const isChosen = chosen.includes(model.modelId)
              return (
                <Checkbox
                  key={model.modelId}
                  label={<bdi>{model.displayName}</bdi>}
                  description={<ModelNote model={model} />}
                  disabled={!model.isAvailable || (isFull && !isChosen)}
                  checked={isChosen}
                  onChange={() => toggle(model.modelId)}
                />
              )
            })}
          </fieldset>
        ))}
        <footer className={styles.autoEnd}>
          <p role="status" className={styles.compareCount}>
            {t('compare.chosen', { count: chosen.length, most: limits.maxComparedModels })}
          </p>
          {isOn && (
            <Button variant="default" onClick={() => close([])}>
              {t('compare.off')}
            </Button>
          )}
          <Button type="submit" disabled={chosen.length < limits.minComparedModels}>
            {t('compare.start')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}

/** What a model costs, or why it can't be chosen. */
function ModelNote({ model }: { model: Model }) {
  const { t } = useTranslation('models')
  const { unavailableReason, providerName, pictures, creditsPerTypicalQuestion } = model
  const creditsEach = pictures?.sizes[0]?.creditsEach
  if (unavailableReason !== null) return t(`unavailable.${unavailableReason}`, { provider: providerName })
  if (creditsEach !== undefined) return t('picture.credits', { count: creditsEach })
  if (creditsPerTypicalQuestion !== null) return t('credits', { count: creditsPerTypicalQuestion })
  return <bdi>{providerName}</bdi>
}
