import { ActionIcon, Button, Combobox, Tooltip, UnstyledButton, useCombobox } from '@mantine/core'
import { IconChevronDown, IconStar, IconStarFilled } from '@tabler/icons-react'
import { AUTO_MODEL_ID, type AccountId, type Model } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text.ts'
import { showToast } from '../../lib/toasts.ts'
import { AutoPreferenceChoice } from './auto-preference.tsx'
import { ModelOptions } from './model-options.tsx'
import { changeFavourite } from './queries.ts'
import styles from './models.module.css'

const AutoModelsDialog = lazy(() =>
  import('./auto-models-dialog.tsx').then((module) => ({ default: module.AutoModelsDialog })),
)

type ModelPickerProps = {
  accountId: AccountId
  /** Null while they load. */
  models: readonly Model[] | null
  hasFailed: boolean
  onRetry: () => void
  selectedId: string
  onChoose: (modelId: string) => void
}

/** The composer's model: a button that opens the list with search, favourites, prices and, for auto, its preference. */
export function ModelPicker({
  accountId,
  models,
  hasFailed,
  onRetry,
  selectedId,
  onChoose,
}: ModelPickerProps) {
  const { t } = useTranslation('models')
  const [query, setQuery] = useState('')
  const [isMarking, setIsMarking] = useState(false)
  const [isChoosingModels, setIsChoosingModels] = useState(false)
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setQuery('')
      setIsMarking(false)
      combobox.focusTarget()
    },
  })
  const selected = models?.find((model) => model.modelId === selectedId)
  const auto = models?.find((model) => model.modelId === AUTO_MODEL_ID)
  const isAuto = selectedId === AUTO_MODEL_ID
  const name = isAuto ? t('auto.name') : (selected?.displayName ?? selectedId)
  const mark = ({ modelId, isFavourite }: Model) => {
    changeFavourite(accountId, modelId, !isFavourite).catch(
      (error: unknown) => void showToast(errorText(error), 'bad'),
    )
  }
  const submit = (modelId: string) => {
    const model = models?.find((other) => other.modelId === modelId)
    if (isMarking) {
      if (model) mark(model)
      return
    }
    onChoose(modelId)
    combobox.closeDropdown()
  }
  return (
    <>
      <Combobox
        store={combobox}
        position="top-start"
        width="min(26rem, calc(100vw - 2rem))"
        offset={10}
        middlewares={{ shift: { padding: 12 }, flip: true, size: { padding: 16 } }}
        shadow="lg"
        onOptionSubmit={submit}
      >
        <Combobox.Target withAriaAttributes={false} targetType="button">
          <UnstyledButton
            className={styles.button}
            aria-haspopup="dialog"
            aria-expanded={combobox.dropdownOpened}
            aria-label={t('picker.button', { model: name })}
            onClick={() => combobox.toggleDropdown()}
          >
            <span className={styles.buttonName} dir="auto">
              {name}
            </span>
            <IconChevronDown size={15} stroke={1.8} aria-hidden="true" />
          </UnstyledButton>
        </Combobox.Target>
        <Combobox.Dropdown p={0} className={styles.panel}>
          <div role="dialog" aria-label={t('picker.title')} className={styles.dropdown}>
            <div className={styles.searchLine}>
              <Combobox.Search
                className={styles.search}
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
                    setIsMarking(marking)
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
            <Combobox.Options
              className={styles.options}
              tabIndex={0}
              aria-label={t('picker.list')}
              aria-multiselectable={isMarking || undefined}
            >
              {models === null ? (
                <ModelsMissing hasFailed={hasFailed} onRetry={onRetry} />
              ) : (
                <ModelOptions
                  models={models}
                  query={query}
                  selectedId={selectedId}
                  onMark={mark}
                  isMarking={isMarking}
                />
              )}
            </Combobox.Options>
            {isAuto && auto && (
              <Combobox.Footer p={0}>
                <AutoPreferenceChoice
                  auto={auto}
                  accountId={accountId}
                  onChooseModels={() => {
                    combobox.closeDropdown()
                    setIsChoosingModels(true)
                  }}
                />
              </Combobox.Footer>
            )}
          </div>
        </Combobox.Dropdown>
      </Combobox>
      {isChoosingModels && auto && models && (
        <Suspense>
          <AutoModelsDialog
            accountId={accountId}
            auto={auto}
            models={models}
            onClose={() => setIsChoosingModels(false)}
          />
        </Suspense>
      )}
    </>
  )
}

type MarkingSwitchProps = { isMarking: boolean; onChange: (isMarking: boolean) => void }

function MarkingSwitch({ isMarking, onChange }: MarkingSwitchProps) {
  const { t } = useTranslation('models')
  const Icon = isMarking ? IconStarFilled : IconStar
  return (
    <Tooltip label={t('favourite.choose')}>
      <ActionIcon
        variant="subtle"
        color={isMarking ? undefined : 'gray'}
        size={36}
        aria-label={t('favourite.choose')}
        aria-pressed={isMarking}
        onClick={() => onChange(!isMarking)}
      >
        <Icon size={17} stroke={1.7} />
      </ActionIcon>
    </Tooltip>
  )
}

function ModelsMissing({ hasFailed, onRetry }: { hasFailed: boolean; onRetry: () => void }) {
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
