import type { SharedPorts } from '../live/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyTenMinutes, runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import { eraseDeletedPrompts } from './delete-prompt.ts'
import { readLibrary } from './library.ts'
import { readOldPrompts } from './read-old-prompts.ts'
import { promptBindings } from './routes.ts'
import { ownData } from './own-data.ts'

const erasePrompts = defineJob<object>('erase-prompts', { retryLimit: 3, timeoutSeconds: 600 })

const readPrompts = defineJob<object>('read-old-prompts', { retryLimit: 3, timeoutSeconds: 600 })

/** Question templates of people, rooms and accounts, and Atrium's own. */
export const promptsModule = ({ database }: Pick<SharedPorts, 'database'>): NounModule => ({
  ownData,
  bindings: promptBindings({ database, library: readLibrary() }),
  jobs: [
    runs(erasePrompts, () => eraseDeletedPrompts(database), { cron: everyTenMinutes }),
    runs(readPrompts, () => readOldPrompts(database), { cron: everyTenMinutes }),
  ],
})
