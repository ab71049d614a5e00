import { UnstyledButton } from '@mantine/core'
import { IconAdjustmentsHorizontal } from '@tabler/icons-react'
import { modifierNames, type Modifiers } from '@atrium/contract'
import { lazy, type Ref, Suspense, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import styles from './composer.module.css'
import { useNameOrIcon } from './use-name-or-icon.ts'

const CustomiseDialog = lazy(() =>
  import('./customise-dialog.tsx').then((module) => ({ default: module.CustomiseDialog })),
)

type CustomiseButtonProps = {
  modifiers: Modifiers
  onCustomise: (modifiers: Modifiers) => void
  openRef?: Ref<() => void>
}

/** Opens 'Customize Answer', with the number of active modifiers; only its icon where its name does not fit into the row. */
export function CustomiseButton({ modifiers, onCustomise, openRef }: CustomiseButtonProps) {
  const { t, language } = useTranslation(['chat', 'rooms'])
  const [isOpen, setIsOpen] = useState(false)
  useImperativeHandle(openRef, () => () => setIsOpen(true))
  const button = useRef<HTMLButtonElement>(null)
  useNameOrIcon(button)
  const named = modifierNames.filter((name) => modifiers[name])
  const list = new Intl.ListFormat(language).format(named.map((name) => t(`rooms:modifier.${name}`)))
  const label = named.length === 0 ? t('composer.customise') : t('composer.customised', { list })
  return (
    <>
      <UnstyledButton
        ref={button}
        className={styles.customise}
        data-hint={label}
        aria-label={label}
        onClick={() => setIsOpen(true)}
      >
        <IconAdjustmentsHorizontal size={17} stroke={1.7} aria-hidden="true" />
        <span className={styles.customiseName}>{t('composer.customise')}</span>
        {/* Drawn by the style sheet: the button's name lists the modifiers instead of counting them. */}
        {named.length > 0 && <span className={styles.customised} data-count={named.length} />}
      </UnstyledButton>
      {isOpen && (
        <Suspense>
          <CustomiseDialog modifiers={modifiers} onApply={onCustomise} onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
