import { type PasswordInputProps, PasswordInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

/** A password that can be shown, pasted and filled in by a password manager. */
export function PasswordField(props: PasswordInputProps & { name: string; autoComplete: 'current-password' | 'new-password' }) {
  const { t } = useTranslation('identity')
  const [isVisible, setVisible] = useState(false)
  return (
    <PasswordInput
      size="md"
      spellCheck={false}
      visible={isVisible}
      onVisibilityChange={setVisible}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), 'aria-pressed': isVisible, tabIndex: 0 }}
      {...props}
    />
  )
}
