import type { AccountId, DeletedRoom } from '@atrium/contract'
import { limits } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { Button, Group, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { deletedRoomsQuery, roomChanges } from '../../entities/rooms/room-queries.ts'
import styles from './room-screen.module.css'

/** The bin: rooms that the user can restore; renders nothing if empty. */
export function DeletedRooms({ accountId }: { accountId: AccountId }) {
  const { t } = useTranslation('rooms')
  const { data: rooms } = useQuery(deletedRoomsQuery(accountId))
  if (!rooms || rooms.length === 0) return null
  return (
    <section className={styles.section} aria-labelledby="deleted-rooms">
      <h2 id="deleted-rooms" className={styles.sectionTitle}>
        {t('bin.title')}
      </h2>
      <ul className={styles.members}>
        {rooms.map((room) => (
          <DeletedRoomRow key={room.id} accountId={accountId} room={room} />
        ))}
      </ul>
    </section>
  )
}

function DeletedRoomRow({ accountId, room }: { accountId: AccountId; room: DeletedRoom }) {
  const { t } = useTranslation(['rooms', 'common'])
  const [isRestoring, setRestoring] = useState(false)
  /** Another name for the restored room; null while its own is available. */
  const [name, setName] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const restore = async (under?: string) => {
    setRestoring(true)
    try {
      await roomChanges(accountId, room.id).restore(under)
      void showToast(t('bin.restored', { name: under ?? room.name }), 'good')
    } catch (error) {
      if (error instanceof ApiError && error.code === 'ROOM_NAME_TAKEN') {
        setProblem(under === undefined ? null : errorText(error))
        setName(under ?? room.name)
      } else void showToast(errorText(error), 'bad')
      setRestoring(false)
    }
  }
  const until = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'long' })
  return (
    <li className={styles.member}>
      <span className={styles.deleted}>
        <bdi>{room.name}</bdi>
        <span className={styles.quiet}>
          {t('bin.until', { date: until.format(new Date(room.erasedAt)) })}
        </span>
      </span>
      <Button
        variant="default"
        size="xs"
        loading={isRestoring}
        aria-label={t('bin.restoreRoom', { name: room.name })}
        onClick={() => void restore()}
      >
        {t('bin.restore')}
      </Button>
      <Dialog
        opened={name !== null}
        onClose={() => setName(null)}
        title={t('bin.restoreRoom', { name: room.name })}
        size="sm"
        closeButtonProps={{ 'aria-label': t('common:action.close') }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault()
            if (name?.trim()) void restore(name.trim())
          }}
        >
          <Text c="dimmed" mb="md">
            {t('bin.rename.text')}
          </Text>
          <TextInput
            data-autofocus
            label={t('name.label')}
            maxLength={limits.roomNameCharacters}
            value={name ?? ''}
            error={problem}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap="xs" mt="lg">
            <Button variant="default" onClick={() => setName(null)}>
              {t('common:action.cancel')}
            </Button>
            <Button type="submit" loading={isRestoring} disabled={!name?.trim()}>
              {t('bin.restore')}
            </Button>
          </Group>
        </form>
      </Dialog>
    </li>
  )
}
