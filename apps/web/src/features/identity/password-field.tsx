import { type PasswordInputProps, PasswordInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** A password that can be shown, pasted and filled in by a password manager. */
export function PasswordField(props: PasswordInputProps & { name: string; autoComplete: 'current-password' | 'new-password' }) {
  const { t } = useTranslation('identity')
  return <PasswordInput size="md" spellCheck={false} visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }} {...props} />
}
