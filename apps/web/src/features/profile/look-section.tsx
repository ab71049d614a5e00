import { useTranslation } from '../../lib/translate.ts'
import { LanguageChoice, DensityChoice, SchemeChoice } from '../preferences/index.ts'
import styles from '../../lib/forms/section.module.css'
import { Section } from '../../lib/forms/section.tsx'

/** Language, colors and density, stored at once. */
export function LookSection() {
  const { t } = useTranslation('profile')
  return (
    <Section title={t('look.title')} text={t('look.text')}>
      <div className={styles.row}>
        <LanguageChoice />
        <SchemeChoice />
        <DensityChoice />
      </div>
    </Section>
  )
}
