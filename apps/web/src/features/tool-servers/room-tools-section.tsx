import { type Account, isAdminRole, type RoomDetails, type RoomTool, toolModes } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { roomToolsQuery, setRoomTool } from '../../entities/rooms/room-tools.ts'
import { Loaded } from '../../lib/lists/loaded.tsx'
import { oneOf } from '../../lib/text/parse.ts'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './tool-servers.module.css'

type RoomToolsProps = { account: Account; room: RoomDetails; isAdmin: boolean }

const modeOf = oneOf(...toolModes)

/** How a room uses the tools of connected servers: its admins choose, others see what it allows. */
export function RoomToolsSection({
  className,
  titleClassName,
  ...props
}: RoomToolsProps & { className: string | undefined; titleClassName: string | undefined }) {
  const { t } = useTranslation('toolCalls')
  const { account, room, isAdmin } = props
  const found = useQuery(roomToolsQuery(account.id, room.id))
  return (
    <section className={className} aria-labelledby="room-tools">
      <h3 id="room-tools" className={titleClassName}>
        {t('room.title')}
      </h3>
      <Loaded
        query={found}
        skeleton={<SkeletonRows count={2} label={t('room.loading')} />}
        failed={t('room.failed')}
      >
        {({ tools }) =>
          tools.length === 0 ? (
            <p className={styles.quiet}>
              {t(isAdmin ? 'room.noneYet' : 'room.none')}{' '}
              {isAdmin && isAdminRole(account.role.name) && <ServersLink accountId={account.id} />}
            </p>
          ) : (
            <>
              <p className={styles.quiet}>{t('room.text')}</p>
              <ul className={styles.list}>
                {tools.map((tool) => (
                  <Tool key={`${tool.serverId} ${tool.name}`} tool={tool} {...props} />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </section>
  )
}

function ServersLink({ accountId }: { accountId: Account['id'] }) {
  const { t } = useTranslation('accountAdmin')
  return (
    <Link to="/account-admin/tools/$id" params={{ id: accountId }}>
      {t('tabs.tools')}
    </Link>
  )
}

function Tool({ tool, account, room, isAdmin }: RoomToolsProps & { tool: RoomTool }) {
  const { t } = useTranslation('toolCalls')
  const [wanted, setWanted] = useState<RoomTool['mode'] | null>(null)
  const choose = async (mode: RoomTool['mode'] | null) => {
    if (mode === null || wanted !== null) return
    setWanted(mode)
    await showOutcome(setRoomTool(account.id, room.id, tool, mode), t('room.saved'))
    setWanted(null)
  }
  const modes = toolModes.filter((mode) => mode !== 'auto' || tool.isReading)
  return (
    <li className={styles.tool}>
      <div className={styles.toolHead}>
        <div className={styles.words}>
          <p className={styles.toolName}>
            <bdi>{tool.serverName}</bdi>: <bdi>{tool.title}</bdi>
          </p>
          <p className={styles.marks}>
            <span>{t(tool.isReading ? 'reads' : 'writes')}</span>
            {!isAdmin && <span>{t(`mode.${tool.mode}`)}</span>}
          </p>
        </div>
        {isAdmin && (
          <NativeSelect
            aria-label={t('room.mode', { tool: `${tool.serverName}: ${tool.title}` })}
            value={wanted ?? tool.mode}
            disabled={wanted !== null}
            data={modes.map((mode) => ({ value: mode, label: t(`mode.${mode}`) }))}
            onChange={(event) => void choose(modeOf(event.currentTarget.value))}
          />
        )}
      </div>
      {tool.description !== '' && (
        <p className={styles.description} dir="auto">
          {tool.description}
        </p>
      )}
      {(!tool.isUsable || tool.needsSignIn) && (
        <p className={styles.problem}>{t(tool.isUsable ? 'room.needsSignIn' : 'room.unusable')}</p>
      )}
    </li>
  )
}
