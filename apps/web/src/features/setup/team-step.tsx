import { limits } from '@atrium/contract'
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { createAccountWithLogo } from '../../entities/accounts/create-account.ts'
import { useTranslation } from '../../lib/translate.ts'
import { LogoField } from '../accounts/index.ts'
import { accountsQuery, switchAccount } from '../../entities/accounts/queries.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { DemoTeamHint } from './demo-team-hint.tsx'
import styles from './setup.module.css'

/** Creates the first team; people who have one only continue. */
export function TeamStep({ onDone }: { onDone: () => Promise<void> }) {
  const { t } = useTranslation(['setup', 'accounts'])
  const accounts = useQuery(accountsQuery)
  const [name, setName] = useState('')
  const [logo, setLogo] = useState<File | null>(null)
  const maxCharacters = limits.accountNameCharacters
  const check = () => {
    if (!name.trim()) return { name: t('accounts:create.name.missing') }
    return [...name.trim()].length > maxCharacters
      ? { name: t('accounts:create.name.tooLong', { count: maxCharacters }) }
      : {}
  }
  const { form, submit, isSending, problems, forget, failure } = useSubmit<'name'>(check, async () => {
    const { account } = await createAccountWithLogo(name.trim(), logo)
    switchAccount(account.id)
    await onDone()
  })
  const [first] = accounts.data ?? []
  if (first)
    return (
      <>
        <p className={styles.note}>{t('team.exists', { name: first.name })}</p>
        <Button size="md" onClick={() => void onDone()}>
          {t('team.open')}
        </Button>
        <DemoTeamHint />
      </>
    )
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        name="name"
        label={t('accounts:create.name')}
        placeholder={t('accounts:create.name.hint')}
        autoComplete="organization"
        value={name}
        error={problems.name}
        onChange={(event) => {
          setName(event.currentTarget.value)
          forget('name')
        }}
      />
      <LogoField name={name} logo={logo} onChange={setLogo} />
      <FailureNote failure={failure} />
      <div>
        <Button type="submit" size="md" loading={isSending} disabled={accounts.isPending}>
          {t('team.create')}
        </Button>
      </div>
      <DemoTeamHint />
    </form>
  )
}
