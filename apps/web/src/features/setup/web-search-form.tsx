import {
  type SearchKind,
  searchKinds,
  type SearchServiceInput,
  type SystemSettings,
  type WebSearchTest,
} from '@atrium/contract'
import { Button, Select, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { type Problems, useSubmit } from '../../lib/forms/use-submit.ts'
import { settingChanges } from './queries.ts'
import styles from './setup.module.css'
import { TestedFormEnd } from './tested-form-end.tsx'
import { useTrial } from './use-trial.ts'

type WebSearchFormProps = {
  webSearch: SystemSettings['webSearch']
  submitLabel: string
  onSaved: () => void | Promise<void>
}
type Field = 'baseUrl' | 'key'
type Draft = { kind: SearchKind; baseUrl: string; key: string }

/** The services' names, which are the same in every language, and their usual addresses. */
const services: Record<SearchKind, { name: string; baseUrl: string }> = {
  searxng: { name: 'SearXNG', baseUrl: '' },
  brave: { name: 'Brave Search', baseUrl: 'https://api.search.brave.com/res/v1' },
  tavily: { name: 'Tavily', baseUrl: 'https://api.tavily.com' },
}

/** The search service of the web. An optional test search checks it before saving. */
export function WebSearchForm({ webSearch, submitLabel, onSaved }: WebSearchFormProps) {
  const { t } = useTranslation('setup')
  const [draft, setDraft] = useState<Draft>({
    kind: 'searxng',
    baseUrl: '',
    ...webSearch.service,
    key: '',
  })
  const trial = useTrial<WebSearchTest>()
  const { service } = webSearch
  const isKept =
    webSearch.hasKey && service?.kind === draft.kind && originOf(service.baseUrl) === originOf(draft.baseUrl)
  const check = (): Problems<Field> => ({
    ...(originOf(draft.baseUrl) === null && { baseUrl: t('webSearch.address.wrong') }),
    ...(draft.kind !== 'searxng' && !draft.key.trim() && !isKept && { key: t('webSearch.key.missing') }),
  })
  const { form, submit, isSending, problems, forget, failure } = useSubmit<Field>(check, async () => {
    await settingChanges.change({ webSearch: serviceOf(draft) })
    await onSaved()
  })
  const change = (changed: Partial<Draft>, field?: Field) => {
    setDraft((known) => ({ ...known, ...changed }))
    trial.forget()
    if (field) forget(field)
  }
  const remove = () =>
    trial.run(async () => {
      await settingChanges.change({ webSearch: null })
      await onSaved()
      return null
    })
  if (webSearch.source === 'environment')
    return <p className={styles.note}>{t('webSearch.environment', { name: webSearch.name ?? '' })}</p>
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      {webSearch.source === 'sandbox' && <p className={styles.note}>{t('webSearch.sandbox')}</p>}
      <div className={styles.pair}>
        <Select
          label={t('webSearch.service')}
          allowDeselect={false}
          value={draft.kind}
          data={searchKinds.map((kind) => ({ value: kind, label: services[kind].name }))}
          onChange={(kind) => {
            if (kind) change({ kind, baseUrl: services[kind].baseUrl, key: '' }, 'baseUrl')
          }}
        />
        <TextInput
          name="baseUrl"
          type="url"
          label={t('webSearch.address')}
          placeholder="http://127.0.0.1:8080"
          autoComplete="off"
          spellCheck={false}
          value={draft.baseUrl}
          error={problems.baseUrl}
          onChange={(event) => change({ baseUrl: event.currentTarget.value }, 'baseUrl')}
        />
      </div>
      <TextInput
        name="key"
        type="password"
        label={t(draft.kind === 'searxng' ? 'webSearch.key.optional' : 'webSearch.key')}
        description={isKept ? t('webSearch.key.kept') : undefined}
        autoComplete="off"
        value={draft.key}
        error={problems.key}
        onChange={(event) => change({ key: event.currentTarget.value }, 'key')}
      />
      <TestedFormEnd
        words={{ submit: submitLabel, test: t('webSearch.test') }}
        isSending={isSending}
        failure={failure}
        isTesting={trial.isTesting}
        isReady={Object.keys(check()).length === 0}
        onTest={() => void trial.run(() => settingChanges.testWebSearch(serviceOf(draft)))}
        result={trial.outcome && resultText(trial.outcome)}
      >
        {service !== null && (
          <Button size="md" variant="subtle" disabled={trial.isTesting} onClick={() => void remove()}>
            {t('webSearch.remove')}
          </Button>
        )}
      </TestedFormEnd>
    </form>
  )

  function resultText(outcome: NonNullable<typeof trial.outcome>): string {
    if ('failure' in outcome) return errorText(outcome.failure)
    const { test } = outcome
    return test.outcome === 'answered'
      ? t('webSearch.test.answered', { count: test.count })
      : t(`webSearch.problem.${test.problem}`)
  }
}

function serviceOf({ kind, baseUrl, key }: Draft): SearchServiceInput {
  return { kind, baseUrl: baseUrl.trim(), ...(key.trim() !== '' && { key: key.trim() }) }
}

function originOf(address: string): string | null {
  const text = address.trim()
  return /^https?:\/\//.test(text) && URL.canParse(text) ? new URL(text).origin : null
}
