import { IconFileText } from '@tabler/icons-react'
import styles from './context-files.module.css'

/** A file's kind at a glance: its ending on a little sheet; a sheet of text for a title that has none. */
export function FileMark({ name }: { name: string }) {
  const ending = /\.([a-z0-9]{1,5})$/iu.exec(name)?.[1] ?? ''
  return (
    <span className={styles.mark} data-kind={ending.toLowerCase()} aria-hidden="true">
      {ending === '' ? <IconFileText size={18} stroke={1.6} /> : ending.slice(0, 4).toUpperCase()}
    </span>
  )
}
