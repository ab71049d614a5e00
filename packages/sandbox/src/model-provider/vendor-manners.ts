import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { malformed, problemOfStatus, RequestProblem, wrongKey, type Problem } from './problem.ts'
import { anthropicMessages } from './wire/anthropic-messages.ts'
import { openaiProblem } from './wire/openai-problem.ts'

/** Refuses a request that does not carry the key, in whichever header its vendor uses. Throws RequestProblem. */
export function checkKey({ headers }: FastifyRequest, apiKey: string): void {
  const key = headers['x-api-key'] ?? headers['api-key'] ?? headers.authorization?.replace(/^Bearer\s+/i, '')
  if (key !== apiKey) throw wrongKey()
}

/** Whether the client uses Anthropic's protocol, which shares some paths with OpenAI's. */
export function speaksAnthropic({ url, headers }: FastifyRequest): boolean {
  return url.startsWith('/v1/messages') || headers['anthropic-version'] !== undefined
}

/** Returns errors before the start of an answer in the vendor's envelope. */
export function sayProblemsInTheVendorsWay(app: FastifyInstance): void {
  const say = (request: FastifyRequest, reply: FastifyReply, problem: Problem) =>
    reply
      .code(problem.status)
      .send(speaksAnthropic(request) ? anthropicMessages.problemBody(problem) : openaiProblem(problem))
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof RequestProblem) return say(request, reply, error.problem)
    const status =
      typeof error === 'object' &&
      error !== null &&
      'statusCode' in error &&
      typeof error.statusCode === 'number'
        ? error.statusCode
        : 500
    if (status >= 500) console.error('The sandbox model provider failed.', error)
    const problem =
      status >= 500
        ? problemOfStatus(status)
        : { ...malformed('We could not read the JSON body of your request.').problem, status }
    return say(request, reply, problem)
  })
  app.setNotFoundHandler((request, reply) =>
    say(request, reply, {
      ...malformed(`Invalid URL (${request.method} ${request.url})`).problem,
      status: 404,
    }),
  )
}
