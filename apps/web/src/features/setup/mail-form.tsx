import type { MailServerInput, MailTest, SystemSettings } from '@atrium/contract'
import { Button, Group, NumberInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { looksLikeEmail } from '../../lib/forms/looks-like-email.ts'
import { type Problems, useSubmit } from '../../lib/forms/use-submit.ts'
import { settingChanges } from './queries.ts'
import styles from './setup.module.css'

type MailFormProps = {
  mail: SystemSettings['mail']
  submitLabel: string
  onSaved: () => void | Promise<void>
}
type Field = 'host' | 'port' | 'password' | 'from'
type Draft = Omit<MailServerInput, 'password'> & { password: string }
type Outcome = { test: MailTest } | { failure: unknown }

const emptyServer: MailServerInput = { host: '', port: 587, security: 'starttls', username: '', from: '' }

/** The mail server. An optional test mail checks it before saving. */
export function MailForm({ mail, submitLabel, onSaved }: MailFormProps) {
  const { t } = useTranslation('setup')
  const [draft, setDraft] = useState<Draft>({ ...emptyServer, ...mail.server, password: '' })
  const [outcome, setOutcome] = useState<Outcome | null>(null)
  const [isTesting, setTesting] = useState(false)
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
    setOutcome(null)
    if (field) forget(field)
  }
  const isReady = Object.keys(check()).length === 0
  const test = async () => {
    setTesting(true)
    setOutcome(null)
    try {
      setOutcome({ test: await settingChanges.testMail(server) })
    } catch (error) {
      setOutcome({ failure: error })
    } finally {
      setTesting(false)
    }
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
      <FailureNote failure={failure} />
      <Group gap="sm">
        <Button type="submit" size="md" loading={isSending}>
          {submitLabel}
        </Button>
        <Button
          size="md"
          variant="default"
          loading={isTesting}
          disabled={!isReady}
          onClick={() => void test()}
        >
          {t('mail.test')}
        </Button>
      </Group>
      <p role="status" className={styles.quiet}>
        {outcome && outcomeText(outcome)}
      </p>
    </form>
  )

  function outcomeText(shown: Outcome): string {
    if ('failure' in shown) return errorText(shown.failure)
    return shown.test.outcome === 'sent'
      ? t('mail.test.sent', { address: shown.test.recipient })
      : t(`mail.problem.${shown.test.problem}`)
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
