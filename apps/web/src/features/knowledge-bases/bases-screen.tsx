import { type Account, isAdminRole, isId, type KnowledgeBase, type Room } from '@atrium/contract'
import { EmptyState, SkeletonRows } from '@atrium/ui'
import { Screen, ScreenHead } from '@atrium/ui/lists/screen.tsx'
import { Button } from '@mantine/core'
import { IconDoorOff, IconPlus } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { usePageTitle } from '../../lib/navigation/page-title.ts'
import { AccountFrame } from '../account-admin/index.ts'
import { useAccount } from '../../entities/accounts/use-account.ts'
import { useEnterRoom } from '../../entities/rooms/use-enter-room.ts'
import { useRooms } from '../../entities/rooms/use-room.ts'
import { BasesList } from './bases-list.tsx'
import type { BasesPage } from '../../entities/files/bases-page.ts'
import styles from './knowledge-bases.module.css'
import { PlanGate } from './plan-gate.tsx'
import type { ShowPage } from './show-page.ts'

const CreateDialog = lazy(() =>
  import('./create-dialog.tsx').then((module) => ({ default: module.CreateDialog })),
)

type ScreenProps = { id: string; page: BasesPage; onPage: ShowPage }

/** `/knowledge-bases/{id}`: the knowledge bases of a room, or all of an account that the reader may use. */
export function BasesScreen({ id, page, onPage }: ScreenProps) {
  const { t } = useTranslation('knowledgeBases')
  usePageTitle(t('title'))
  const account = useAccount()
  const { data: rooms, isError } = useRooms()
  if (account === null) return null
  const room = rooms?.find((one) => one.id === id)
  if (!isId('room', id))
    return <OfAccount account={account} rooms={rooms ?? []} page={page} onPage={onPage} />
  if (room) return <OfRoom account={account} room={room} page={page} onPage={onPage} />
  return (
    <Frame>
      {rooms || isError ? (
        <RoomGone account={account} />
      ) : (
        <SkeletonRows count={6} leading="square" label={t('list.loading')} />
      )}
    </Frame>
  )
}

type PartProps = Omit<ScreenProps, 'id'> & { account: Account }

function OfAccount({ account, rooms, page, onPage }: PartProps & { rooms: readonly Room[] }) {
  const { t } = useTranslation('knowledgeBases')
  const editable = rooms.filter(({ membership_type }) => membership_type !== 'MEMBER')
  const homes = isAdminRole(account.role.name) ? [null, ...editable] : editable
  const create = useCreate(account, homes, page, onPage)
  return (
    <AccountFrame account={account} title={t('title')} action={create.button}>
      <p className={styles.intro}>{t('text.account')}</p>
      <Gated account={account}>
        <BasesList
          place={{ accountId: account.id, roomId: null }}
          account={account}
          page={page}
          onPage={onPage}
          onCreate={create.open}
        />
      </Gated>
      {create.dialog}
    </AccountFrame>
  )
}

function OfRoom({ account, room, page, onPage }: PartProps & { room: Room }) {
  const { t } = useTranslation('knowledgeBases')
  useEnterRoom(account.id, room.id)
  const editable = room.membership_type === 'MEMBER' ? [] : [room]
  const create = useCreate(account, editable, page, onPage)
  return (
    <Frame name={room.name} action={create.button}>
      <p className={styles.intro}>{t('text.room')}</p>
      <Gated account={account}>
        <BasesList
          place={{ accountId: account.id, roomId: room.id }}
          account={account}
          page={page}
          onPage={onPage}
          onCreate={create.open}
        />
      </Gated>
      {create.dialog}
    </Frame>
  )
}

/** The button that creates a base, with its dialog; neither without permission anywhere, nor without the plan. */
function useCreate(
  account: Account,
  homes: readonly KnowledgeBase['room'][],
  page: BasesPage,
  onPage: ShowPage,
) {
  const { t } = useTranslation('knowledgeBases')
  const [isCreating, setCreating] = useState(false)
  if (homes.length === 0 || !account.subscriptionPlan.rag_allowed)
    return { button: null, dialog: null, open: null }
  const open = () => setCreating(true)
  return {
    open,
    button: (
      <Button leftSection={<IconPlus size={18} stroke={1.8} aria-hidden="true" />} onClick={open}>
        {t('create.open')}
      </Button>
    ),
    dialog: (
      <Suspense>
        {isCreating && (
          <CreateDialog
            account={account}
            homes={homes}
            onCreated={({ id }) => onPage({ ...page, base: id })}
            onClose={() => setCreating(false)}
          />
        )}
      </Suspense>
    ),
  }
}

const Gated = ({ account, children }: { account: Account; children: ReactNode }) =>
  account.subscriptionPlan.rag_allowed ? children : <PlanGate account={account} />

type FrameProps = { name?: string; action?: ReactNode; children: ReactNode }

function Frame({ name, action, children }: FrameProps) {
  const { t } = useTranslation('knowledgeBases')
  return (
    <Screen>
      <ScreenHead
        title={t('title')}
        about={name === undefined ? undefined : <bdi>{name}</bdi>}
        action={action}
      />
      {children}
    </Screen>
  )
}

function RoomGone({ account }: { account: Account }) {
  const { t } = useTranslation('knowledgeBases')
  return (
    <EmptyState
      icon={<IconDoorOff size={24} stroke={1.6} />}
      title={t('gone.title')}
      text={t('gone.text')}
      action={
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/knowledge-bases/$id" params={{ id: account.id }} />}
        >
          {t('gone.action')}
        </Button>
      }
    />
  )
}
