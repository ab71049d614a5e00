import { IconFileText } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import styles from './file-mark.module.css'

/** An icon of a file's kind: its extension on a small sheet; a text sheet for a title without one. */
export function FileMark({ name }: { name: string }) {
  const ending = /\.([a-z0-9]{1,5})$/iu.exec(name)?.[1] ?? ''
  return (
    <Mark kind={ending.toLowerCase()}>
      {ending === '' ? <IconFileText size={18} stroke={1.6} /> : ending.slice(0, 4).toUpperCase()}
    </Mark>
  )
}

/** The small sheet before an entry of a list, with an icon. `kind` colors those of files. */
export const Mark = ({ kind, children }: { kind?: string; children: ReactNode }) => (
  <span className={styles.mark} data-kind={kind} aria-hidden="true">
    {children}
  </span>
)
