import type { AccountId, SignInProblem, ToolServer } from '@atrium/contract'
import { Dialog, SkeletonRows } from '@atrium/ui'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { useTranslation } from '../../lib/translate.ts'
import { leaveForSignIn, type TypedClient } from './leave-for-sign-in.ts'
import { toolServerChanges } from './queries.ts'
import { SignInPanel } from './sign-in-panel.tsx'
import styles from './tool-servers.module.css'

type SignInDialogProps = { accountId: AccountId; server: ToolServer; onClose: () => void }

/** Asks a connected server which sign-in it wants, shows that, and leaves for it. */
export function SignInDialog({ accountId, server, onClose }: SignInDialogProps) {
  const { t } = useTranslation(['toolServers', 'common'])
  const { id: serverId, url, installedName } = server
  const [client, setClient] = useState<TypedClient>({ id: '', secret: '' })
  const [problem, setProblem] = useState<SignInProblem | null>(null)
  const found = useQuery({
    queryKey: ['tool-server-sign-in', accountId, serverId],
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    queryFn: ({ signal }) =>
      toolServerChanges(accountId).test(
        { serverId, ...(url === null ? { installedName: installedName ?? '' } : { url }) },
        signal,
      ),
  })
  const offer = found.data?.outcome === 'sign-in' ? found.data.offer : null
  const { form, submit, isSending, failure } = useSubmit<'clientId'>(
    () => ({}),
    async () => {
      setProblem(null)
      if (offer) setProblem(await leaveForSignIn(accountId, serverId, offer, client))
    },
  )
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={t('signIn.dialog', { name: server.name })}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className={styles.form}>
        <Loaded
          query={found}
          skeleton={<SkeletonRows count={3} label={t('signIn.loading')} />}
          failed={t('signIn.failed')}
          compact
        >
          {(test) => {
            if (test.outcome === 'sign-in')
              return <SignInPanel {...{ offer: test.offer, client, problem }} onChange={setClient} />
            return (
              <p role="alert" className={styles.problem}>
                {test.outcome === 'answered' ? t('signIn.problem.NOT_OFFERED') : t(`problem.${test.problem}`)}
              </p>
            )
          }}
        </Loaded>
        <FailureNote failure={failure} />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose} disabled={isSending}>
            {t('common:action.cancel')}
          </Button>
          <Button type="submit" loading={isSending} disabled={!offer}>
            {t('signIn.action')}
          </Button>
        </Group>
      </form>
    </Dialog>
  )
}
