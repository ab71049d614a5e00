import { Avatar, Truncated } from '@atrium/ui'
import { Link } from '@tanstack/react-router'
import { useAccount } from '../../entities/accounts/use-account.ts'
import styles from './team-mark.module.css'

/** The team's logo and name, with a link to the home page. */
export function TeamMark() {
  const account = useAccount()
  if (!account) return <span />
  return (
    <Link to="/" className={styles.team}>
      <Avatar name={account.name} imageUrl={account.logoUrl} size={32} shape="square" decorative />
      <span className={styles.name} dir="auto">
        <Truncated text={account.name} limit={20} />
      </span>
    </Link>
  )
}
