import { contract, type Notice } from '@atrium/contract'
import { binding } from '../platform/http/bind.ts'
import { openEventStream } from '../platform/http/event-stream.ts'
import type { NounModule } from '../platform/noun-module.ts'
import type { Live } from './create-live.ts'

/** The stream of notices that every open browser reads. */
export const liveModule = ({
  live,
}: {
  live: Pick<Live, 'notices' | 'presence' | 'readers'>
}): NounModule => ({
  bindings: [
    binding(contract.readNotices, async ({ caller, reply }) => {
      live.readers.refuseTooMany(caller)
      const stream = live.readers.watch(caller, openEventStream(reply))
      const deliver = (notice: Notice) => void stream.write(`data: ${JSON.stringify(notice)}\n\n`)
      stream.onClose(live.notices.subscribe({ ...caller, deliver }))
      stream.onClose(live.presence.connect({ ...caller, deliver }))
    }),
  ],
})
