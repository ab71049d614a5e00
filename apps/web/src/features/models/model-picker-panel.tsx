import { Combobox, type ComboboxStore, useCombobox } from '@mantine/core'
import { AUTO_MODEL_ID, type Model } from '@atrium/contract'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import type { AskedMenu } from '../../lib/tools/menu-on-demand.ts'
import { StandIn } from '../../lib/tools/stand-in.tsx'
import { usePanelFocus } from '../../lib/tools/use-panel-focus.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useWideScreen } from '../../lib/wide-screen.ts'
import { type PickerChoice, PickerPanel } from './picker-panel.tsx'
import { changeFavourite } from '../../entities/models/queries.ts'
import styles from './models.module.css'

const AutoModelsDialog = lazy(() =>
  import('./auto-models-dialog.tsx').then((module) => ({ default: module.AutoModelsDialog })),
)

const PickerSheet = lazy(() =>
  import('./picker-sheet.tsx').then((module) => ({ default: module.PickerSheet })),
)

/** The list of models: above its button or, where space is limited, full screen. */
export function ModelPickerPanel({ menu, onChoose, ...choosable }: PickerChoice & { menu: AskedMenu }) {
  const { accountId, models } = choosable
  const { button, isOpen, onChange, onMade } = menu
  useEffect(onMade, [onMade])
  const isWide = useWideScreen()
  const [isMarking, setIsMarking] = useState(false)
  const [isChoosingModels, setIsChoosingModels] = useState(false)
  const combobox = useCombobox({ opened: isOpen, onOpenedChange: onChange })
  usePanelFocus({
    combobox,
    isOpen,
    isSheet: !isWide,
    onClosed: () => {
      combobox.resetSelectedOption()
      setIsMarking(false)
    },
  })
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
  const Around = isWide ? AboveButton : OverScreen
  return (
    <>
      <Around button={button} combobox={combobox} onSubmit={submit}>
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

type AroundProps = {
  button: AskedMenu['button']
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
      <Combobox.Target withAriaAttributes={false} targetType="button">
        <StandIn for={button} />
      </Combobox.Target>
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
      <Combobox.Target withAriaAttributes={false} targetType="button">
        <StandIn for={button} />
      </Combobox.Target>
      {combobox.dropdownOpened && (
        <Suspense>
          <PickerSheet onClose={() => combobox.closeDropdown()}>{children}</PickerSheet>
        </Suspense>
      )}
    </Combobox>
  )
}
