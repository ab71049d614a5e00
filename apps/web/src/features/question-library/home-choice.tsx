import type { Prompt, RoomId } from '@atrium/contract'
import { Select } from '@mantine/core'
import { useRooms } from '../../entities/rooms/use-room.ts'
import { useUser } from '../../lib/session/use-session.ts'
import { useTranslation } from '../../lib/translate.ts'

/** Who has a template, as a choice's value: `mine`, `account` or a room's id. */
export const homeOf = (home: string): { source: 'mine' | 'account' } | { source: 'room'; roomId: RoomId } =>
  home === 'mine' || home === 'account' ? { source: home } : { source: 'room', roomId: home as RoomId }

type HomeChoiceProps = { edited?: Prompt; home: string; onHome: (home: string) => void }

/** Who can use it: its owner alone, everybody in the account, or a room's people. Only its owner decides. */
export function HomeChoice({ edited, home, onHome }: HomeChoiceProps) {
  const { t } = useTranslation('questionLibrary')
  const { data: rooms = [] } = useRooms()
  const userId = useUser()?.id
  return (
    <Select
      label={t('form.share')}
      value={home}
      onChange={(chosen) => chosen !== null && onHome(chosen)}
      allowDeselect={false}
      searchable={rooms.length > 8}
      data={[
        { value: 'mine', label: t('form.share.mine') },
        { value: 'account', label: t('form.share.account') },
        ...rooms.map(({ id, name }) => ({ value: id, label: t('form.share.room', { room: name }) })),
      ]}
      disabled={edited !== undefined && edited.owner?.id !== userId}
    />
  )
}
