import type { AccountId, EndedInvite } from '@atrium/contract'
import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { dateLocale } from '../../../lib/text/date-locale.ts'
import { LoadFailure } from '../../../lib/lists/load-failure.tsx'
import styles from '../members.module.css'
import { endedInvitesQuery, memberChanges } from '../../../entities/accounts/members.ts'
import { showOutcome } from '../../../lib/toasts/show-outcome.ts'

type EndedInvitesProps = { accountId: AccountId; onNewLink: () => void }

/** Invitations that ended with a former admin's role, for the other admins to resend; nothing without any. */
export function EndedInvites({ accountId, onNewLink }: EndedInvitesProps) {
  const { t } = useTranslation('members')
  const titleId = useId()
  const ended = useQuery(endedInvitesQuery(accountId))
  if (ended.isError && !ended.data) return <LoadFailure compact title={t('ended.failed')} query={ended} />
  if (!ended.data || ended.data.length === 0) return null
  return (
    <section className={styles.ended} aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.endedTitle}>
        {t('ended.title')}
      </h2>
      <p className={styles.quiet}>{t('ended.text')}</p>
      <ul className={styles.links} aria-labelledby={titleId}>
        {ended.data.map((invite) => (
          <EndedRow
            key={invite.inviteId ?? invite.linkId}
            accountId={accountId}
            invite={invite}
            onNewLink={onNewLink}
          />
        ))}
      </ul>
    </section>
  )
}

function EndedRow({ accountId, invite, onNewLink }: EndedInvitesProps & { invite: EndedInvite }) {
  const { t } = useTranslation(['members', 'accounts'])
  const [isSending, setSending] = useState(false)
  const { email, role, roomId, invitedBy, because, endedAt } = invite
  const who = email ?? t('invite.link')
  const date = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' }).format(new Date(endedAt))
  const changes = memberChanges(accountId)
  const inviteAgain = async () => {
    if (email === null) return onNewLink()
    setSending(true)
    await showOutcome(changes.invite(email, role.name, roomId), t('invite.done', { email }))
    setSending(false)
  }
  return (
    <li className={styles.linkRow}>
      <bdi className={styles.endedWho}>{who}</bdi>
      <Badge variant="light" color="gray" radius="sm">
        {t(`accounts:role.${role.name}`)}
      </Badge>
      <span className={styles.linkFacts}>
        <span>{t('ended.by', { name: invitedBy ?? t('ended.former') })}</span>
        <span>{t(`ended.because.${because}`, { date })}</span>
      </span>
      <Button
        variant="default"
        size="compact-sm"
        loading={isSending}
        aria-label={`${t('ended.again')}: ${who}`}
        onClick={() => void inviteAgain()}
      >
        {t('ended.again')}
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        disabled={isSending}
        aria-label={`${t('ended.dismiss')}: ${who}`}
        onClick={() => void showOutcome(changes.dismissEnded(invite), t('ended.dismissed'))}
      >
        {t('ended.dismiss')}
      </Button>
    </li>
  )
}
