import { AUTO_MODEL_ID } from '@atrium/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isSameList } from '../../entities/models/allowed-models.ts'
import { modelsQuery } from '../../entities/models/queries.ts'
import { useTranslation } from '../../lib/translate.ts'
import { RoomModelsField } from './room-models-field.tsx'
import { roomChanges } from '../../entities/rooms/room-queries.ts'
import styles from './room-screen.module.css'
import type { RoomSection } from './room-section.ts'
import { SaveForm } from './save-form.tsx'

/** Selects which of the account's models the room allows. */
export function RoomModelsSection({ account, room, isAdmin }: RoomSection) {
  const { t } = useTranslation('rooms')
  const { data: offered } = useQuery(modelsQuery(account.id, null))
  const { allowedModelIds } = room
  const allowed = offered?.filter(({ modelId }) => allowedModelIds?.includes(modelId)) ?? []
  const isShutOut = allowedModelIds !== null && offered !== undefined && allowed.length === 0
  return (
    <section className={styles.section} aria-labelledby="room-models">
      <h3 id="room-models" className={styles.sectionTitle}>
        {t('models.label')}
      </h3>
      {isShutOut && <p className={styles.problem}>{t('models.shutOut')}</p>}
      {isAdmin ? (
        <RoomModelsForm account={account} room={room} />
      ) : allowedModelIds === null ? (
        <p className={styles.quiet}>{t('models.all')}</p>
      ) : (
        <ul className={styles.models}>
          {allowed
            .filter(({ modelId }) => modelId !== AUTO_MODEL_ID)
            .map(({ modelId, displayName }) => (
              <li key={modelId}>
                <bdi>{displayName}</bdi>
              </li>
            ))}
        </ul>
      )}
    </section>
  )
}

/** Keeps only local choices: changes by others show. */
function RoomModelsForm({ account, room }: Pick<RoomSection, 'account' | 'room'>) {
  const { t } = useTranslation('rooms')
  const [edited, setEdited] = useState<{ allowedModelIds: string[] | null } | null>(null)
  const { allowedModelIds } = edited ?? room
  const isReady = !isSameList(allowedModelIds, room.allowedModelIds) && allowedModelIds?.length !== 0
  const send = async () => {
    await roomChanges(account.id, room.id).change({ allowedModelIds })
    setEdited(null)
  }
  return (
    <SaveForm isReady={isReady} send={send} done={t('models.saved')}>
      <RoomModelsField
        accountId={account.id}
        saved={room.allowedModelIds}
        value={allowedModelIds}
        onChange={(chosen) => setEdited({ allowedModelIds: chosen })}
      />
    </SaveForm>
  )
}
