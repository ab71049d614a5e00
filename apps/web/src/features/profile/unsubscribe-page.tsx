import { changeMailPreferences, type EmailFrequency, getMailPreferences } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { MessagePage } from '../pages/index.ts'

const keyOf = (token: string) => ['mail-preferences', token]

/** The page of the link in notification mails: turns them off and on without a session. Opening it changes nothing. */
export function UnsubscribePage({ token }: { token: string }) {
  const { t } = useTranslation('profile')
  const [isSaving, setSaving] = useState(false)
  const found = useQuery({
    queryKey: keyOf(token),
    queryFn: async ({ signal }) =>
      (await api.call(getMailPreferences, { query: { token } }, { signal })).data,
    retry: false,
  })
  const change = (emailFrequency: EmailFrequency) => {
    setSaving(true)
    api
      .call(changeMailPreferences, { query: { token }, body: { emailFrequency } })
      .then(({ data }) => queryClient.setQueryData(keyOf(token), data))
      .catch((error: unknown) => showToast(errorText(error), 'bad'))
      .finally(() => setSaving(false))
  }
  if (found.isPending)
    return (
      <MessagePage
        scene="letter"
        title={t('unsubscribe.title')}
        text={t('unsubscribe.loading')}
        action={<SkeletonRows count={1} label={t('unsubscribe.loading')} />}
      />
    )
  if (!found.data)
    return (
      <MessagePage
        scene="letter"
        title={t('unsubscribe.invalid')}
        text={t('unsubscribe.invalidText')}
        action={
          <Button component={Link} to="/profile" size="md">
            {t('unsubscribe.toProfile')}
          </Button>
        }
      />
    )
  const { address, emailFrequency } = found.data
  const isOn = emailFrequency === 'DAILY'
  return (
    <MessagePage
      scene="letter"
      role="status"
      title={t('unsubscribe.title')}
      text={t(`unsubscribe.${emailFrequency}`, { address })}
      action={
        <Button
          size="md"
          variant={isOn ? 'filled' : 'default'}
          loading={isSaving}
          onClick={() => change(isOn ? 'NEVER' : 'DAILY')}
        >
          {t(isOn ? 'unsubscribe.turnOff' : 'unsubscribe.turnOn')}
        </Button>
      }
    />
  )
}
