import type { Endpoint } from '@atrium/contract'
import { namesAccountInPath } from '../authorization-rules.ts'
import type { SoundRequest, Things } from './sound-request.ts'

const isThing: Record<keyof Things, true> = {
  accountId: true,
  roomId: true,
  fileId: true,
  baseId: true,
  accountBaseId: true,
  chatId: true,
  turnId: true,
  promptId: true,
  canvasId: true,
  threadId: true,
  commentId: true,
  invocationId: true,
  scheduleId: true,
}

/**
 * Returns the request of an endpoint whose path names only things, and that needs no query and no body; undefined for others. The
 * account in a path with another thing is the one in which the request is sent.
 */
export function defaultRequest(endpoint: Endpoint): SoundRequest | undefined {
  if (endpoint.body || endpoint.query?.safeParse({}).success === false) return undefined
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name)
  const thingOf = (name: string) => (name === 'id' && namesAccountInPath(endpoint) ? 'accountId' : name)
  if (!names.every((name) => thingOf(name) in isThing)) return undefined
  return {
    make: (things, own) => ({
      ...(names.length > 0 && {
        params: Object.fromEntries(
          names.map((name) => {
            const thing = thingOf(name) as keyof Things
            return [name, (thing === 'accountId' && names.length > 1 ? own : things)[thing]]
          }),
        ),
      }),
    }),
  }
}
