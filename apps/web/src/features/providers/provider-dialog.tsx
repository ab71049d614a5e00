import type { AddedProvider, Providers } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { ConnectionFields, type ConnectionField } from './connection-fields.tsx'
import { ProviderCheck } from './provider-check.tsx'
import type { ModelIssues } from './model-issues.ts'
import { OfferedModels } from './offered-models.tsx'
import {
  draftOf,
  looksLikeAddress,
  looksLikeKey,
  needsKeyAgain,
  type ProviderDraft,
  toAdd,
  toChange,
  withFound,
} from './provider-draft.ts'
import styles from './providers.module.css'
import { providerChanges } from './queries.ts'

/** A new provider, possibly prefilled, or one to edit. */
export type Editing = { draft: ProviderDraft } | { edited: AddedProvider }

type ProviderDialogProps = { about: Editing; pricing: Providers['pricing']; onClose: () => void }

/** A provider's connection and offered models; optionally tested before saving. */
export function ProviderDialog({ about, pricing, onClose }: ProviderDialogProps) {
  const { t } = useTranslation(['providers', 'common'])
  // The page behind keeps reloading; the edit stays based on the opened revision.
  const [edited] = useState('edited' in about ? about.edited : null)
  const [draft, setDraft] = useState(() => ('edited' in about ? draftOf(about.edited) : about.draft))
  const [modelIssues, setModelIssues] = useState<ModelIssues>([])
  const check = () => checkConnection(draft, edited, t)
  const { form, submit, isSending, problems, forget, failure } = useSubmit<ConnectionField>(
    check,
    async () => {
      setModelIssues([])
      try {
        if (edited) await providerChanges.change(edited.id, toChange(draft, edited))
        else await providerChanges.add(toAdd(draft))
      } catch (error) {
        const found = modelIssuesOf(error)
        setModelIssues(found)
        if (found.length > 0) return
        const problem = connectionProblemOf(error, t)
        if (problem) return problem
        throw error
      }
      void showToast(t('saved', { name: draft.displayName.trim() }), 'good')
      onClose()
    },
  )
  const change = (changed: Partial<ProviderDraft>) => setDraft((known) => ({ ...known, ...changed }))
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={edited ? t('form.edit', { name: edited.displayName }) : t('form.add')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className={styles.form}>
        <ConnectionFields
          draft={draft}
          edited={edited}
          problems={problems}
          onChange={(changed, field) => {
            setDraft(changed)
            forget(field)
          }}
        />
        <ProviderCheck
          draft={draft}
          edited={edited}
          isReady={Object.keys(check()).every((field) => field === 'displayName')}
          onFound={(models) => setDraft((known) => withFound(known, models))}
        />
        <OfferedModels
          models={draft.models}
          pricing={pricing}
          issues={modelIssues}
          onChange={(models) => change({ models })}
        />
        <FailureNote failure={failure} />
        <Group justify="flex-end" gap="xs" className={styles.send}>
          <Button variant="default" onClick={onClose} disabled={isSending}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSending}>
            {t('form.save')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}

type Problems = Partial<Record<ConnectionField, string>>
type Say = ReturnType<typeof useTranslation<['providers', 'common']>>['t']

function checkConnection(draft: ProviderDraft, edited: AddedProvider | null, t: Say): Problems {
  return {
    ...(!draft.displayName.trim() && { displayName: t('form.name.empty') }),
    ...(!looksLikeAddress(draft.baseUrl) && { baseUrl: t('form.address.wrong') }),
    ...(!looksLikeKey(draft.key) && { key: t('form.key.wrong') }),
    ...(needsKeyAgain(draft, edited) && { key: t('form.key.again') }),
  }
}

function modelIssuesOf(error: unknown): ModelIssues {
  if (!(error instanceof ApiError)) return []
  return error.issues.flatMap(({ path }) => {
    const [, place, field] = /^body\.models\.(\d+)\.(.+)$/.exec(path) ?? []
    return place && field ? [{ place: Number(place), field }] : []
  })
}

function connectionProblemOf(error: unknown, t: Say): Problems | null {
  const paths = error instanceof ApiError ? error.issues.map(({ path }) => path) : []
  if (paths.includes('body.baseUrl')) return { baseUrl: t('form.address.refused') }
  if (paths.includes('body.key')) return { key: t('form.key.again') }
  return null
}
