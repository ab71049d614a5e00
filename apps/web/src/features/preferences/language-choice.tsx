import { type Language, languages } from '@atrium/contract'
import { languageNames } from '@atrium/phrases'
import { IconChevronDown, IconLanguage } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { chooseLanguage, currentLanguage } from '../../lib/i18n.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { keepForUser } from './keep-for-user.ts'
import styles from './choices.module.css'

/** The interface's language; each is named in itself. */
export function LanguageChoice() {
  const { t } = useTranslation()
  const [isChanging, setChanging] = useState(false)
  const choose = (language: Language) => {
    setChanging(true)
    chooseLanguage(language)
      .then(() => keepForUser({ language }))
      .catch((error: unknown) => showToast(errorText(error), 'bad'))
      .finally(() => setChanging(false))
  }
  return (
    <label className={styles.language} aria-busy={isChanging}>
      <IconLanguage size={18} stroke={1.6} aria-hidden="true" />
      <span className={styles.hidden}>{t('language.label')}</span>
      <select
        className={styles.select}
        value={currentLanguage()}
        onChange={(event) => choose(event.currentTarget.value as Language)}
      >
        {languages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languageNames[language]}
          </option>
        ))}
      </select>
      <IconChevronDown className={styles.chevron} size={14} stroke={1.8} aria-hidden="true" />
    </label>
  )
}
