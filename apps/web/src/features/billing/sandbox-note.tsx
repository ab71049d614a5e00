import { IconFlask2 } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import styles from './billing.module.css'

/** Says on every page of payments that no money moves. */
export function SandboxNote({ isSandbox }: { isSandbox: boolean }) {
  const { t } = useTranslation('billing')
  return (
    isSandbox && (
      <p className={styles.sandbox}>
        <IconFlask2 size={18} stroke={1.7} aria-hidden="true" />
        <span>
          <strong>{t('sandbox.title')}</strong> {t('sandbox.text')}
        </span>
      </p>
    )
  )
}
