import { IconArrowLeft } from '@tabler/icons-react'
import { Link, type LinkProps, Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { usePageTitle } from '../../../lib/navigation/page-title.ts'
import { useWideScreen } from '../../../lib/wide-screen.ts'
import styles from '../room-screen.module.css'

type PhonePageProps = {
  title: string
  back: NonNullable<LinkProps['to']>
  /** The replacement on a wide screen. */ wide?: NonNullable<LinkProps['to']>
  children: ReactNode
}

/** One task on a phone, with a back button; a wide screen redirects to the page with all tasks (NAV-03). */
export function PhonePage({ title, back, wide = '/room-and-members', children }: PhonePageProps) {
  const { t } = useTranslation('rooms')
  usePageTitle(title)
  if (useWideScreen()) return <Navigate to={wide} replace />
  return (
    <div className={styles.screen}>
      <div className={styles.phoneHead}>
        <Link to={back} className={styles.backLink} aria-label={t('add.back')}>
          <IconArrowLeft size={22} stroke={1.7} className={styles.mirrored} aria-hidden="true" />
        </Link>
        <h1 className={styles.phoneTitle}>{title}</h1>
      </div>
      {children}
    </div>
  )
}
