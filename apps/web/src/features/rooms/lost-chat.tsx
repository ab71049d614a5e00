import { EmptyState } from '@atrium/ui'
import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { LostRoom } from '../../entities/rooms/lost-rooms.ts'
import { useTranslation } from '../../lib/translate.ts'

/** Shown instead of a chat whose room the reader lost: an explanation, and a link. */
export function LostChat({ room }: { room: LostRoom }) {
  const { t } = useTranslation('rooms')
  return (
    <div role="alert">
      <EmptyState
        icon={<IconLock size={24} stroke={1.6} />}
        title={t('lost.title', { name: room.name })}
        text={t('lost.text')}
        action={<Button renderRoot={(props) => <Link {...props} to="/chat" />}>{t('lost.action')}</Button>}
      />
    </div>
  )
}
