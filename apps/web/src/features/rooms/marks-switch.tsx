import { Switch } from '@mantine/core'
import { useId, useState } from 'react'
import { roomChanges } from '../../entities/rooms/room-queries.ts'
import { useTranslation } from '../../lib/translate.ts'
import styles from './room-screen.module.css'
import type { RoomSection } from './room-section.ts'
import { useRoomUpdate } from './use-room-update.ts'

/** Toggles the underlining of unsupported sentences in new answers; for people who may edit the room. */
export function MarksSwitch({ account, room, isAdmin }: RoomSection) {
  const { t } = useTranslation('rooms')
  const { save, isSaving, problem } = useRoomUpdate()
  const textId = useId()
  const [wanted, setWanted] = useState<boolean | null>(null)
  if (!isAdmin) return null
  const turn = async (marksUnsupported: boolean) => {
    if (isSaving) return
    setWanted(marksUnsupported)
    await save(
      () => roomChanges(account.id, room.id).change({ marksUnsupported }),
      t(marksUnsupported ? 'marks.on' : 'marks.off'),
    )
    setWanted(null)
  }
  return (
    <div className={styles.marks}>
      <Switch
        label={t('marks.label')}
        aria-describedby={textId}
        checked={wanted ?? room.marksUnsupported}
        onChange={(event) => void turn(event.currentTarget.checked)}
      />
      <p id={textId} className={styles.marksText}>
        {t('marks.text')}
      </p>
      {problem && <p className={styles.problem}>{problem}</p>}
    </div>
  )
}
