import { UnstyledButton } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { AUTO_MODEL_ID } from '@atrium/contract'
import { lazy, type Ref, Suspense, useImperativeHandle } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { opensByArrow, useMenuOnDemand } from '../../lib/tools/menu-on-demand.ts'
import type { PickerChoice } from './picker-panel.tsx'
import styles from './models.module.css'

const load = () => import('./model-picker-panel.tsx')
const preload = () => void load().catch(() => {})
const ModelPickerPanel = lazy(() => load().then((module) => ({ default: module.ModelPickerPanel })))

type ModelPickerProps = PickerChoice & { openRef?: Ref<() => void> }

/** The composer's model: a button whose list loads on first use. */
export function ModelPicker({ openRef, ...picker }: ModelPickerProps) {
  const { models, selectedId } = picker
  const { t } = useTranslation('models')
  const { menu, buttonProps, open } = useMenuOnDemand(preload, 'dialog')
  useImperativeHandle(openRef, () => open, [open])
  const selected = models?.find((model) => model.modelId === selectedId)
  const name = selectedId === AUTO_MODEL_ID ? t('auto.name') : (selected?.displayName ?? selectedId)
  return (
    <>
      <UnstyledButton
        className={styles.button}
        data-long={name.length > 7 || undefined}
        aria-label={t('picker.button', { model: name })}
        {...buttonProps}
        onKeyDown={opensByArrow(open)}
      >
        <span className={styles.buttonName} dir="auto">
          {name}
        </span>
        <IconChevronDown size={15} stroke={1.8} aria-hidden="true" />
      </UnstyledButton>
      {menu && (
        <Suspense>
          <ModelPickerPanel menu={menu} {...picker} />
        </Suspense>
      )}
    </>
  )
}
