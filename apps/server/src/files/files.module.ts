import type { SharedPorts } from '../live/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyTenMinutes, runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import type { UploadReceiver } from './receive-upload.ts'
import { fileBindings } from './routes.ts'

export const sweepFiles = defineJob<object>('sweep-files', { retryLimit: 3, timeoutSeconds: 3600 })

/** Ports to the nouns that own files. */
type Hooks = {
  receivers: readonly UploadReceiver[]
  /** Each cleans up after interrupted uploads and deletions, in this order. */
  sweeps: readonly (() => Promise<unknown>)[]
}

export const filesModule = (
  { database, storage }: SharedPorts,
  { receivers, sweeps }: Hooks,
): NounModule => ({
  bindings: fileBindings({ database, storage, receivers }),
  jobs: [
    runs(
      sweepFiles,
      async () => {
        for (const sweep of sweeps) await sweep()
      },
      { cron: everyTenMinutes },
    ),
  ],
})
