import { UnstyledButton } from '@mantine/core'
import { IconColumns } from '@tabler/icons-react'
import type { Model } from '@atrium/contract'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { lazy, type Ref, Suspense, useImperativeHandle, useState } from 'react'
import { comparable, type Comparison } from '../../entities/models/use-comparison.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './models.module.css'

const CompareDialog = lazy(() =>
  import('./compare-dialog.tsx').then((module) => ({ default: module.CompareDialog })),
)

type CompareToolProps = {
  models: readonly Model[] | null
  comparison: Comparison
  /** The model to start from. */
  modelId: string
  /** Shows no button while nothing is compared: a menu opens the dialog. */
  isFolded: boolean
  openRef?: Ref<() => void>
}

/** 'Compare models', beside the model picker; in its place while several models answer. */
export function CompareTool({ models, comparison, modelId, isFolded, openRef }: CompareToolProps) {
  const { t } = useTranslation('models')
  const [isOpen, setIsOpen] = useState(false)
  useImperativeHandle(openRef, () => () => setIsOpen(true), [])
  const { isOn, isOffered, modelIds, choose, suggested } = comparison
  if (models === null || !isOffered) return null
  const names = modelIds.flatMap((id) => models.find((model) => model.modelId === id)?.displayName ?? [])
  const last = suggested()
  const first = comparable(models).flatMap((one) => (one.modelId === modelId ? [modelId] : []))
  return (
    <>
      {isOn ? (
        <UnstyledButton
          className={styles.button}
          aria-haspopup="dialog"
          aria-label={`${t('compare.count', { count: names.length })}: ${names.join(', ')}`}
          title={names.join(', ')}
          onClick={() => setIsOpen(true)}
        >
          <IconColumns size={16} stroke={1.7} aria-hidden="true" />
          <span className={styles.buttonName}>{t('compare.count', { count: names.length })}</span>
        </UnstyledButton>
      ) : isFolded ? null : (
        <ToolButton
          label={t('compare.title')}
          icon={IconColumns}
          look="round"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
        />
      )}
      {isOpen && (
        <Suspense>
          <CompareDialog
            models={models}
            chosen={isOn ? modelIds : last.length > 0 ? last : first}
            isOn={isOn}
            onChoose={choose}
            onClose={() => setIsOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
