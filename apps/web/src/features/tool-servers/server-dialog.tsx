import type { AccountId, InstalledToolServer, SignInProblem, ToolServer } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, PasswordInput, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '../../lib/api/api-error.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { toolServerChanges } from './queries.ts'
import {
  draftOf,
  looksLikeHeader,
  looksLikePrefix,
  looksLikeUrl,
  newServer,
  prefixOf,
  type ServerDraft,
  type ServerField,
  toAdd,
  toChange,
} from './server-draft.ts'
import { leaveForSignIn, type TypedClient } from './leave-for-sign-in.ts'
import { ServerTest, useServerTest } from './server-test.tsx'
import { SignInPanel } from './sign-in-panel.tsx'
import styles from './tool-servers.module.css'

type ServerDialogProps = {
  accountId: AccountId
  /** Null for a new one. */
  edited: ToolServer | null
  installed: readonly InstalledToolServer[]
  onClose: () => void
}

type Problems = Partial<Record<ServerField, string>>
type Say = ReturnType<typeof useTranslation<['toolServers', 'common']>>['t']

/** Connects a server or edits a connected one; optionally tested before saving. Leaves for the sign-in that a server asks for. */
export function ServerDialog({ accountId, edited: given, installed, onClose }: ServerDialogProps) {
  const { t } = useTranslation(['toolServers', 'common'])
  // The page behind keeps reloading; the edit stays based on the opened revision.
  const [edited, setEdited] = useState(given)
  const [draft, setDraft] = useState(() => (edited ? draftOf(edited) : newServer))
  const test = useServerTest(accountId, draft, edited)
  const [client, setClient] = useState<TypedClient>({ id: '', secret: '' })
  const [signInProblem, setSignInProblem] = useState<SignInProblem | null>(null)
  const check = () => checkDraft(draft, t)
  const { form, submit, isSending, problems, forget, failure } = useSubmit<ServerField>(check, async () => {
    setSignInProblem(null)
    const changes = toolServerChanges(accountId)
    try {
      const saved = edited
        ? await changes.change(edited.id, toChange(draft, edited))
        : await changes.add(toAdd(draft))
      // A sign-in that fails leaves the dialog open: it then edits what is saved.
      setEdited(saved)
      if (test.offer) return setSignInProblem(await leaveForSignIn(accountId, saved.id, test.offer, client))
    } catch (error) {
      const problem = problemOf(error, t)
      if (problem) return problem
      throw error
    }
    void showToast(t('saved', { name: draft.name.trim() }), 'good')
    onClose()
  })
  const change = (field: ServerField, changed: Partial<ServerDraft>) => {
    setDraft((known) => ({ ...known, ...changed }))
    forget(field)
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={edited ? t('form.edit', { name: edited.name }) : t('form.add')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className={styles.form}>
        <Place
          draft={draft}
          installed={edited ? [] : installed}
          problem={problems.url}
          onChange={(changed) => change('url', changed)}
        />
        <Naming draft={draft} problems={problems} onChange={change} />
        {draft.installedName === null && (
          <Headers draft={draft} edited={edited} problems={problems} onChange={change} />
        )}
        <ServerTest
          test={test}
          isReady={Object.keys(check()).every((field) => field === 'name' || field === 'prefix')}
        />
        {test.offer && (
          <SignInPanel offer={test.offer} client={client} problem={signInProblem} onChange={setClient} />
        )}
        <FailureNote failure={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isSending}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t(test.offer ? 'signIn.action' : edited ? 'form.save' : 'form.connect')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

/** No name of an installed server. */
const byAddress = '*'

type PlaceProps = {
  draft: ServerDraft
  installed: readonly InstalledToolServer[]
  problem: string | undefined
  onChange: (changed: Partial<ServerDraft>) => void
}

function Place({ draft, installed, problem, onChange }: PlaceProps) {
  const { t } = useTranslation('toolServers')
  const choose = (name: string | null) => {
    const chosen = installed.find((one) => one.name === name)
    onChange({
      installedName: chosen?.name ?? null,
      ...(chosen && { name: chosen.displayName, prefix: prefixOf(chosen.name) }),
    })
  }
  return (
    <>
      {installed.length > 0 && (
        <Select
          label={t('form.where')}
          allowDeselect={false}
          value={draft.installedName ?? byAddress}
          onChange={choose}
          data={[
            { value: byAddress, label: t('form.byAddress') },
            ...installed.map(({ name, displayName }) => ({ value: name, label: displayName })),
          ]}
        />
      )}
      {draft.installedName === null && (
        <TextInput
          name="url"
          type="url"
          dir="ltr"
          label={t('form.url')}
          description={t('form.urlText')}
          value={draft.url}
          error={problem}
          onChange={(event) => onChange({ url: event.currentTarget.value })}
        />
      )}
    </>
  )
}

type FieldsProps = {
  draft: ServerDraft
  problems: Problems
  onChange: (field: ServerField, changed: Partial<ServerDraft>) => void
}

function Naming({ draft, problems, onChange }: FieldsProps) {
  const { t } = useTranslation('toolServers')
  return (
    <div className={styles.fields}>
      <TextInput
        name="name"
        label={t('form.name')}
        maxLength={60}
        value={draft.name}
        error={problems.name}
        onChange={({ currentTarget: { value: name } }) =>
          onChange('name', { name, ...(!draft.hasOwnPrefix && { prefix: prefixOf(name) }) })
        }
      />
      <TextInput
        name="prefix"
        dir="ltr"
        label={t('form.prefix')}
        description={t('form.prefixText')}
        maxLength={20}
        value={draft.prefix}
        error={problems.prefix}
        onChange={({ currentTarget: { value: prefix } }) =>
          onChange('prefix', { prefix, hasOwnPrefix: true })
        }
      />
    </div>
  )
}

function Headers({ draft, edited, problems, onChange }: FieldsProps & { edited: ToolServer | null }) {
  const { t } = useTranslation('toolServers')
  const kept = edited && edited.headers.length > 0 ? edited.headers.join(', ') : null
  return (
    <div className={styles.fields}>
      <TextInput
        name="headerName"
        dir="ltr"
        label={t('form.header')}
        maxLength={80}
        value={draft.headerName}
        error={problems.headerName}
        onChange={({ currentTarget: { value } }) => onChange('headerName', { headerName: value })}
      />
      <PasswordInput
        name="headerValue"
        dir="ltr"
        autoComplete="off"
        label={t('form.value')}
        description={kept === null ? t('form.valueText') : t('form.kept', { names: kept })}
        maxLength={4000}
        value={draft.headerValue}
        error={problems.headerValue}
        onChange={({ currentTarget: { value } }) => onChange('headerValue', { headerValue: value })}
      />
    </div>
  )
}

function checkDraft(draft: ServerDraft, t: Say): Problems {
  return {
    ...(draft.installedName === null && !looksLikeUrl(draft.url) && { url: t('form.url.wrong') }),
    ...(draft.name.trim() === '' && { name: t('form.name.empty') }),
    ...(!looksLikePrefix(draft.prefix.trim()) && { prefix: t('form.prefix.wrong') }),
    ...(!looksLikeHeader(draft) && { headerValue: t('form.headers.wrong') }),
  }
}

function problemOf(error: unknown, t: Say): Problems | null {
  const paths = error instanceof ApiError ? error.issues.map(({ path }) => path) : []
  if (paths.includes('body.prefix')) return { prefix: t('form.prefix.taken') }
  if (paths.includes('body.headers')) return { headerValue: t('form.headers.again') }
  if (paths.some((path) => path.startsWith('body.headers'))) return { headerValue: t('form.headers.wrong') }
  return paths.includes('body.url') ? { url: t('form.url.wrong') } : null
}
