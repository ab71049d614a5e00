import type { AccountId, Room } from '@atrium/contract'
import { IconFiles, IconListDetails, IconSparkles, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { contextFilesQuery } from '../../entities/files/context-files.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { commaList } from '../../lib/text/comma-list.ts'
import styles from './room-facts.module.css'
import { roomMembersQuery, roomQuery } from '../../entities/rooms/room-queries.ts'

const FirstSteps = lazy(() =>
  import('../onboarding/first-steps.tsx').then((module) => ({ default: module.FirstSteps })),
)

const maxNames = 3

type RoomFactsProps = { accountId: AccountId; room: Room; modelName: string | null }

/** Below an empty chat: the facts of its room, or an admin's first steps in a new account. */
export function RoomFacts(props: RoomFactsProps) {
  const facts = <Facts {...props} />
  if (useAccount()?.role.name === 'member') return facts
  return <FirstSteps accountId={props.accountId} fallback={facts} />
}

/** The purpose of the room; the basis of answers in it: files, instructions, the model; and its people. */
function Facts({ accountId, room, modelName }: RoomFactsProps) {
  const { t } = useTranslation('chat')
  const userId = useUser()?.id
  const { data: details, isPending: areDetailsPending } = useQuery(roomQuery(accountId, room.id))
  const { data: files, isPending: areFilesPending } = useQuery(
    contextFilesQuery({ accountId, roomId: room.id }, 1),
  )
  const { data: people, isPending: arePeoplePending } = useQuery(roomMembersQuery(accountId, room.id, 1))
  // All at once: a growing line would move its content.
  if (areDetailsPending || areFilesPending || arePeoplePending) return null
  const others = (people?.members ?? []).filter(({ id }) => id !== userId)
  const otherCount = (people?.count ?? room.member_count) - 1
  const instructions = details?.system_prompt.instructions.trim()
  const purpose = details?.description || (instructions?.length === 0 && !files?.count && t('facts.purpose'))
  return (
    <ul className={styles.facts} aria-label={t('facts.label')}>
      {purpose && (
        <li className={styles.purpose} dir="auto">
          {purpose}
        </li>
      )}
      {files !== undefined && (
        <Fact icon={<IconFiles size={16} stroke={1.6} aria-hidden="true" />}>
          {t('facts.files', { count: files.count })}
          {files.count > 0 && <Names of={files.files.map(({ name }) => name)} />}
        </Fact>
      )}
      {instructions !== undefined && (
        <Fact icon={<IconListDetails size={16} stroke={1.6} aria-hidden="true" />}>
          {instructions === '' ? (
            t('facts.noInstructions')
          ) : (
            <>
              {t('facts.instructions')} <bdi>{instructions}</bdi>
            </>
          )}
        </Fact>
      )}
      {modelName !== null && (
        <Fact icon={<IconSparkles size={16} stroke={1.6} aria-hidden="true" />}>
          {t('facts.model')} <bdi>{modelName}</bdi>
        </Fact>
      )}
      <Fact icon={<IconUsers size={16} stroke={1.6} aria-hidden="true" />}>
        {otherCount < 1 ? t('facts.alone') : t('facts.people', { count: otherCount })}
        {others.length > 0 && <Names of={others.map(({ name }) => name)} />}
      </Fact>
    </ul>
  )
}

/** The first names of a list in parentheses; each finds its own direction, so that the list keeps its order. */
function Names({ of }: { of: readonly string[] }) {
  const parts = commaList(dateLocale()).formatToParts(of.slice(0, maxNames))
  return (
    <>
      {' ('}
      {parts.map(({ type, value }, index) => (type === 'element' ? <bdi key={index}>{value}</bdi> : value))}
      {')'}
    </>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className={styles.fact}>
      {icon}
      <span className={styles.words}>{children}</span>
    </li>
  )
}
