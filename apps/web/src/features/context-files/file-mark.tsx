import styles from './context-files.module.css'

/** A file's kind at a glance: its ending on a little sheet. */
export function FileMark({ name }: { name: string }) {
  const ending = name.includes('.') ? (name.split('.').at(-1) ?? '') : ''
  return (
    <span className={styles.mark} data-kind={ending.toLowerCase()} aria-hidden="true">
      {ending.slice(0, 4).toUpperCase()}
    </span>
  )
}
