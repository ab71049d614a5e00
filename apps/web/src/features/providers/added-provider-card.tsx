import type { AddedProvider } from '@atrium/contract'
import { Button, Switch } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { RemoveButton } from '../../lib/tools/remove-button.tsx'
import styles from './providers.module.css'
import { providerChanges } from './queries.ts'
import { Status } from './status.tsx'

type AddedProviderCardProps = { provider: AddedProvider; onEdit: () => void }

/** An added provider: status, offered models, and actions. */
export function AddedProviderCard({ provider, onEdit }: AddedProviderCardProps) {
  const { t } = useTranslation('providers')
  const [isWorking, setWorking] = useState(false)
  const { displayName: name, models, isEnabled } = provider
  const turn = async (on: boolean) => {
    setWorking(true)
    await showOutcome(providerChanges.switch(provider, on), t(on ? 'switchedOn' : 'switchedOff', { name }))
    setWorking(false)
  }
  return (
    <li className={styles.card}>
      <div className={styles.cardHead}>
        <div className={styles.words}>
          <h3 className={styles.name}>
            <bdi>{name}</bdi>
          </h3>
          <p className={styles.quiet}>
            {t(`kind.${provider.kind}`)} · <bdi className={styles.anywhere}>{provider.baseUrl}</bdi>
          </p>
        </div>
        <Switch
          aria-label={t('enabled', { name })}
          checked={isEnabled}
          disabled={isWorking}
          onChange={(event) => void turn(event.currentTarget.checked)}
        />
      </div>
      <Status of={provider} />
      <p className={styles.facts}>
        <span>{t('models', { count: models.length })}</span>
        <KeyMark provider={provider} />
      </p>
      {models.length > 0 && (
        <ul className={styles.models}>
          {models.map(({ id, displayName, isHidden }) => (
            <li key={id} className={styles.model} data-hidden={isHidden || undefined} title={id}>
              <bdi>{displayName}</bdi>
            </li>
          ))}
        </ul>
      )}
      {models
        .filter(({ isHidden }) => isHidden)
        .map(({ id }) => (
          <p key={id} className={styles.problem}>
            {t('hidden', { id })}
          </p>
        ))}
      <div className={styles.actions}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPencil size={16} stroke={1.7} />}
          aria-label={t('editNamed', { name })}
          onClick={onEdit}
        >
          {t('edit')}
        </Button>
        <RemoveProvider provider={provider} />
      </div>
    </li>
  )
}

function KeyMark({ provider: { key } }: { provider: AddedProvider }) {
  const { t } = useTranslation('providers')
  if (key === null) return <span>{t('key.none')}</span>
  const date = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' }).format(new Date(key.setAt))
  return (
    <span>{key.endsWith ? t('key.setEnding', { date, ending: key.endsWith }) : t('key.set', { date })}</span>
  )
}

function RemoveProvider({ provider: { id, displayName: name, models } }: { provider: AddedProvider }) {
  const { t } = useTranslation('providers')
  return (
    <RemoveButton
      words={{
        label: t('remove'),
        named: t('removeNamed', { name }),
        title: t('remove.title', { name }),
        removed: t('removed', { name }),
      }}
      remove={() => providerChanges.remove(id)}
    >
      {models.length > 0 && (
        <p className={styles.stops}>
          {t('remove.stops', {
            models: new Intl.ListFormat(currentLanguage()).format(models.map((model) => model.displayName)),
          })}
        </p>
      )}
      {t('remove.text')}
    </RemoveButton>
  )
}
