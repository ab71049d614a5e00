import type { AccountId, RoomId } from '@atrium/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { errorText } from '../../../lib/text/error-text.ts'
import { type ChatsFile, type FileFault, UnreadableFile } from './import-types.ts'
import { readInBackground } from './read-in-background.ts'
import { type Sent, sendChats } from './send-chats.ts'

/** The progress of an import. */
export type ImportStep =
  | { step: 'choosing'; fault: FileFault | null }
  | { step: 'reading'; name: string }
  | { step: 'chosen'; file: ChatsFile }
  | { step: 'sending'; file: ChatsFile; sent: Sent; isStopping: boolean }
  | { step: 'over'; file: ChatsFile; sent: Sent; error: string | null }

const nothingSent: Sent = { imported: 0, existing: 0 }

/** An import from the file choice to its result; unmounting cancels it. */
export function useImport(accountId: AccountId) {
  const [state, setState] = useState<ImportStep>({ step: 'choosing', fault: null })
  const underWay = useRef<AbortController | null>(null)
  useEffect(() => () => underWay.current?.abort(), [])

  const choose = useCallback(async (file: File) => {
    underWay.current?.abort()
    const reading = new AbortController()
    underWay.current = reading
    setState({ step: 'reading', name: file.name })
    try {
      const read = await readInBackground(file, reading.signal)
      setState({ step: 'chosen', file: read })
    } catch (error) {
      if (reading.signal.aborted) return
      setState({ step: 'choosing', fault: error instanceof UnreadableFile ? error.fault : 'broken' })
    }
  }, [])

  const send = useCallback(
    async (file: ChatsFile, roomId: RoomId) => {
      const sending = new AbortController()
      underWay.current = sending
      let sent = nothingSent
      const show = () => setState({ step: 'sending', file, sent, isStopping: sending.signal.aborted })
      show()
      try {
        await sendChats({
          accountId,
          roomId,
          file,
          signal: sending.signal,
          onSent: (now) => {
            sent = now
            show()
          },
        })
        setState({ step: 'over', file, sent, error: null })
      } catch (error) {
        setState({ step: 'over', file, sent, error: errorText(error) })
      }
    },
    [accountId],
  )

  return {
    state,
    choose,
    send,
    /** Starts over with another file. */
    startOver: () => {
      underWay.current?.abort()
      setState({ step: 'choosing', fault: null })
    },
    /** Stops after the current batch. */
    stop: () => {
      underWay.current?.abort()
      setState((now) => (now.step === 'sending' ? { ...now, isStopping: true } : now))
    },
  }
}
