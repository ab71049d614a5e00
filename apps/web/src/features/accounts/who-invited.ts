import type { Translate } from '../../lib/translate.ts'

type Words = Translate<['invites', 'accounts']>

/** The sentence with inviter and room. */
export function whoInvited(
  { inviterName, roomName }: { inviterName: string | null; roomName: string | null },
  t: Words,
): string {
  if (inviterName === null) return t('invited')
  return roomName === null
    ? t('invitedBy', { name: inviterName })
    : t('invitedToRoom', { name: inviterName, room: roomName })
}
