import { ActionIcon, Button, Combobox, type ComboboxStore } from '@mantine/core'
import { IconStar, IconStarFilled } from '@tabler/icons-react'
import { AUTO_MODEL_ID, type AccountId, type Model } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { AutoPreferenceChoice } from './auto-preference.tsx'
import { ModelOptions } from './model-options.tsx'
import styles from './models.module.css'

/** The selectable models, and the selected ones. */
type Choosable = {
  accountId: AccountId
  /** Null while they load. */
  models: readonly Model[] | null
  hasFailed: boolean
  onRetry: () => void
  selectedId: string
}

/** The models to choose from, and what happens with the chosen one. */
export type PickerChoice = Choosable & { onChoose: (modelId: string) => void }

type PickerPanelProps = Choosable & {
  combobox: ComboboxStore
  /** Options are pressed to be marked as favorites, not to be chosen. */
  isMarking: boolean
  onMarking: (isMarking: boolean) => void
  onMark: (model: Model) => void
  /** Opens the choice of models that auto may use. */
  onChooseModels: () => void
}

/** The inside of the picker: search, the list with prices and stars and, for auto, its preference. */
export function PickerPanel({
  accountId,
  models,
  hasFailed,
  onRetry,
  selectedId,
  combobox,
  isMarking,
  onMarking,
  onMark,
  onChooseModels,
}: PickerPanelProps) {
  const { t } = useTranslation('models')
  const [query, setQuery] = useState('')
  const auto = models?.find((model) => model.modelId === AUTO_MODEL_ID)
  return (
    <div className={styles.dropdown}>
      <div className={styles.searchLine}>
        <Combobox.Search
          className={styles.search}
          data-autofocus
          value={query}
          placeholder={t('picker.search')}
          aria-label={t('picker.search')}
          onChange={(event) => {
            setQuery(event.currentTarget.value)
            combobox.updateSelectedOptionIndex()
          }}
        />
        {models !== null && (
          <MarkingSwitch
            isMarking={isMarking}
            onChange={(marking) => {
              onMarking(marking)
              combobox.resetSelectedOption()
              combobox.focusSearchInput()
            }}
          />
        )}
      </div>
      {isMarking && (
        <p role="status" className={styles.markingHint}>
          {t('favourite.hint')}
        </p>
      )}
      {models === null ? (
        <ModelsMissing hasFailed={hasFailed} onRetry={onRetry} />
      ) : (
        <Combobox.Options className={styles.options} tabIndex={0} aria-label={t('picker.list')}>
          <ModelOptions
            models={models}
            query={query}
            selectedId={selectedId}
            onMark={onMark}
            isMarking={isMarking}
          />
        </Combobox.Options>
      )}
      {auto && selectedId === AUTO_MODEL_ID && !isMarking && (
        <AutoPreferenceChoice auto={auto} accountId={accountId} onChooseModels={onChooseModels} />
      )}
    </div>
  )
}

type MarkingSwitchProps = { isMarking: boolean; onChange: (isMarking: boolean) => void }

function MarkingSwitch({ isMarking, onChange }: MarkingSwitchProps) {
  const { t } = useTranslation('models')
  const Icon = isMarking ? IconStarFilled : IconStar
  return (
    <ActionIcon
      data-hint={t('favourite.choose')}
      variant="subtle"
      color={isMarking ? undefined : 'gray'}
      size={36}
      aria-label={t('favourite.choose')}
      aria-pressed={isMarking}
      onClick={() => onChange(!isMarking)}
    >
      <Icon size={17} stroke={1.7} />
    </ActionIcon>
  )
}

function ModelsMissing({ hasFailed, onRetry }: Pick<Choosable, 'hasFailed' | 'onRetry'>) {
  const { t } = useTranslation(['models', 'common'])
  return (
    <div className={styles.missing}>
      {hasFailed ? (
        <>
          <p role="alert">{t('picker.failed')}</p>
          <Button size="xs" variant="default" onClick={onRetry}>
            {t('common:action.tryAgain')}
          </Button>
        </>
      ) : (
        <SkeletonRows count={4} label={t('picker.loading')} />
      )}
    </div>
  )
}
