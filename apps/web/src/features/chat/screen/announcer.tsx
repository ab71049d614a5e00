import { useEffect, useState } from 'react'
import type { createEvent } from '../../../lib/store.ts'
import styles from './chat.module.css'

/** Number of recent texts to keep: one removed before it was read is lost. */
const kept = 8

/** Reads texts out by a screen reader, politely and one after another. */
export function Announcer({ said }: { said: Pick<ReturnType<typeof createEvent<string>>, 'listen'> }) {
  const [texts, setTexts] = useState<{ id: number; text: string }[]>([])
  useEffect(
    () =>
      said.listen((text) =>
        setTexts((before) => [...before, { id: (before.at(-1)?.id ?? 0) + 1, text }].slice(-kept)),
      ),
    [said],
  )
  return (
    <div className={styles.hidden} aria-live="polite" aria-relevant="additions">
      {texts.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}
