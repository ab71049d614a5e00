import { limits, type Providers } from '@atrium/contract'
import { Button, TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { OfferedModelRow } from './offered-model-row.tsx'
import { modelByName, type ModelDraft } from './provider-draft.ts'
import type { ModelIssues } from './model-issues.ts'
import styles from './providers.module.css'

type OfferedModelsProps = {
  models: ModelDraft[]
  pricing: Providers['pricing']
  issues: ModelIssues
  onChange: (models: ModelDraft[]) => void
}

/** Longer lists get a search field. */
const searchedFrom = 8
const maxShownModels = 60

/** The offered models of a provider, and their settings. */
export function OfferedModels({ models, pricing, issues, onChange }: OfferedModelsProps) {
  const { t } = useTranslation('providers')
  const [query, setQuery] = useState('')
  const wanted = query.trim().toLowerCase()
  const isWanted = ({ model }: ModelDraft) =>
    `${model.model} ${model.displayName}`.toLowerCase().includes(wanted)
  const shown = models.filter(isWanted).slice(0, maxShownModels)
  const offered = models.filter(({ isOffered }) => isOffered)
  const replace = (before: ModelDraft, after: ModelDraft) =>
    onChange(models.map((one) => (one === before ? after : one)))
  const issuesOf = (draft: ModelDraft) =>
    issues.filter(({ place }) => place === offered.indexOf(draft)).map(({ field }) => field)
  return (
    <fieldset className={styles.offer}>
      <legend className={styles.legend}>{t('offer.title')}</legend>
      {models.length === 0 ? (
        <p className={styles.quiet}>{t('offer.none')}</p>
      ) : (
        <p className={styles.quiet} role="status">
          {t('offer.chosen', { count: offered.length })}
        </p>
      )}
      {models.length >= searchedFrom && (
        <TextInput
          type="search"
          size="sm"
          aria-label={t('offer.search')}
          placeholder={t('offer.search')}
          leftSection={<IconSearch size={16} stroke={1.7} aria-hidden="true" />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
        />
      )}
      {models.length > 0 && shown.length === 0 && <p className={styles.quiet}>{t('offer.notFound')}</p>}
      {shown.length > 0 && (
        <ul className={styles.drafts}>
          {shown.map((draft) => (
            <OfferedModelRow
              key={draft.model.model}
              draft={draft}
              pricing={pricing}
              issues={issuesOf(draft)}
              isFull={offered.length >= limits.maxModelsPerProvider}
              onChange={(after) => replace(draft, after)}
            />
          ))}
        </ul>
      )}
      <AddByName models={models} onAdd={(draft) => onChange([...models, draft])} />
    </fieldset>
  )
}

function AddByName({ models, onAdd }: { models: ModelDraft[]; onAdd: (draft: ModelDraft) => void }) {
  const { t } = useTranslation('providers')
  const [name, setName] = useState('')
  const trimmed = name.trim()
  const canAdd = trimmed !== '' && !models.some(({ model }) => model.model === trimmed)
  const add = () => {
    if (!canAdd) return
    onAdd(modelByName(trimmed))
    setName('')
  }
  return (
    <div className={styles.byName}>
      <TextInput
        size="sm"
        className={styles.grow}
        label={t('offer.byName')}
        maxLength={120}
        autoComplete="off"
        spellCheck={false}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          // Enter adds the model; only the form's button submits the form.
          event.preventDefault()
          add()
        }}
      />
      <Button size="sm" variant="default" disabled={!canAdd} onClick={add}>
        {t('offer.addByName')}
      </Button>
    </div>
  )
}
