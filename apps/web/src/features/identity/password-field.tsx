import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { type ComponentProps, useState } from 'react'
import { Field } from '../../lib/forms/field.tsx'
import styles from '../../lib/forms/field.module.css'
import { useTranslation } from '../../lib/translate.ts'

type PasswordFieldProps = Omit<ComponentProps<typeof Field>, 'type' | 'end'> & {
  autoComplete: 'current-password' | 'new-password'
}

/** A password that can be shown, pasted and filled in by a password manager. */
export function PasswordField(props: PasswordFieldProps) {
  const { t } = useTranslation('identity')
  const [isVisible, setVisible] = useState(false)
  const Eye = isVisible ? IconEyeOff : IconEye
  const eye = (
    <button
      type="button"
      className={styles.eye}
      aria-label={t('password.show')}
      aria-pressed={isVisible}
      onClick={() => setVisible(!isVisible)}
    >
      <Eye size={20} stroke={1.6} aria-hidden="true" />
    </button>
  )
  return (
    <Field
      {...props}
      type={isVisible ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="off"
      dir="ltr"
      end={eye}
    />
  )
}
