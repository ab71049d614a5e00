import { Combobox, type ComboboxStore, UnstyledButton, useCombobox } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { AUTO_MODEL_ID, type Model } from '@atrium/contract'
import { lazy, type Ref, Suspense, useImperativeHandle, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../lib/error-text.ts'
import { showToast } from '../../lib/toasts.ts'
import { useWideScreen } from '../../lib/wide-screen.ts'
import { type Choosable, PickerPanel } from './picker-panel.tsx'
import { changeFavourite } from './queries.ts'
import styles from './models.module.css'

const AutoModelsDialog = lazy(() =>
  import('./auto-models-dialog.tsx').then((module) => ({ default: module.AutoModelsDialog })),
)

const PickerSheet = lazy(() =>
  import('./picker-sheet.tsx').then((module) => ({ default: module.PickerSheet })),
)

type ModelPickerProps = Choosable & { onChoose: (modelId: string) => void; openRef?: Ref<() => void> }

/** The composer's model: a button that opens the list, above it or, where there is little room, over the whole screen. */
export function ModelPicker({ onChoose, openRef, ...choosable }: ModelPickerProps) {
  const { accountId, models, selectedId } = choosable
  const isWide = useWideScreen()
  const [isMarking, setIsMarking] = useState(false)
  const [isChoosingModels, setIsChoosingModels] = useState(false)
  const combobox = useCombobox({
    onDropdownOpen: () => {
      if (isWide) combobox.focusSearchInput()
    },
    onDropdownClose: () => {
      combobox.resetSelectedOption()
      setIsMarking(false)
      if (isWide) combobox.focusTarget()
    },
  })
  useImperativeHandle(openRef, () => () => combobox.openDropdown())
  const auto = models?.find((model) => model.modelId === AUTO_MODEL_ID)
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
  const panel = (
    <PickerPanel
      {...choosable}
      combobox={combobox}
      isMarking={isMarking}
      onMarking={setIsMarking}
      onMark={mark}
      onChooseModels={() => {
        combobox.closeDropdown()
        setIsChoosingModels(true)
      }}
    />
  )
  const button = <PickerButton models={models} selectedId={selectedId} combobox={combobox} />
  const Around = isWide ? AboveButton : OverScreen
  return (
    <>
      <Around button={button} combobox={combobox} onSubmit={submit}>
        {panel}
      </Around>
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

type PickerButtonProps = Pick<Choosable, 'models' | 'selectedId'> & { combobox: ComboboxStore }

function PickerButton({ models, selectedId, combobox }: PickerButtonProps) {
  const { t } = useTranslation('models')
  const selected = models?.find((model) => model.modelId === selectedId)
  const name = selectedId === AUTO_MODEL_ID ? t('auto.name') : (selected?.displayName ?? selectedId)
  return (
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
  )
}

type AroundProps = {
  button: ReactNode
  combobox: ComboboxStore
  onSubmit: (modelId: string) => void
  /** The panel. */
  children: ReactNode
}

function AboveButton({ button, combobox, onSubmit, children }: AroundProps) {
  const { t } = useTranslation('models')
  return (
    <Combobox
      store={combobox}
      position="top-start"
      width="min(26rem, calc(100vw - 2rem))"
      offset={10}
      middlewares={{ shift: { padding: 12 }, flip: true, size: { padding: 16 } }}
      shadow="lg"
      onOptionSubmit={onSubmit}
    >
      {button}
      <Combobox.Dropdown p={0} className={styles.panel}>
        <div role="dialog" aria-label={t('picker.title')} className={styles.panelInside}>
          {children}
        </div>
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** A panel above the composer would show two models of a phone's list, and cover half of a button. */
function OverScreen({ button, combobox, onSubmit, children }: AroundProps) {
  return (
    <Combobox store={combobox} onOptionSubmit={onSubmit}>
      {button}
      {combobox.dropdownOpened && (
        <Suspense>
          <PickerSheet onClose={() => combobox.closeDropdown()}>{children}</PickerSheet>
        </Suspense>
      )}
    </Combobox>
  )
}
