import type { Account, Person, RoomId } from '@atrium/contract'
import { Button, Group } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { ApiError } from '../../../lib/api/api-error.ts'
import { errorText } from '../../../lib/text/error-text.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { MemberChooser } from './member-chooser.tsx'
import { roomChanges } from '../../../entities/rooms/room-queries.ts'
import styles from './rooms.module.css'

type AddMembersFormProps = {
  account: Account
  roomId: RoomId
  /** Members were added, or the form was canceled. */ onDone: () => void
}

/** Finds people and adds them to a private room, all of them or none. */
export function AddMembersForm({ account, roomId, onDone }: AddMembersFormProps) {
  const { t } = useTranslation(['rooms', 'common'])
  const [chosen, setChosen] = useState<Person[]>([])
  const [isAdding, setAdding] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const add = async () => {
    setAdding(true)
    setProblem(null)
    try {
      await roomChanges(account.id, roomId).addMembers(chosen)
      void showToast(t('members.added', { count: chosen.length }), 'good')
      onDone()
    } catch (error) {
      void showToast(t('create.membersFailed'), 'bad')
      // The toast names the failed action; the reason stays visible.
      if (error instanceof ApiError) setProblem(errorText(error))
      setAdding(false)
    }
  }
  return (
    <>
      <MemberChooser account={account} roomId={roomId} chosen={chosen} onChange={setChosen} />
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onDone} disabled={isAdding}>
          {t('common:action.cancel')}
        </Button>
        <Button loading={isAdding} disabled={chosen.length === 0} onClick={() => void add()}>
          {t('members.add')}
        </Button>
      </Group>
    </>
  )
}
