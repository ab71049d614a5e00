import { mintId, type UserId } from '@atrium/contract'
import { membershipIn } from '@atrium/server/accounts/index.ts'
import type { Database } from '@atrium/server/platform/database/index.ts'
import { asFailure, errorReply } from '@atrium/server/platform/failure.ts'
import { bindAll, type Binding } from '@atrium/server/platform/http/bind.ts'
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify'

/**
 * The routes of a few nouns on the real HTTP layer and a real database, for the tests of those nouns. Only signing in is left
 * out: the bearer token is the user's id.
 */
export function buildRoutesApp(database: Database, bindings: Binding[]): FastifyInstance {
  const app = fastify()
  app.setErrorHandler(async (error, _request, reply) => {
    const failure = asFailure(error)
    return reply.code(failure.status).send(errorReply(failure))
  })
  const sessionId = mintId('session')
  bindAll(app, bindings, {
    bases: { main: '/api', stream: '/stream', root: '' },
    database,
    guards: {
      authenticate: async (token) => ({ userId: token as UserId, sessionId, termsAccepted: true }),
      isSystemAdmin: async () => false,
      membershipIn: (accountId, userId) => membershipIn(database, accountId, userId),
    },
    isOwnOrigin: () => true,
    downtimeEnd: () => null,
    checkReplies: true,
  })
  return app
}

/** Calls as this person and gives the status and the parsed reply. */
export async function callAs(app: FastifyInstance, userId: UserId | null, options: InjectOptions) {
  const authorization = userId ? { authorization: `Bearer ${userId}` } : {}
  const reply = await app.inject({ ...options, headers: { ...authorization, ...options.headers } })
  return { status: reply.statusCode, json: reply.body === '' ? undefined : reply.json() }
}
