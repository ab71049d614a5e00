import { type ChatShare, chatShares } from '@atrium/contract'
import { Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { roomChanges } from '../../entities/rooms/room-queries.ts'
import { oneOf } from '../../lib/text/parse.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './room-screen.module.css'
import type { RoomSection } from './room-section.ts'
import { useRoomUpdate } from './use-room-update.ts'

const shareOf = oneOf(...chatShares)

/** How new chats of the room are shared with its people by default (CHAT-11); for people who may edit the room. */
export function NewChatShare({ account, room, isAdmin }: RoomSection) {
  const { t } = useTranslation('rooms')
  const { save, isSaving, problem } = useRoomUpdate()
  const [wanted, setWanted] = useState<ChatShare | null>(null)
  if (!isAdmin) return null
  const choose = async (newChatShare: ChatShare) => {
    if (isSaving || newChatShare === room.newChatShare) return
    setWanted(newChatShare)
    await save(() => roomChanges(account.id, room.id).change({ newChatShare }), t('newChats.saved'))
    setWanted(null)
  }
  return (
    <div className={styles.marks}>
      <Radio.Group
        label={t('newChats.label')}
        description={t('newChats.text')}
        value={wanted ?? room.newChatShare}
        error={problem}
        onChange={(value) => {
          const share = shareOf(value)
          if (share) void choose(share)
        }}
      >
        <Stack gap="sm" my="sm">
          {chatShares.map((share) => (
            <Radio key={share} value={share} label={t(`newChats.${share}`)} />
          ))}
        </Stack>
      </Radio.Group>
    </div>
  )
}
