import { dateLocale } from '../../../lib/text/date-locale.ts'
import { Button, Group, Select, Text } from '@mantine/core'
import { isId, type RoomId } from '@atrium/contract'
import { useState } from 'react'
import { useRoom, useRooms } from '../../../entities/rooms/use-room.ts'
import { useTranslation } from '../../../lib/translate.ts'
import type { ChatsFile, SkippedChat } from './import-types.ts'
import styles from './import.module.css'

/** Maximum rendered rows of each list; the number of others is shown. */
const maxShown = 100

type FoundChatsProps = { file: ChatsFile; onOther: () => void; onImport: (roomId: RoomId) => void }

/** The contents of a file: chats to import, skipped chats with reasons, and the target room. */
export function FoundChats({ file, onOther, onImport }: FoundChatsProps) {
  const { t } = useTranslation('transfer')
  const { data: rooms = [] } = useRooms()
  const active = useRoom()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const roomId = chosenId ?? active?.id ?? rooms[0]?.id ?? ''
  const count = file.chats.length
  const source = t(`import.from.${file.source}`)
  const found = t('import.found', { count })
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isId('room', roomId)) onImport(roomId)
      }}
    >
      <Text role="status">
        <strong>{source}</strong> · {found}
      </Text>
      {count > 0 && <Chats chats={file.chats} />}
      {file.leftOut > 0 && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('import.leftOut', { count: file.leftOut })}
        </Text>
      )}
      {file.skipped.length > 0 && <Skipped skipped={file.skipped} />}
      {count > 0 && (
        <Select
          mt="md"
          label={t('import.room')}
          description={t('import.roomHint')}
          value={roomId}
          onChange={setChosenId}
          allowDeselect={false}
          searchable
          limit={50}
          data={rooms.map(({ id, name }) => ({ value: id, label: name }))}
        />
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onOther}>
          {t('import.other')}
        </Button>
        {count > 0 && (
          <Button type="submit" data-autofocus disabled={!isId('room', roomId)}>
            {t('import.do', { count })}
          </Button>
        )}
      </Group>
    </form>
  )
}

function Chats({ chats }: Pick<ChatsFile, 'chats'>) {
  const { t } = useTranslation('transfer')
  const format = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' })
  return (
    // Focusable, so that the keyboard can scroll it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className={styles.list} aria-label={t('import.list')} tabIndex={0}>
      {chats.slice(0, maxShown).map((chat, index) => (
        <li key={index}>
          <span className={styles.title} dir="auto">
            {chat.title || t('import.untitled')}
          </span>
          <span className={styles.about}>
            {format.format(new Date(chat.createdAt))} · {t('import.questions', { count: chat.turns.length })}
          </span>
        </li>
      ))}
      {chats.length > maxShown && (
        <li className={styles.about}>{t('import.more', { count: chats.length - maxShown })}</li>
      )}
    </ul>
  )
}

function Skipped({ skipped }: { skipped: readonly SkippedChat[] }) {
  const { t } = useTranslation('transfer')
  return (
    <details className={styles.skipped}>
      <summary>{t('import.skipped', { count: skipped.length })}</summary>
      <ul>
        {skipped.slice(0, maxShown).map(({ title, reason }, index) => (
          <li key={index}>
            <bdi>{title || t('import.untitled')}</bdi>: {t(`import.skipped.${reason}`)}
          </li>
        ))}
        {skipped.length > maxShown && <li>{t('import.more', { count: skipped.length - maxShown })}</li>}
      </ul>
    </details>
  )
}
