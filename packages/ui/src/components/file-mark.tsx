import { IconFileText } from '@tabler/icons-react'
import styles from './file-mark.module.css'

/** An icon of a file's kind: its extension on a small sheet; a text sheet for a title without one. */
export function FileMark({ name }: { name: string }) {
  const ending = /\.([a-z0-9]{1,5})$/iu.exec(name)?.[1] ?? ''
  return (
    <span className={styles.mark} data-kind={ending.toLowerCase()} aria-hidden="true">
      {ending === '' ? <IconFileText size={18} stroke={1.6} /> : ending.slice(0, 4).toUpperCase()}
    </span>
  )
}
