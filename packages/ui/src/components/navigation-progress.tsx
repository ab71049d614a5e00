import styles from './navigation-progress.module.css'

/** A thin bar at the top while a page loads; `active` comes from the router. */
export function NavigationProgress({ active, label }: { active: boolean; label: string }) {
  if (!active) return null
  return (
    <div className={styles.bar} role="progressbar" aria-label={label}>
      <div className={styles.fill} />
    </div>
  )
}
