import { type AddedProvider, type ProviderKind, providerKinds } from '@atrium/contract'
import { Select, TextInput } from '@mantine/core'
import { useTranslation } from '../../lib/translate.ts'
import { type ProviderDraft, withKind } from './provider-draft.ts'
import styles from './providers.module.css'

export type ConnectionField = 'displayName' | 'baseUrl' | 'key'

type ConnectionFieldsProps = {
  draft: ProviderDraft
  edited: AddedProvider | null
  problems: Partial<Record<ConnectionField, string>>
  onChange: (draft: ProviderDraft, field: ConnectionField) => void
}

/** Connection settings of a provider: protocol, name, address, key. */
export function ConnectionFields({ draft, edited, problems, onChange }: ConnectionFieldsProps) {
  const { t } = useTranslation('providers')
  return (
    <div className={styles.fields}>
      <Select
        label={t('form.kind')}
        value={draft.kind}
        allowDeselect={false}
        data={providerKinds.map((kind) => ({ value: kind, label: t(`kind.${kind}`) }))}
        onChange={(kind) => kind && onChange(withKind(draft, kind as ProviderKind), 'baseUrl')}
      />
      <TextInput
        name="displayName"
        data-autofocus
        label={t('form.name')}
        maxLength={60}
        autoComplete="off"
        value={draft.displayName}
        error={problems.displayName}
        onChange={(event) => onChange({ ...draft, displayName: event.currentTarget.value }, 'displayName')}
      />
      <TextInput
        name="baseUrl"
        className={styles.whole}
        type="url"
        label={t('form.address')}
        placeholder="https://api.example.com/v1"
        autoComplete="off"
        spellCheck={false}
        value={draft.baseUrl}
        error={problems.baseUrl}
        onChange={(event) => onChange({ ...draft, baseUrl: event.currentTarget.value }, 'baseUrl')}
      />
      <TextInput
        name="key"
        type="password"
        className={styles.whole}
        label={t('form.key')}
        description={t(edited?.key ? 'form.key.kept' : 'form.key.optional')}
        autoComplete="new-password"
        spellCheck={false}
        value={draft.key}
        error={problems.key}
        onChange={(event) => onChange({ ...draft, key: event.currentTarget.value }, 'key')}
      />
    </div>
  )
}
