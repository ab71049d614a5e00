import { getOwnMail, resumeOwnMail } from '@atrium/contract'
import { Alert, Button, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../lib/api/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'

const queryKey = ['own-mail']

/** Says that mail to the person's address was stopped, and resumes it. Nothing while mail is delivered. */
export function StoppedMail() {
  const { t } = useTranslation('profile')
  const [isSaving, setSaving] = useState(false)
  const found = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.call(getOwnMail, {}, { signal })).data,
  })
  const stopped = found.data?.stopped
  if (!stopped) return null
  const resume = () => {
    setSaving(true)
    api
      .call(resumeOwnMail, {})
      .then(({ data }) => {
        queryClient.setQueryData(queryKey, data)
        void showToast(t('mail.resumed'), 'good')
      })
      .catch((error: unknown) => showToast(errorText(error), 'bad'))
      .finally(() => setSaving(false))
  }
  const date = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' }).format(new Date(stopped.at))
  return (
    <Alert color="orange" role="status">
      <Stack gap="sm" align="flex-start">
        {t(`mail.stopped.${stopped.reason}`, { date })}
        {stopped.reason !== 'operator' && (
          <Button variant="default" loading={isSaving} onClick={resume}>
            {t('mail.resume')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}
