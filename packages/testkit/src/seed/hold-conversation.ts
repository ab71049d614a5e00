import { type CanvasId, type ChatId, contract, mintId, type TurnId } from '@atrium/contract'
import type { TestClock } from '@atrium/server/platform/clock.ts'
import { type ApiSettings, call, send } from '../api-client.ts'
import { endOf, readEvents, textOf } from '../read-events.ts'
import type { WrittenConversation, WrittenTurn } from './read-conversations.ts'
import type { ScriptedModel } from './script-model.ts'

/** A turn and the time that it is to have taken. */
export interface TimedTurn {
  turnId: TurnId
  chatId: ChatId
  startedAt: Date
  endedAt: Date
}

interface Holding {
  api: ApiSettings
  clock: TestClock
  model: ScriptedModel
  random: () => number
}

/** Asks the questions of one conversation in order, as its person, and reads every answer to its end. */
export async function holdConversation(
  { api, clock, model, random }: Holding,
  { turns, modelId }: WrittenConversation,
): Promise<TimedTurn[]> {
  const chatId = mintId('chat', clock.now().getTime())
  const asked: { turnId: TurnId; parentTurnId: TurnId | null }[] = []
  const timed: TimedTurn[] = []
  for (const turn of turns) {
    if (asked.length > 0) clock.advance((40 + random() * 200) * 1000)
    const startedAt = clock.now()
    const turnId = mintId('turn', startedAt.getTime())
    const before = asked.at(-1)
    const parentTurnId = (turn.kind === 'next' ? before?.turnId : before?.parentTurnId) ?? null
    model.expect(turn)
    const comparison = turn.compared.map((one, column) => ({
      turnId: column === 0 ? turnId : mintId('turn', startedAt.getTime()),
      modelId: one.modelId,
    }))
    const response = await send(contract.askQuestion, api, {
      body: {
        chatId,
        turnId,
        parentTurnId,
        modelId: comparison[0]?.modelId ?? modelId,
        ...(comparison.length > 0 && { comparison }),
        ...(turn.usesWeb && { usesWeb: true }),
        style: turn.reasoning === '' ? 'quick' : 'deep',
        ask:
          turn.kind === 'again' && before
            ? { kind: 'regenerate', turnId: before.turnId }
            : {
                ...{
                  kind: 'question',
                  messageId: mintId('message', startedAt.getTime()),
                  text: turn.question,
                },
                ...(turn.isAboutCanvases && { canvasIds: await canvasesOfRoom(api) }),
              },
      },
    })
    await hear(api, turn, turnId, response)
    for (const other of comparison.slice(1)) {
      await readEvents(await send(contract.readAnswer, api, { params: { turnId: other.turnId }, query: {} }))
      timed.push({ turnId: other.turnId, chatId, startedAt, endedAt: clock.now() })
    }
    if (turn.end === 'answered' && random() < 0.2)
      await call('rateAnswer', api, {
        params: { chatId, turnId },
        body: { rating: random() < 0.85 ? 'up' : 'down' },
      })
    asked.push({ turnId, parentTurnId })
    timed.push({ turnId, chatId, startedAt, endedAt: clock.now() })
  }
  return timed
}

async function canvasesOfRoom(api: ApiSettings): Promise<CanvasId[]> {
  const { message } = await call('listCanvases', api, {
    query: { ...(api.roomId && { room_id: api.roomId }) },
  })
  if (message.length === 0) throw new Error('The room has no canvas to ask about.')
  return message.map(({ canvasId }) => canvasId)
}

/** Reads an answer to its end; stops a `stopped` one when all its written text has arrived. */
async function hear(api: ApiSettings, turn: WrittenTurn, turnId: TurnId, response: Response): Promise<void> {
  if (!response.ok) throw new Error(`${turn.question}: ${response.status} ${await response.text()}`)
  const until = (events: Parameters<typeof textOf>[0]) => textOf(events).length >= turn.answer.length
  const received = await readEvents(response, turn.end === 'stopped' ? { until } : {})
  if (turn.end === 'stopped') await call('stopAnswer', api, { params: { turnId } })
  const rest =
    turn.end === 'stopped'
      ? await readEvents(
          await send(contract.readAnswer, api, {
            params: { turnId },
            query: { after: received.events.at(-1)?.eventId ?? 0 },
          }),
        )
      : received
  const state = endOf(rest.events)?.state
  if (state !== turn.end) throw new Error(`${turn.question}: ended ${state}, not ${turn.end}`)
}
