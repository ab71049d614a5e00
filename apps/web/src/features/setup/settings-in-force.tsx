import { listSettingsInForce, type SettingInForce } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { useTranslation } from '../../lib/translate.ts'
import styles from './setup.module.css'

/** Every setting with its value and source (LIFE-07); loads when asked for. */
export function SettingsInForce() {
  const { t } = useTranslation('setup')
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <AllSettings />
  return (
    <Button variant="default" onClick={() => setOpen(true)}>
      {t('inForce.show')}
    </Button>
  )
}

function AllSettings() {
  const { t } = useTranslation('setup')
  const found = useQuery({
    queryKey: ['settings-in-force'],
    queryFn: async ({ signal }) => (await api.call(listSettingsInForce, {}, { signal })).data,
  })
  return (
    <Loaded
      compact
      query={found}
      skeleton={<SkeletonRows count={6} label={t('loading')} />}
      failed={t('failed')}
    >
      {(settings) => (
        <dl className={styles.inForce}>
          {settings.map((setting) => (
            <OneSetting key={setting.name} setting={setting} />
          ))}
        </dl>
      )}
    </Loaded>
  )
}

function OneSetting({ setting: { name, source, value, isSecret, isSet } }: { setting: SettingInForce }) {
  const { t } = useTranslation('setup')
  const shown = !isSet ? t('inForce.unset') : isSecret ? t('inForce.secret') : value
  return (
    <div className={styles.inForceItem} data-source={source}>
      <dt>
        <code dir="ltr" lang="en">
          {name}
        </code>
      </dt>
      <dd>
        <bdi lang={isSet && !isSecret ? 'en' : undefined}>{shown}</bdi>
        <span className={styles.quiet}> {t(`inForce.source.${source}`)}</span>
      </dd>
    </div>
  )
}
