import { mintId } from '@atrium/contract'
import { ofAccount } from './parts.ts'
import type { RequestParts, SoundRequests, Things } from './sound-request.ts'

/** Refused before any connection: nothing outside is asked. */
const url = 'http://127.0.0.1:9/mcp'

const someServer = ({ accountId }: Things): RequestParts => ({
  params: { id: accountId, serverId: mintId('tool-server') },
})
const ofRoom = ({ roomId }: Things, { accountId }: Things): RequestParts => ({
  params: { accountId, roomId },
})

export const toolServersRequests = {
  testToolServer: [{ make: (things) => ({ ...ofAccount(things), body: { url } }) }],
  addToolServer: [
    {
      make: (things) => ({
        ...ofAccount(things),
        body: { name: 'Wiki', prefix: `w${mintId('message').slice(-12)}`, url },
      }),
    },
  ],
  changeToolServer: [
    { make: (things) => ({ ...someServer(things), body: { revision: 1 } }), comesTo: 'NOT_FOUND' },
  ],
  removeToolServer: [{ make: someServer, comesTo: 'NOT_FOUND' }],
  checkToolServer: [{ make: someServer, comesTo: 'NOT_FOUND' }],
  acceptTools: [
    {
      make: (things) => ({
        ...someServer(things),
        body: { tools: [{ name: 'find', hash: 'a'.repeat(64) }] },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  beginToolServerSignIn: [
    {
      make: (things) => ({
        ...someServer(things),
        body: { issuer: 'https://sign-in.example/', scopes: ['read'], client: { id: 'atrium' } },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  completeToolServerSignIn: [
    {
      make: (things) => ({
        ...someServer(things),
        body: { issuerKey: 'a'.repeat(22), state: 'a state', code: 'a code', errorDescription: 'A text' },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  endToolServerSignIn: [{ make: someServer, comesTo: 'NOT_FOUND' }],
  decideToolCall: [
    {
      make: ({ turnId }) => ({
        params: { turnId, callId: mintId('tool-call') },
        body: { decision: 'refuse' },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
  changeRoomTools: [
    {
      make: (things, own) => ({
        ...ofRoom(things, own),
        body: { tools: [{ serverId: mintId('tool-server'), name: 'find', mode: 'ask' }] },
      }),
      comesTo: 'NOT_FOUND',
    },
  ],
} satisfies SoundRequests
