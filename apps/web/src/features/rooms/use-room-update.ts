import { useState } from 'react'
import { showToast } from '../../lib/toasts/toasts.ts'
import { updateRoomFailure } from '../../entities/rooms/update-room-failure.ts'
import { useTranslation } from '../../lib/translate.ts'

/**
 * Saves a change of a room, once despite repeated presses, and reports the result (ROOM-07): in a toast, which survives a
 * redirect after a failure, and in a message beside the form.
 */
export function useRoomUpdate() {
  const { t } = useTranslation('rooms')
  const [isSaving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async (send: () => Promise<unknown>, done: string): Promise<void> => {
    if (isSaving) return
    setSaving(true)
    setProblem(null)
    try {
      await send()
      void showToast(done, 'good')
    } catch (error) {
      const failure = updateRoomFailure(error)
      const words = 'words' in failure ? failure.words : t(failure.phrase)
      setProblem(words)
      void showToast(words, 'bad')
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving, problem }
}
