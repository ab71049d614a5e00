import { request as httpRequest } from 'node:http'
import {
  type AnswerEnd,
  answerText,
  contract,
  foldParts,
  mintId,
  type ChatId,
  type MessageId,
  type StreamPart,
  type TurnId,
} from '@atrium/contract'
import { type SeenAnswer, type TestPerson } from '@atrium/testkit'
import { cookiesOf, send } from '@atrium/testkit/api-client.ts'
import { answerTransport } from '../../apps/web/src/entities/turns/answer-transport.ts'
import { foldEvent, nothingFolded } from '../../apps/web/src/entities/turns/answer-fold.ts'
import { type FollowOutcome, followAnswer } from '../../apps/web/src/entities/turns/follow-answer.ts'
import type {
  AnswerTransport,
  AskRequest,
  RunningAnswer,
} from '../../apps/web/src/entities/turns/running-answer.ts'
import {
  type AccessTokenKeeper,
  createAccessTokenKeeper,
} from '../../apps/web/src/lib/session/access-token.ts'
import { type ApiClient, createApiClient } from '../../apps/web/src/lib/api/api-client.ts'
import type { Witness } from './witness.ts'

/** Dependencies of a campaign browser. */
export type Surroundings = {
  readonly url: string
  witness: Witness
  /** Emits `wake` when the server is back, like a browser that is online again. */
  wakeUps: EventTarget
}

/** An answer that a client requested and reads to its end, whatever happens to the server. */
export type AskedQuestion = {
  turnId: TurnId
  messageId: MessageId
  chatId: ChatId
  request: AskRequest
  /** The text shown so far. */
  seen: SeenAnswer
  text(): string
  end(): AnswerEnd | null
  accepted(): boolean
  /** Resolves once the shown text fulfills the condition. */
  until(isSo: () => boolean): Promise<void>
  /** How reading ended. */
  done: Promise<FollowOutcome>
}

export type HowToAsk = Partial<Pick<AskRequest, 'chatId' | 'parentTurnId' | 'modelId'>> & {
  /** Continues this interrupted answer instead of asking a new question. */
  continuing?: AskedQuestion
  /** The first time, only half of the request is sent. */
  halfAtFirst?: { onSent: () => void }
}

/**
 * Asks with the web app's own code: resends the same ids until the server accepts them, and resumes after the last event seen. Records
 * everything that it sends and sees.
 */
export function ask(
  around: Surroundings,
  person: TestPerson,
  text: string,
  { halfAtFirst, continuing, ...how }: HowToAsk = {},
): AskedQuestion {
  const messageId = continuing?.messageId ?? mintId('message')
  const request: AskRequest = {
    chatId: continuing?.chatId ?? mintId('chat'),
    turnId: mintId('turn'),
    parentTurnId: continuing?.request.parentTurnId ?? null,
    modelId: 'test-model',
    style: 'quick',
    ask: continuing
      ? { kind: 'continue', turnId: continuing.request.turnId }
      : { kind: 'question', messageId, text },
    ...how,
  }
  const question = {
    messageId,
    text,
    attachments: [],
    mentions: [],
    authorId: person.userId,
    authorName: 'Kim',
    askedAt: new Date().toISOString(),
  }
  const answer = started(request, person, { request, question })
  const sent = { turnId: request.turnId, messageId, text }
  const transport = answerTransport(sessionOf(around, person).api)
  return follow(around, sent, answer, {
    seen: around.witness.sends(sent),
    request,
    transport: halfAtFirst ? halfSentFirst(transport, around, person, halfAtFirst.onSent) : transport,
  })
}

/** Reads an answer requested by another client, from its beginning. */
export function attach(around: Surroundings, person: TestPerson, asked: AskedQuestion): AskedQuestion {
  const { turnId, messageId, request } = asked
  const answer: RunningAnswer = { ...started(request, person, null), accepted: true }
  return follow(around, { turnId, messageId, text: questionText(request) }, answer, {
    seen: around.witness.reads(turnId),
    request,
    // Asker and watcher may use two nodes: each has its own connection to the server.
    transport: answerTransport(newSession(around, person).api),
  })
}

export const questionText = ({ ask: asked }: AskRequest): string =>
  asked.kind === 'question' ? asked.text : ''

const started = (request: AskRequest, person: TestPerson, asked: RunningAnswer['asked']): RunningAnswer => ({
  ...nothingFolded,
  turnId: request.turnId,
  chatId: request.chatId,
  context: { userId: person.userId, accountId: person.accountId, roomId: person.roomId },
  asked,
  accepted: false,
  connection: 'asking',
  stopping: false,
  refusal: null,
  lastWordAtMs: 0,
})

function follow(
  around: Surroundings,
  sent: { turnId: TurnId; messageId: MessageId; text: string },
  answerAtFirst: RunningAnswer,
  { seen, request, transport }: { seen: SeenAnswer; request: AskRequest; transport: AnswerTransport },
): AskedQuestion {
  let answer = answerAtFirst
  const watchers = new Set<() => void>()
  const changed = () => {
    for (const look of watchers) look()
  }
  const done = followAnswer({
    transport,
    wakeUps: around.wakeUps,
    signal: around.witness.leaving,
    silenceLimitMs: 45_000,
    current: () => answer,
    onAccepted() {
      if (!answer.accepted) around.witness.acknowledges(sent)
      answer = { ...answer, accepted: true }
      changed()
    },
    onEvent(eventId: number, part: StreamPart) {
      seen.events.push({ eventId, json: JSON.stringify(part) })
      answer = { ...answer, ...foldEvent(answer, eventId, part) }
      changed()
    },
    onBroken: () => undefined,
  })
  return {
    messageId: sent.messageId,
    turnId: sent.turnId,
    chatId: request.chatId,
    request,
    seen,
    text: () => answerText(foldParts(seen.events.map(({ json }) => JSON.parse(json) as StreamPart))),
    end: () => answer.end,
    accepted: () => answer.accepted,
    until(isSo) {
      const { promise, resolve } = Promise.withResolvers<void>()
      const look = () => {
        if (!isSo()) return
        watchers.delete(look)
        resolve()
      }
      watchers.add(look)
      look()
      return promise
    },
    done,
  }
}

type Session = { api: ApiClient; tokens: AccessTokenKeeper }
const sessions = new WeakMap<TestPerson, Session>()

/** The web app's own client, one for each person: it renews the access token when it has run out. */
function sessionOf(around: Surroundings, person: TestPerson): Session {
  const session = sessions.get(person) ?? newSession(around, person)
  sessions.set(person, session)
  return session
}

function newSession(around: Surroundings, person: TestPerson): Session {
  const tokens = createAccessTokenKeeper({
    requestToken: async () => {
      const response = await send(contract.refreshToken, { url: around.url, cookie: person.cookie })
      const { data } = contract.refreshToken.reply.json.parse(await response.json())
      person.cookie = cookiesOf(response) || person.cookie
      return data
    },
    alone: (work) => work(),
    nowMs: Date.now,
  })
  const api = createApiClient({
    fetch,
    bases: async () => ({ main: `${around.url}/api`, stream: `${around.url}/stream`, root: around.url }),
    tokens,
    activeContext: { accountId: () => person.accountId, roomId: async () => person.roomId },
    mintKey: () => mintId('message'),
    onSignedOut: () => undefined,
    onMaintenance: () => undefined,
  })
  return { api, tokens }
}

/** A transport whose first question gets stuck half way to the server. */
function halfSentFirst(
  transport: AnswerTransport,
  around: Surroundings,
  person: TestPerson,
  onSent: () => void,
): AnswerTransport {
  let isFirst = true
  return {
    ...transport,
    async ask(asked, context, signal) {
      if (!isFirst) return transport.ask(asked, context, signal)
      isFirst = false
      const body = Buffer.from(JSON.stringify(asked.request))
      const token = await sessionOf(around, person).tokens.get()
      return await new Promise((_, reject) => {
        const outgoing = httpRequest(`${around.url}/stream/answer`, {
          method: 'POST',
          headers: {
            'content-type': 'application/json',
            'content-length': body.length,
            authorization: `Bearer ${token}`,
            'workspace-id': person.accountId,
            'room-id': person.roomId,
          },
        })
        outgoing.on('error', reject)
        outgoing.on('close', () => reject(new Error('closed')))
        outgoing.write(body.subarray(0, Math.floor(body.length / 2)), onSent)
      })
    },
  }
}
