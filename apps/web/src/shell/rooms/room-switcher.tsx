import { Truncated } from '@atrium/ui'
import { Skeleton, UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { RoomLogo } from '../../features/rooms/index.ts'
import { useRoom, useRooms } from '../../entities/rooms/use-room.ts'
import { opensByArrow, useMenuOnDemand } from '../../lib/tools/menu-on-demand.ts'
import styles from './room-switcher.module.css'
import { useOpenRoom } from './use-open-room.ts'

const load = () => import('./room-switcher-panel.tsx')
const preload = () => void load().catch(() => {})
const RoomSwitcherPanel = lazy(() => load().then((module) => ({ default: module.RoomSwitcherPanel })))

/** The active room, with a search to switch to another (NAV-08). */
export function RoomSwitcher() {
  const { t } = useTranslation('shell')
  const room = useRoom()
  const rooms = useRooms()
  const { openChat } = useOpenRoom()
  const { menu, buttonProps, open } = useMenuOnDemand(preload, 'dialog')
  if (rooms.isPending) return <Skeleton height={54} radius="md" aria-hidden="true" />
  if (!room) return null
  return (
    <>
      <UnstyledButton className={styles.switcher} {...buttonProps} onKeyDown={opensByArrow(open)}>
        <RoomLogo room={room} size={36} />
        <span className={styles.words}>
          <span className={styles.name} dir="auto">
            <Truncated text={room.name} limit={20} />
          </span>
          <span className={styles.shared}>{t('rooms.sharedWith', { count: room.member_count })}</span>
        </span>
        <IconSelector className={styles.arrow} size={18} stroke={1.6} aria-hidden="true" />
      </UnstyledButton>
      {menu && (
        <Suspense>
          <RoomSwitcherPanel menu={menu} rooms={rooms.data ?? []} activeId={room.id} onChoose={openChat} />
        </Suspense>
      )}
    </>
  )
}
