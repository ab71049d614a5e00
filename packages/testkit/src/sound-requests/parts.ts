import { mintId } from '@atrium/contract'
import type { RequestParts, Things } from './sound-request.ts'

export const password = 'Correct-Horse-7-Battery'

export const unknownEmail = () => `${mintId('user').slice(-12)}@example.com`

/** Belongs to nobody: endpoints that require a proof refuse every caller, so no user is deleted on the way. */
export const wrongProof = { password: 'Nobody-Has-This-9' }

export const nothing = (): RequestParts => ({})

export const ofAccount = ({ accountId }: Things): RequestParts => ({ params: { id: accountId } })

export const inRoom = ({ roomId }: Things): RequestParts => ({ params: { roomId } })

export const ofChat = ({ chatId }: Things): RequestParts => ({ params: { chatId } })

/** The rows of a table that is not there: whether the room's files can be read yet is a matter of time. */
export const missingTable = () => ({
  fileId: mintId('file'),
  of: 'room' as const,
  table: 0,
  values: [{ variable: 'name', from: { kind: 'text' as const, text: 'Tea' } }],
  firstRow: 1,
  rowCount: 1,
  atOnce: 1,
  answerHeader: 'Answer',
})
