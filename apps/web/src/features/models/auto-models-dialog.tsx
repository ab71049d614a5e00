import { Button, Checkbox } from '@mantine/core'
import { Dialog } from '@atrium/ui'
import { AUTO_MODEL_ID, type AccountId, type Model } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { autoOptionsOf } from './auto-preference.tsx'
import { groupModels } from '../../entities/models/group-models.ts'
import { chooseAutoOptions } from '../../entities/models/queries.ts'
import styles from './models.module.css'

type AutoModelsDialogProps = {
  accountId: AccountId
  auto: Model
  models: readonly Model[]
  onClose: () => void
}

/** Chooses the models that Auto may use for the caller: all, including later ones, or selected ones. */
export function AutoModelsDialog({ accountId, auto, models, onClose }: AutoModelsDialogProps) {
  const { t } = useTranslation(['models', 'common'])
  const { preference, modelIds } = autoOptionsOf(auto)
  const others = models.filter((model) => model.modelId !== AUTO_MODEL_ID)
  const [isAll, setIsAll] = useState(modelIds === null)
  const [chosen, setChosen] = useState(
    () => new Set(modelIds ?? others.map((model) => model.modelId)) as ReadonlySet<string>,
  )
  // The next save drops models that left the list.
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
