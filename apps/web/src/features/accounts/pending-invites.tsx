import type { Account, PendingInvite } from '@atrium/contract'
import { Avatar } from '@atrium/ui'
import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useUser } from '../../lib/session/use-session.ts'
import styles from './accounts.module.css'
import { accept, decline, pendingInvitesQuery } from './invites-queries.ts'
import { welcomeTo } from './opened-invite.ts'
import { whoInvited } from './who-invited.ts'

/** The user's invitations, to accept or decline; nothing when there are none. */
export function PendingInvites({ onJoined }: { onJoined: (account: Account) => void }) {
  const { t } = useTranslation(['invites', 'common'])
  const invites = useQuery(pendingInvitesQuery)
  if (invites.isError && !invites.data)
    return (
      <p role="alert" className={styles.invitesFailed}>
        {t('failed')}{' '}
        <Button size="compact-sm" variant="subtle" onClick={() => void invites.refetch()}>
          {t('common:action.tryAgain')}
        </Button>
      </p>
    )
  if (!invites.data?.length) return null
  return (
    <section className={styles.invites} aria-labelledby="pending-invites">
      <h2 id="pending-invites" className={styles.subtitle}>
        {t('title')}
      </h2>
      <ul className={styles.list}>
        {invites.data.map((invite) => (
          <li key={invite.inviteId ?? invite.accountId}>
            <InviteCard invite={invite} onJoined={onJoined} />
          </li>
        ))}
      </ul>
    </section>
  )
}

type InviteCardProps = { invite: PendingInvite; onJoined: (account: Account) => void }

function InviteCard({ invite, onJoined }: InviteCardProps) {
  const { t } = useTranslation(['invites', 'accounts'])
  const user = useUser()
  const [working, setWorking] = useState<'accept' | 'decline' | null>(null)
  const { inviteId, accountName: account, inviterName } = invite
  const run = async (what: 'accept' | 'decline', work: () => Promise<void>) => {
    setWorking(what)
    try {
      await work()
    } catch (error) {
      void showToast(errorText(error), 'bad')
    } finally {
      setWorking(null)
    }
  }
  const why = invite.kind === 'domain' ? t('forDomain') : whoInvited(invite, t)
  return (
    <div className={styles.invite}>
      <Avatar name={account} imageUrl={invite.logoUrl} size={48} shape="square" decorative />
      <span className={styles.cardWords}>
        <bdi className={styles.cardName}>{account}</bdi>
        <span className={styles.cardFacts}>
          <span>{why}</span>
          <span>{t('accounts:members', { count: invite.memberCount })}</span>
        </span>
      </span>
      <Group gap="xs" wrap="nowrap">
        {inviteId !== null && (
          <Button
            variant="default"
            loading={working === 'decline'}
            disabled={working !== null}
            aria-label={t('decline.named', { account })}
            onClick={() => void run('decline', () => decline(inviteId))}
          >
            {t('decline')}
          </Button>
        )}
        <Button
          loading={working === 'accept'}
          disabled={working !== null}
          aria-label={t('accept.named', { account })}
          onClick={() =>
            void run('accept', async () => {
              const joined = await accept(invite)
              if (user) welcomeTo(joined, user.id, inviterName)
              onJoined(joined.account)
            })
          }
        >
          {t('accept')}
        </Button>
      </Group>
    </div>
  )
}
