import { emailFrequencies, type EmailFrequency, type UserInfo } from '@atrium/contract'
import { Radio, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { browserZone } from '../../lib/text/browser-zone.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { saveProfile } from './queries.ts'
import { Section } from '../../lib/forms/section.tsx'
import { StoppedMail } from './stopped-mail.tsx'
import { zonesWith } from '../../lib/text/time-zones.ts'

/** The time zone, and mail frequency; each stored at once. */
export function TimeSection({ info }: { info: UserInfo }) {
  const { t } = useTranslation('profile')
  const [isSaving, setSaving] = useState(false)
  // Shows a choice at once; then the server's value, or the previous one when refused.
  const [frequency, setFrequency] = useState<EmailFrequency | null>(null)
  const save = (changes: Parameters<typeof saveProfile>[0]) => {
    setSaving(true)
    saveProfile(changes)
      .then(() => showToast(t('saved'), 'good'))
      .catch((error: unknown) => showToast(errorText(error), 'bad'))
      .finally(() => {
        setSaving(false)
        setFrequency(null)
      })
  }
  const zone = info.timeZone ?? browserZone
  return (
    <Section title={t('time.title')} text={t('time.text')}>
      <Select
        label={t('time.zone')}
        placeholder={t('time.choose')}
        nothingFoundMessage={t('time.noneFound')}
        data={zonesWith(zone)}
        value={zone}
        searchable
        allowDeselect={false}
        limit={200}
        disabled={isSaving}
        onChange={(chosen) => chosen && chosen !== info.timeZone && save({ timeZone: chosen })}
      />
      <Radio.Group
        label={t('mail.label')}
        value={frequency ?? info.emailFrequency}
        onChange={(chosen) => {
          const emailFrequency = emailFrequencies.find((one) => one === chosen)
          if (!emailFrequency) return
          setFrequency(emailFrequency)
          save({ emailFrequency })
        }}
      >
        <Stack gap="xs" mt="xs">
          {emailFrequencies.map((option) => (
            <Radio key={option} value={option} label={t(`mail.${option}`)} />
          ))}
        </Stack>
      </Radio.Group>
      <StoppedMail />
    </Section>
  )
}
