import { type PushKind, pushKinds } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Checkbox, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { choosePush } from '../../lib/device/push.ts'
import { queryClient } from '../../lib/query-client.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useTranslation } from '../../lib/translate.ts'
import { pushQuery } from './queries.ts'

/** What this browser is notified of while Atrium is closed in it; each choice applies at once (LIFE-08). */
export function PushChoices() {
  const { t } = useTranslation('profile')
  const push = useQuery(pushQuery)
  const change = useMutation({
    mutationFn: choosePush,
    onSuccess: (changed) => queryClient.setQueryData(pushQuery.queryKey, changed),
    onError: (error) => showToast(`${t('push.failed')}: ${errorText(error)}`, 'bad'),
  })
  if (push.isPending) return <SkeletonRows count={3} label={t('push.loading')} />
  if (push.isError) return <p role="alert">{errorText(push.error)}</p>
  if (push.data.state === 'unsupported') return null
  const isBlocked = push.data.state === 'blocked'
  return (
    <Checkbox.Group
      label={t('push.title')}
      description={isBlocked ? t('notices.blocked') : t('push.text')}
      value={[...(change.isPending ? change.variables : push.data.kinds)]}
      onChange={(chosen) => change.mutate(pushKinds.filter((kind) => chosen.includes(kind)))}
    >
      <Stack gap="xs" mt="xs">
        {pushKinds.map((kind: PushKind) => (
          <Checkbox
            key={kind}
            value={kind}
            label={t(`push.${kind}`)}
            disabled={isBlocked || change.isPending}
          />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
