import type { RoomDetails } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { type RoomFields, RoomFieldsForm } from './room-fields.tsx'
import { roomChanges } from '../../entities/rooms/room-queries.ts'
import { NewChatShare } from './new-chat-share.tsx'
import styles from './room-screen.module.css'
import type { RoomSection } from './room-section.ts'
import { SaveForm } from './save-form.tsx'
import { useLogoAddress } from '../../entities/rooms/use-logo-address.ts'

/** Name, icon, access and description, and the note on what admins can see of questions. */
export function DetailsSection({ account, room, isAdmin }: RoomSection) {
  const { t } = useTranslation('rooms')
  return (
    <section className={styles.section} aria-labelledby="room-details">
      <h3 id="room-details" className={styles.sectionTitle}>
        {t('details.title')}
      </h3>
      {isAdmin ? <DetailsForm account={account} room={room} /> : <Description text={room.description} />}
      <NewChatShare account={account} room={room} isAdmin={isAdmin} />
      <h4 className={styles.partTitle}>{t('visibility.title')}</h4>
      <p className={styles.quiet}>{t('visibility.text')}</p>
    </section>
  )
}

/** The description with its line breaks. */
export function Description({ text }: { text: string }) {
  const { t } = useTranslation('rooms')
  return text ? (
    <p className={styles.text} dir="auto">
      {text}
    </p>
  ) : (
    <p className={styles.quiet}>{t('details.noDescription')}</p>
  )
}

const fieldsOf = ({ name, access_type: access, description }: RoomDetails): RoomFields => ({
  name,
  access,
  description,
  logo: null,
})

/** Keeps only local edits: changes by others show, and saving doesn't undo them. */
function DetailsForm({ account, room }: Pick<RoomSection, 'account' | 'room'>) {
  const { t } = useTranslation('rooms')
  const [edited, setEdited] = useState<Partial<RoomFields>>({})
  const fields = { ...fieldsOf(room), ...edited }
  const current = useLogoAddress(room)
  const changes = changesOf(room, fields)
  const isChanged = Object.keys(changes).length > 0 || fields.logo !== null
  const isReady = isChanged && fields.name.trim() !== ''

  const send = async () => {
    const { change, uploadLogo } = roomChanges(account.id, room.id)
    if (Object.keys(changes).length > 0) await change(changes)
    if (fields.logo) await uploadLogo(fields.logo)
    setEdited({})
  }
  return (
    <SaveForm isReady={isReady} send={send} done={t('details.saved')}>
      <RoomFieldsForm
        fields={fields}
        currentLogo={current}
        nameProblem={null}
        onChange={(changed) => setEdited((known) => ({ ...known, ...changed }))}
      />
    </SaveForm>
  )
}

/** The fields that differ from the room. */
function changesOf(room: RoomDetails, { name, description, access }: RoomFields) {
  return {
    ...(name.trim() !== room.name && { name: name.trim() }),
    ...(description.trim() !== room.description && { description: description.trim() }),
    ...(access !== room.access_type && { access_type: access }),
  }
}
