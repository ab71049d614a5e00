import { useTranslation } from 'react-i18next'
import { LanguageChoice } from '../preferences/language-choice.tsx'
import { SchemeChoice } from '../preferences/scheme-choice.tsx'
import styles from './profile.module.css'
import { Section } from './section.tsx'

/** Language and colours, kept as soon as they are chosen. */
export function LookSection() {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('look.title')} text={t('look.text')}>
      <div className={styles.row}>
        <LanguageChoice />
        <SchemeChoice />
      </div>
    </Section>
  )
}
