import { LanguageChoice } from './language-choice.tsx'
import styles from './look-and-language.module.css'
import { SchemeChoice } from './scheme-choice.tsx'

/** Language and theme, at the foot of pages outside the frame of the product. */
export function LookAndLanguage() {
  return (
    <footer className={styles.row}>
      <LanguageChoice />
      <SchemeChoice />
    </footer>
  )
}
