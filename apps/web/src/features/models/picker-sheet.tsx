import { Dialog } from '@atrium/ui'
import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './models.module.css'

/** The panel of models over the whole screen of a phone. */
export function PickerSheet({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const { t } = useTranslation(['models', 'common'])
  return (
    <Dialog
      fullScreen
      opened
      onClose={onClose}
      title={t('picker.title')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
      classNames={{ content: styles.sheet, body: styles.sheetBody }}
    >
      {children}
    </Dialog>
  )
}
