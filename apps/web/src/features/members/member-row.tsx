import { type Account, isAdminRole, type Member } from '@atrium/contract'
import { Avatar } from '@atrium/ui'
import list from '@atrium/ui/lists/list-table.module.css'
import { Badge } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { currentLanguage } from '../../lib/i18n.ts'
import { Moment } from '../../lib/moment.tsx'
import { useUserInfo } from '../../lib/session/use-session.ts'
import { InviteMenu } from './invite-menu.tsx'
import { MemberMenu } from './member-menu.tsx'
import styles from './members.module.css'
import { nameOf } from '../../entities/accounts/members-page.ts'

const tones = { INVITED: 'orange', JOINED: 'gray', ACCEPTED: 'green' } as const

/** A member of the account, or an invited person. */
export function MemberRow({ account, member }: { account: Account; member: Member }) {
  const { t } = useTranslation(['members', 'accounts'])
  const own = useUserInfo()?.userName
  const name = nameOf(member)
  const isAdmin = isAdminRole(account.role.name)
  const [nowMs] = useState(Date.now)
  const isExpired = member.expiresAt !== null && Date.parse(member.expiresAt) <= nowMs
  const limit =
    member.monthlyCreditLimit === null
      ? null
      : new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 3 }).format(
          member.monthlyCreditLimit + member.monthlyExtraCredits,
        )
  return (
    <tr className={styles.member}>
      <th scope="row" className={styles.personCell}>
        <span className={styles.person}>
          <Avatar name={name} imageUrl={member.profilePicture} size={36} decorative />
          <span className={styles.words}>
            <span className={styles.name} dir="auto">
              <bdi>{name}</bdi>
              {member.userName === own && <span className={styles.you}> {t('row.you')}</span>}
            </span>
            {name !== member.userName && (
              <bdi className={styles.email} dir="ltr">
                {member.userName}
              </bdi>
            )}
          </span>
        </span>
      </th>
      <td className={styles.roleCell}>{t(`accounts:role.${member.role.name}`)}</td>
      <td>
        <Badge variant="light" color={isExpired ? 'red' : tones[member.status]} radius="sm">
          {isExpired ? t('status.expired') : t(`status.${member.status}`)}
        </Badge>
      </td>
      <td className={styles.dateCell}>
        <Moment at={member.joinedAt} />
      </td>
      {isAdmin && (
        <>
          <td className={`${list.number} ${styles.limitCell}`} data-none={limit === null || undefined}>
            <span className={list.wide}>{limit ?? '–'}</span>
            {limit !== null && <span className={list.narrow}>{t('row.limit', { limit })}</span>}
          </td>
          <td className={`${list.menuCell} ${styles.menuCell}`}>
            {member.inviteId !== null ? (
              <InviteMenu accountId={account.id} inviteId={member.inviteId} email={member.userName} />
            ) : (
              member.id !== null && <MemberMenu account={account} member={{ ...member, id: member.id }} />
            )}
          </td>
        </>
      )}
    </tr>
  )
}
