import { Switch } from '@mantine/core'
import { useState } from 'react'
import { PushChoices } from './push-choices.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { browserNotices, wantBrowserNotices } from '../preferences/index.ts'
import { Section } from '../../lib/forms/section.tsx'

/** Whether this browser notifies the person of answers that finish while Atrium is in the background. */
export function NoticeSection() {
  const { t } = useTranslation('profile')
  const [state, setState] = useState(browserNotices)
  const isImpossible = state === 'unsupported' || state === 'blocked'
  return (
    <Section title={t('notices.title')} text={t('notices.text')}>
      <Switch
        label={t('notices.label')}
        description={isImpossible ? t(`notices.${state}`) : undefined}
        checked={state === 'on'}
        disabled={isImpossible}
        onChange={(event) => void wantBrowserNotices(event.currentTarget.checked).then(setState)}
      />
      {!isImpossible && <PushChoices />}
    </Section>
  )
}
