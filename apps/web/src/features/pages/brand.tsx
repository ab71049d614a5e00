import { Logo } from '@atrium/ui'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import styles from './brand.module.css'

/** The product's mark and name at the head of pages outside its frame, leading home. */
export function Brand() {
  const { t } = useTranslation('common')
  return (
    <Link to="/" className={styles.brand}>
      <Logo size={30} />
      <span className={styles.name}>{t('productName')}</span>
    </Link>
  )
}
