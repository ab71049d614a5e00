import type { Account, joinByInvite, ReplyOf, showInvite, UserId } from '@atrium/contract'
import { activeContext } from '../../lib/api/api.ts'
import { saveChoice } from '../../lib/session/active-choice.ts'
import { queryClient } from '../../lib/query-client.ts'
import {
  claimLocalData,
  storedInviteToken,
  storedJoining,
  storedRoom,
  storedWelcome,
} from '../../lib/stored.ts'
import { roomKeys } from '../../entities/rooms/room-keys.ts'

/** The content of an invitation's page. */
export type ShownInvite = ReplyOf<typeof showInvite>['data']

/** The result of joining: the account, and the invitation's room. */
export type JoinedAccount = ReplyOf<typeof joinByInvite>['data']

/** Cleans up a used invitation: deletes its secret, selects its room, and shows the inviter in the next new chat. */
export function welcomeTo(
  { account, roomId, isRoomClosed }: JoinedAccount,
  userId: UserId,
  inviterName: string | null,
): void {
  storedInviteToken.remove()
  storedJoining.remove()
  // The browser may still have another person's data, which is deleted first.
  claimLocalData(userId)
  storedWelcome.write({
    userId,
    accountId: account.id,
    accountName: account.name,
    inviterName: inviterName ?? '',
    roomId: roomId ?? '',
    isRoomClosed,
  })
  if (roomId !== null) chooseRoom(account, roomId)
}

function chooseRoom({ id: accountId }: Account, roomId: NonNullable<JoinedAccount['roomId']>): void {
  saveChoice(storedRoom(accountId), roomId)
  if (activeContext.accountId() !== accountId) return
  // The list of rooms was loaded before the room was among them.
  queryClient.removeQueries({ queryKey: roomKeys.all(accountId), exact: true })
  activeContext.enterRoom(roomId)
}
