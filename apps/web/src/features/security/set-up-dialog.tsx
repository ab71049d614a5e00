import { limits } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { CodeField } from '../identity/index.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import forms from '../../lib/forms/form.module.css'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { QrCode } from './qr-code.tsx'
import { securityChanges } from './queries.ts'
import styles from './security.module.css'

type SetUpDialogProps = {
  secret: string
  /** The content of the QR code. */ address: string
  onClose: () => void
  onOn: (recoveryCodes: string[]) => void
}

/** Shows the secret for an authenticator app, and turns the second factor on with the app's first code. */
export function SetUpDialog({ secret, address, onClose, onOn }: SetUpDialogProps) {
  const { t } = useTranslation(['security', 'common'])
  const [code, setCode] = useState('')
  const latestCode = useRef(code)
  const check = () => (latestCode.current.length < limits.codeDigits ? { code: t('setUp.noCode') } : {})
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'code'>(check, async () =>
    onOn(await securityChanges.confirmSecondFactor(latestCode.current)),
  )
  const change = (typed: string) => {
    latestCode.current = typed
    setCode(typed)
    forget('code')
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('setUp.title')}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)}>
        <Text c="dimmed">{t('setUp.scan')}</Text>
        <QrCode text={address} label={t('setUp.qr')} />
        <Text size="sm" c="dimmed">
          {t('setUp.byHand')}
        </Text>
        <code className={styles.secret} dir="ltr">
          {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
        </code>
        <div className={forms.fields}>
          <CodeField
            value={code}
            problem={problems.code}
            onChange={change}
            onComplete={() => void submit()}
          />
          <FailureNote failure={failure} />
        </div>
        <Group justify="flex-end" gap="xs" mt="lg">
          <Button variant="default" onClick={onClose} disabled={isSending}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t('setUp.confirm')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
