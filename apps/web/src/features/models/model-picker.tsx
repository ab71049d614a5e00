import { Combobox, UnstyledButton, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { AUTO_MODEL_ID, type AccountId, type Model } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AutoPreferenceChoice } from './auto-preference.tsx'
import { ModelOptions } from './model-options.tsx'
import styles from './models.module.css'

type ModelPickerProps = {
  accountId: AccountId
  /** Null while they load. */
  models: readonly Model[] | null
  hasFailed: boolean
  selectedId: string
  onChoose: (modelId: string) => void
}

/** The composer's model: a button that opens the list with search, prices and, for auto, its preference. */
export function ModelPicker({ accountId, models, hasFailed, selectedId, onChoose }: ModelPickerProps) {
  const { t } = useTranslation('models')
  const [query, setQuery] = useState('')
  const combobox = useCombobox({
    onDropdownOpen: () => combobox.focusSearchInput(),
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setQuery('')
      combobox.focusTarget()
    },
  })
  const selected = models?.find((model) => model.modelId === selectedId)
  const isAuto = selectedId === AUTO_MODEL_ID
  const name = isAuto ? t('auto.name') : (selected?.displayName ?? selectedId)
  return (
    <Combobox
      store={combobox}
      position="top-start"
      width="min(26rem, calc(100vw - 2rem))"
      offset={10}
      middlewares={{ shift: { padding: 12 }, flip: true, size: { padding: 16 } }}
      shadow="lg"
      onOptionSubmit={(modelId) => {
        onChoose(modelId)
        combobox.closeDropdown()
      }}
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
          <Combobox.Options className={styles.options} tabIndex={0} aria-label={t('picker.list')}>
            {models === null ? (
              <ModelsMissing hasFailed={hasFailed} />
            ) : (
              <ModelOptions models={models} query={query} selectedId={selectedId} />
            )}
          </Combobox.Options>
          {isAuto && selected && (
            <Combobox.Footer p={0}>
              <AutoPreferenceChoice auto={selected} accountId={accountId} />
            </Combobox.Footer>
          )}
        </div>
      </Combobox.Dropdown>
    </Combobox>
  )
}

function ModelsMissing({ hasFailed }: { hasFailed: boolean }) {
  const { t } = useTranslation('models')
  return (
    <div className={styles.missing}>
      {hasFailed ? (
        <p role="alert">{t('picker.failed')}</p>
      ) : (
        <SkeletonRows count={4} label={t('picker.loading')} />
      )}
    </div>
  )
}
