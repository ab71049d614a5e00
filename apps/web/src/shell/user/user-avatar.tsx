import { Avatar } from '@atrium/ui'
import { useUser } from '../../lib/session/use-session.ts'

/** The picture of the signed-in user; the name is beside it or labels its button. */
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
