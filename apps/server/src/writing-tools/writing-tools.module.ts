import type { AnswerPorts } from '../answers/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyTenMinutes, runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import type { WritingToolsPorts } from './ports.ts'
import { shapingRoutes } from './routes.ts'
import { drainShaping } from './run-call.ts'
import { sweepCalls } from './sweep-calls.ts'

const sweepShaping = defineJob<object>('sweep-shaping', { retryLimit: 3, timeoutSeconds: 600 })

/** Rewrites texts, and releases the credits that are held for calls whose process died. */
export function writingToolsModule(
  answers: AnswerPorts,
): NounModule & { ports: WritingToolsPorts; drain(): Promise<void> } {
  const { database, models, log, live } = answers
  const ports: WritingToolsPorts = {
    database,
    models,
    log,
    onCharged: (person) => live.publish(person, { type: 'credits-changed' }),
    watchReader: (member, stream) => live.readers.watch(member, stream),
    running: new Map(),
  }
  return {
    ports,
    bindings: shapingRoutes(ports, answers),
    jobs: [runs(sweepShaping, () => sweepCalls(database), { cron: everyTenMinutes })],
    drain: () => drainShaping(ports),
  }
}
