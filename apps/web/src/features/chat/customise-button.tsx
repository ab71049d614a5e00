import { Indicator } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { modifierNames, type Modifiers } from '@atrium/contract'
import { lazy, type Ref, Suspense, useImperativeHandle, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ToolButton } from './tool-button.tsx'

const CustomiseDialog = lazy(() =>
  import('./customise-dialog.tsx').then((module) => ({ default: module.CustomiseDialog })),
)

type CustomiseButtonProps = {
  modifiers: Modifiers
  onCustomise: (modifiers: Modifiers) => void
  openRef?: Ref<() => void>
}

/** Opens 'Customize Answer' and tells by a mark, and by its name, what is set. */
export function CustomiseButton({ modifiers, onCustomise, openRef }: CustomiseButtonProps) {
  const { t, i18n } = useTranslation(['chat', 'rooms'])
  const [isOpen, setIsOpen] = useState(false)
  useImperativeHandle(openRef, () => () => setIsOpen(true))
  const named = modifierNames.filter((name) => modifiers[name])
  const list = new Intl.ListFormat(i18n.language).format(named.map((name) => t(`rooms:modifier.${name}`)))
  return (
    <>
      <Indicator
        disabled={named.length === 0}
        label={named.length}
        size={16}
        offset={5}
        styles={{ indicator: { pointerEvents: 'none' } }}
      >
        <ToolButton
          label={named.length === 0 ? t('composer.customise') : t('composer.customised', { list })}
          icon={IconAdjustmentsHorizontal}
          look="round"
          onClick={() => setIsOpen(true)}
        />
      </Indicator>
      {isOpen && (
        <Suspense>
          <CustomiseDialog modifiers={modifiers} onApply={onCustomise} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
