import { modifierNames, type SystemPrompt } from '@atrium/contract'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { LinkedText } from '../../lib/text/linked-text.tsx'
import type { InstructionsDraft } from '../../entities/rooms/create-room-flow.ts'
import { InstructionsFields } from './instructions-fields.tsx'
import { roomChanges } from '../../entities/rooms/room-queries.ts'
import styles from './room-screen.module.css'
import type { RoomSection } from './room-section.ts'
import { SaveForm } from './save-form.tsx'

/** The room's instructions for models (ROOM-08). */
export function InstructionsSection({ account, room, isAdmin }: RoomSection) {
  const { t } = useTranslation('rooms')
  return (
    <section className={styles.section} aria-labelledby="room-instructions">
      <h3 id="room-instructions" className={styles.sectionTitle}>
        {t('instructions.label')}
      </h3>
      {isAdmin ? (
        <InstructionsForm account={account} room={room} />
      ) : (
        <InstructionsText prompt={room.system_prompt} />
      )}
    </section>
  )
}

function InstructionsForm({ account, room }: Pick<RoomSection, 'account' | 'room'>) {
  const { t } = useTranslation('rooms')
  const saved = draftOf(room.system_prompt)
  const [edited, setEdited] = useState<InstructionsDraft | null>(null)
  const draft = edited ?? saved
  const isChanged = JSON.stringify(kept(draft)) !== JSON.stringify(kept(saved))
  const send = async () => {
    await roomChanges(account.id, room.id).saveInstructions(draft)
    setEdited(null)
  }
  return (
    <SaveForm isReady={isChanged} send={send} done={t('instructions.saved')}>
      <InstructionsFields instructions={draft} onChange={setEdited} />
    </SaveForm>
  )
}

export function InstructionsText({ prompt: { instructions, modifiers } }: { prompt: SystemPrompt }) {
  const { t } = useTranslation('rooms')
  const named = modifierNames.filter((name) => modifiers[name])
  if (!instructions && named.length === 0) return <p className={styles.quiet}>{t('instructions.none')}</p>
  return (
    <>
      {instructions && (
        <p className={styles.text} dir="auto">
          <LinkedText text={instructions} />
        </p>
      )}
      <dl className={styles.modifiers}>
        {named.map((name) => (
          <div key={name}>
            <dt>{t(`modifier.${name}`)}</dt>
            <dd dir="auto">{modifiers[name]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

const draftOf = ({ instructions, modifiers }: SystemPrompt): InstructionsDraft => ({
  text: instructions,
  modifiers: Object.fromEntries(modifierNames.map((name) => [name, modifiers[name] ?? ''])),
})

/** The stored form: trimmed, in a fixed order. */
const kept = ({ text, modifiers }: InstructionsDraft) => [
  text.trim(),
  ...modifierNames.map((name) => modifiers[name]?.trim() ?? ''),
]
