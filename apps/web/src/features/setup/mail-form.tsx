import type { MailServerInput, MailTest, SystemSettings } from '@atrium/contract'
import { NumberInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { looksLikeEmail } from '../../lib/forms/looks-like-email.ts'
import { type Problems, useSubmit } from '../../lib/forms/use-submit.ts'
import { settingChanges } from './queries.ts'
import styles from './setup.module.css'
import { TestedFormEnd } from './tested-form-end.tsx'
import { useTrial } from './use-trial.ts'

type MailFormProps = {
  mail: SystemSettings['mail']
  submitLabel: string
  onSaved: () => void | Promise<void>
}
type Field = 'host' | 'port' | 'password' | 'from'
type Draft = Omit<MailServerInput, 'password'> & { password: string }

const emptyServer: MailServerInput = { host: '', port: 587, security: 'starttls', username: '', from: '' }

/** The mail server. An optional test mail checks it before saving. */
export function MailForm({ mail, submitLabel, onSaved }: MailFormProps) {
  const { t } = useTranslation('setup')
  const [draft, setDraft] = useState<Draft>({ ...emptyServer, ...mail.server, password: '' })
  const trial = useTrial<MailTest>()
  const server = serverOf(draft)
  const isKept =
    mail.hasPassword && mail.server?.host === server.host && mail.server.username === server.username
  const check = (): Problems<Field> => ({
    ...(!server.host && { host: t('mail.host.missing') }),
    ...(!(draft.port >= 1 && draft.port <= 65535) && { port: t('mail.port.wrong') }),
    ...(server.username !== '' && !draft.password && !isKept && { password: t('mail.password.missing') }),
    ...(!looksLikeEmail(server.from) && { from: t('mail.from.wrong') }),
  })
  const { form, submit, isSending, problems, forget, failure } = useSubmit<Field>(check, async () => {
    await settingChanges.change({ mail: server })
    await onSaved()
  })
  const change = (changed: Partial<Draft>, field?: Field) => {
    setDraft((known) => ({ ...known, ...changed }))
    trial.forget()
    if (field) forget(field)
  }
  if (mail.source === 'environment')
    return <p className={styles.note}>{t('environment', { name: 'SMTP_URL' })}</p>
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {mail.source === 'sandbox' && <p className={styles.note}>{t('mail.sandbox')}</p>}
      <div className={styles.pair}>
        <TextInput
          name="host"
          label={t('mail.host')}
          placeholder="smtp.example.com"
          autoComplete="off"
          spellCheck={false}
          value={draft.host}
          error={problems.host}
          onChange={(event) => change({ host: event.currentTarget.value }, 'host')}
        />
        <NumberInput
          name="port"
          label={t('mail.port')}
          min={1}
          max={65535}
          allowDecimal={false}
          hideControls
          value={draft.port}
          error={problems.port}
          onChange={(port) => change({ port: Number(port) }, 'port')}
        />
      </div>
      <Select
        label={t('mail.security')}
        allowDeselect={false}
        value={draft.security}
        data={(['starttls', 'tls'] as const).map((value) => ({ value, label: t(`mail.security.${value}`) }))}
        onChange={(security) =>
          security &&
          change({ security: security as Draft['security'], port: security === 'tls' ? 465 : 587 }, 'port')
        }
      />
      <div className={styles.pair}>
        <TextInput
          label={t('mail.username')}
          autoComplete="off"
          spellCheck={false}
          value={draft.username}
          onChange={(event) => change({ username: event.currentTarget.value }, 'password')}
        />
        <TextInput
          name="password"
          type="password"
          label={t('mail.password')}
          description={isKept ? t('mail.password.kept') : undefined}
          autoComplete="new-password"
          value={draft.password}
          error={problems.password}
          onChange={(event) => change({ password: event.currentTarget.value }, 'password')}
        />
      </div>
      <TextInput
        name="from"
        type="email"
        label={t('mail.from')}
        placeholder="atrium@example.com"
        autoComplete="off"
        value={draft.from}
        error={problems.from}
        onChange={(event) => change({ from: event.currentTarget.value }, 'from')}
      />
      <TestedFormEnd
        words={{ submit: submitLabel, test: t('mail.test') }}
        isSending={isSending}
        failure={failure}
        isTesting={trial.isTesting}
        isReady={Object.keys(check()).length === 0}
        onTest={() => void trial.run(() => settingChanges.testMail(server))}
        result={trial.outcome && resultText(trial.outcome)}
      />
    </form>
  )

  function resultText(outcome: NonNullable<typeof trial.outcome>): string {
    if ('failure' in outcome) return errorText(outcome.failure)
    return outcome.test.outcome === 'sent'
      ? t('mail.test.sent', { address: outcome.test.recipient })
      : t(`mail.problem.${outcome.test.problem}`)
  }
}

function serverOf({ password, ...server }: Draft): MailServerInput {
  return {
    ...server,
    host: server.host.trim(),
    username: server.username.trim(),
    from: server.from.trim().toLowerCase(),
    ...(password !== '' && { password }),
  }
}
