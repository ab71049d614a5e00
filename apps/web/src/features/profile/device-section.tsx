import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { Section } from '../../lib/forms/section.tsx'
import { installOffer, isInstalled } from '../../lib/device/installing.ts'
import { keepsChats, wantChatsKept } from '../../lib/device/offline-chats.ts'
import { useStore } from '../../lib/store.ts'
import { useTranslation } from '../../lib/translate.ts'

/** Atrium as an app on this device, and what it keeps there for reading without a connection (UI-03). */
export function DeviceSection() {
  const { t } = useTranslation('profile')
  const offer = useStore(installOffer)
  const [keeps, setKeeps] = useState(keepsChats)
  const install = async () => {
    const result = await offer?.prompt()
    if (result?.outcome === 'accepted') installOffer.set(null)
  }
  return (
    <Section title={t('device.title')} text={t('device.text')}>
      {offer ? (
        <Button variant="default" onClick={() => void install()}>
          {t('device.install')}
        </Button>
      ) : (
        isInstalled() && <p>{t('device.installed')}</p>
      )}
      <Switch
        label={t('device.keep')}
        description={t('device.keep.text')}
        checked={keeps}
        onChange={(event) => {
          setKeeps(event.currentTarget.checked)
          void wantChatsKept(event.currentTarget.checked)
        }}
      />
    </Section>
  )
}
