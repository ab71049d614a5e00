import { type PasswordRule, passwordRules } from '@atrium/contract'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { useTranslation } from '../../lib/translate.ts'
import hidden from '../preferences/choices.module.css'
import { passwordStrength, strengths } from './password-strength.ts'
import styles from './password-rules.module.css'

const rules = Object.keys(passwordRules) as PasswordRule[]

/** The rules of a password, each ticked as soon as it is met, and how strong the password is beyond them. */
export function PasswordRules({ password, id }: { password: string; id: string }) {
  const { t } = useTranslation('identity')
  const strength = passwordStrength(password)
  return (
    <div className={styles.box} id={id}>
      <p className={styles.lead}>{t('password.rules')}</p>
      <ul className={styles.rules}>
        {rules.map((rule) => {
          const isMet = passwordRules[rule](password)
          return (
            <li key={rule} className={styles.rule} data-met={isMet}>
              {isMet ? (
                <IconCheck size={14} stroke={2.4} aria-hidden="true" />
              ) : (
                <IconPoint size={14} aria-hidden="true" />
              )}
              {t(`password.rule.${rule}`)}
              <span className={hidden.hidden}>
                {' '}
                ({t(isMet ? 'password.rule.met' : 'password.rule.unmet')})
              </span>
            </li>
          )
        })}
      </ul>
      <p className={styles.strength} aria-live="polite">
        {password !== '' && (
          <>
            <span className={styles.meter} data-step={strengths.indexOf(strength) + 1} aria-hidden="true">
              {strengths.map((name) => (
                <span key={name} />
              ))}
            </span>
            <span>
              {t('password.strength.label')}: {t(`password.strength.${strength}`)}
            </span>
          </>
        )}
      </p>
    </div>
  )
}
