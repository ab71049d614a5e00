import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { LookAndLanguage } from '../preferences/index.ts'
import { useAuthState } from '../../lib/session/use-session.ts'
import { Brand } from '../pages/index.ts'
import { TermsGate } from './terms-gate.tsx'
import styles from './terms.module.css'

const sections = [
  'service',
  'account',
  'content',
  'answers',
  'fairUse',
  'privacy',
  'credits',
  'age',
  'ending',
] as const

/** The terms of use. Signed-in people who have not accepted them are asked to, at the end. */
export function TermsScreen({ returnTo }: { returnTo: string | undefined }) {
  const { t } = useTranslation('terms')
  usePageTitle(t('title'))
  const state = useAuthState()
  const mustAccept = state.status === 'authenticated' && !state.user.termsAccepted
  return (
    <div className={styles.page}>
      <header>
        <Brand />
      </header>
      <main className={styles.paper}>
        <h1 className={styles.title}>{t('title')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
        {sections.map((section, index) => (
          <section key={section} className={styles.section}>
            <span className={styles.number} aria-hidden="true">
              {index + 1}
            </span>
            <h2 className={styles.heading}>{t(`section.${section}.title`)}</h2>
            <p className={styles.text}>{t(`section.${section}.text`)}</p>
          </section>
        ))}
      </main>
      {mustAccept ? (
        <TermsGate returnTo={returnTo} />
      ) : (
        <p className={styles.back}>
          <Link to="/">{t('back')}</Link>
        </p>
      )}
      <LookAndLanguage />
    </div>
  )
}
