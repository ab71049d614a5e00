import type { AccountId, InviteLink } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Badge, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../../lib/translate.ts'
import { dateLocale } from '../../../lib/text/date-locale.ts'
import { LoadFailure } from '../../../lib/lists/load-failure.tsx'
import type { InviteFormProps } from './invite-form-props.ts'
import styles from '../members.module.css'
import { NewLinkForm } from './new-link-form.tsx'
import { inviteLinksQuery, memberChanges } from '../../../entities/accounts/members.ts'
import { showOutcome } from '../../../lib/toasts/show-outcome.ts'

/** The account's public links, and a form to create one. */
export function PublicLinks({ accountId, roomId, room }: InviteFormProps) {
  const { t } = useTranslation('members')
  const links = useQuery(inviteLinksQuery(accountId))
  return (
    <>
      <Text c="dimmed" size="sm" mb="md">
        {t('link.text')}
      </Text>
      <NewLinkForm accountId={accountId} roomId={roomId} room={room} />
      {links.isPending && <SkeletonRows count={2} label={t('link.loading')} />}
      {links.isError && !links.data && <LoadFailure compact title={t('link.failed')} query={links} />}
      {links.data && links.data.length > 0 && (
        <ul className={styles.links} aria-label={t('link.list')}>
          {links.data.map((link) => (
            <LinkRow key={link.linkId} accountId={accountId} link={link} />
          ))}
        </ul>
      )}
    </>
  )
}

const tones = { open: 'green', expired: 'gray', 'used-up': 'gray', revoked: 'red' } as const

function LinkRow({ accountId, link }: { accountId: AccountId; link: InviteLink }) {
  const { t } = useTranslation('members')
  const day = (at: string) =>
    new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' }).format(new Date(at))
  const used =
    link.useLimit === null
      ? t('link.used', { count: link.useCount })
      : t('link.usedOf', { count: link.useCount, limit: link.useLimit })
  return (
    <li className={styles.linkRow}>
      <Badge variant="light" color={tones[link.state]} radius="sm">
        {t(`link.state.${link.state}`)}
      </Badge>
      <span className={styles.linkFacts}>
        <span>{t('link.until', { date: day(link.expiresAt) })}</span>
        <span>{used}</span>
        {link.createdBy !== null && <span>{t('link.by', { name: link.createdBy })}</span>}
      </span>
      {link.state === 'open' && (
        <Button
          variant="subtle"
          color="red"
          size="compact-sm"
          onClick={() =>
            void showOutcome(memberChanges(accountId).revokeLink(link.linkId), t('link.revoked'))
          }
        >
          {t('link.revoke')}
        </Button>
      )}
    </li>
  )
}
