import { Button, Checkbox } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import { AUTO_MODEL_ID, type AccountId, type Model } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text.ts'
import { showToast } from '../../lib/toasts.ts'
import { autoOptionsOf } from './auto-preference.tsx'
import { groupModels } from './group-models.ts'
import { chooseAutoOptions } from './queries.ts'
import styles from './models.module.css'

type AutoModelsDialogProps = {
  accountId: AccountId
  auto: Model
  models: readonly Model[]
  onClose: () => void
}

/** Asks which models auto may use for the caller: all, also those that come later, or the chosen ones. */
export function AutoModelsDialog({ accountId, auto, models, onClose }: AutoModelsDialogProps) {
  const { t } = useTranslation(['models', 'common'])
  const { preference, modelIds } = autoOptionsOf(auto)
  const others = models.filter((model) => model.modelId !== AUTO_MODEL_ID)
  const [isAll, setIsAll] = useState(modelIds === null)
  const [chosen, setChosen] = useState(
    () => new Set(modelIds ?? others.map((model) => model.modelId)) as ReadonlySet<string>,
  )
  // What has left the list since is left out with the next saving.
  const chosenIds = others.flatMap(({ modelId }) => (chosen.has(modelId) ? [modelId] : []))
  const toggle = (modelId: string) =>
    setChosen((before) => {
      const after = new Set(before)
      if (!after.delete(modelId)) after.add(modelId)
      return after
    })
  const save = () => {
    chooseAutoOptions(accountId, { preference, modelIds: isAll ? null : chosenIds }).catch(
      (error: unknown) => void showToast(errorText(error), 'bad'),
    )
    onClose()
  }
  const isNone = !isAll && chosenIds.length === 0
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('auto.models.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form
        className={styles.autoModels}
        onSubmit={(event) => {
          event.preventDefault()
          save()
        }}
      >
        <Checkbox
          data-autofocus
          label={t('auto.models.all')}
          description={t('auto.models.all.text')}
          checked={isAll}
          onChange={(event) => setIsAll(event.currentTarget.checked)}
        />
        {groupModels(others, '', { favouritesFirst: false }).map(({ category, models: members }) => (
          <fieldset key={category} className={styles.autoGroup} disabled={isAll}>
            <legend>{category !== null && t(`category.${category}`)}</legend>
            {members.map((model) => (
              <Checkbox
                key={model.modelId}
                label={<bdi>{model.displayName}</bdi>}
                description={<bdi>{model.providerName}</bdi>}
                disabled={isAll}
                checked={isAll || chosen.has(model.modelId)}
                onChange={() => toggle(model.modelId)}
              />
            ))}
          </fieldset>
        ))}
        <footer className={styles.autoEnd}>
          {isNone && (
            <p role="alert" className={styles.rowReason}>
              {t('auto.models.none')}
            </p>
          )}
          <Button variant="default" onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" disabled={isNone}>
            {t('auto.models.save')}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
