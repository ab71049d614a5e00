import type { ReactNode } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { Brand } from '../pages/index.ts'
import { LookAndLanguage } from '../preferences/index.ts'
import styles from './auth-layout.module.css'

type AuthLayoutProps = {
  title: string
  text?: ReactNode
  children: ReactNode
  /** Links to other actions. */ footer?: ReactNode
}

/** The page around every form of signing in: the form on one side, on wide screens a picture on the other. */
export function AuthLayout({ title, text, children, footer }: AuthLayoutProps) {
  const { t } = useTranslation('identity')
  usePageTitle(title)
  return (
    <div className={styles.page}>
      <div className={styles.side}>
        <header>
          <Brand />
        </header>
        <main className={styles.main}>
          <h1 className={styles.title}>{title}</h1>
          {text && <p className={styles.text}>{text}</p>}
          {children}
          {footer && <div className={styles.footer}>{footer}</div>}
        </main>
        <LookAndLanguage />
      </div>
      <aside className={styles.aside}>
        <div className={styles.words}>
          <p className={styles.quote}>{t('aside.quote')}</p>
          <p className={styles.quoteText}>{t('aside.text')}</p>
        </div>
      </aside>
    </div>
  )
}
