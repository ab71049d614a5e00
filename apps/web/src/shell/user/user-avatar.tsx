import { Avatar } from '@atrium/ui'
import { useUser } from '../../lib/session/use-session.ts'

/** The picture of who is signed in; their name stands beside it or names what it belongs to. */
export function UserAvatar({ size }: { size: number }) {
  const user = useUser()
  return (
    <Avatar
      name={user?.displayName || user?.info?.userName || '?'}
      imageUrl={user?.info?.profilePicture}
      size={size}
      decorative
    />
  )
}
