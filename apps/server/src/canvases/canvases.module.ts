import type { AccountId } from '@atrium/contract'
import type { Plans } from '../accounts/index.ts'
import type { SharedPorts } from '../live/index.ts'
import type { NounModule } from '../platform/noun-module.ts'
import { everyFiveMinutes, everyMinute, everyTenMinutes, runs } from '../platform/queue/job.ts'
import { defineJob } from '../platform/queue/queue.ts'
import type { WritingToolsPorts } from '../writing-tools/index.ts'
import { eraseEmptyThreads } from './comments/erase-empty-threads.ts'
import { commentBindings } from './comments/routes.ts'
import { eraseOldPresence } from './collaboration/presence.ts'
import { storeStaleTexts } from './collaboration/store-stale-texts.ts'
import { eraseDeletedCanvases } from './delete-canvas.ts'
import { erasePicturesOf, eraseUnusedPictures } from './pictures/erase-pictures.ts'
import { pictureBindings } from './pictures/routes.ts'
import { canvasBindings } from './routes.ts'
import { suggestionBindings } from './suggestions/routes.ts'
import { storeDueVersions } from './versions/store-due-versions.ts'
import { thinVersions } from './versions/thin-versions.ts'
import { ownData } from './own-data.ts'

const options = { retryLimit: 3, timeoutSeconds: 600 }
const eraseCanvases = defineJob<object>('erase-canvases', options)
const storeTexts = defineJob<object>('store-canvas-texts', options)
const storeVersions = defineJob<object>('store-canvas-versions', options)
const thin = defineJob<object>('thin-canvas-versions', options)

/** Documents that people edit together. The collaboration socket is `createCollaboration`. */
export const canvasesModule = (
  {
    database,
    storage,
    log,
    live,
    plans,
  }: Pick<SharedPorts, 'database' | 'storage' | 'log' | 'live'> & {
    plans: Plans
  },
  writingTools: WritingToolsPorts,
): NounModule & { eraseFiles(accountId: AccountId): Promise<void> } => ({
  ownData,
  eraseFiles: (accountId) => erasePicturesOf({ database, storage }, accountId),
  bindings: [
    ...suggestionBindings(writingTools),
    ...commentBindings({
      database,
      onCommented: ({ accountId, userId }, { id: canvasId, roomId, share }) => {
        const notice = { type: 'canvas-commented', canvasId } as const
        if (share === 'none') live.publish({ accountId, userId }, notice)
        else live.publishInRoom({ accountId, roomId }, notice)
      },
      onMentioned: (person) => live.publish(person, { type: 'mentioned' }),
    }),
    ...pictureBindings({ database, storage }),
    ...canvasBindings({
      database,
      plans,
      log,
      onChanged: ({ accountId, userId }, { canvasId, roomId, isShared }) => {
        const notice = { type: 'canvas-changed', canvasId } as const
        if (isShared) live.publishInRoom({ accountId, roomId }, notice)
        else live.publish({ accountId, userId }, notice)
      },
    }),
  ],
  jobs: [
    runs(
      eraseCanvases,
      async () => {
        await eraseDeletedCanvases(database)
        await eraseUnusedPictures({ database, storage })
        await eraseEmptyThreads(database)
      },
      { cron: everyTenMinutes },
    ),
    runs(storeVersions, () => storeDueVersions(database), { cron: everyMinute }),
    runs(thin, () => thinVersions(database), { cron: everyTenMinutes }),
    runs(
      storeTexts,
      async () => {
        await eraseOldPresence(database)
        await storeStaleTexts(database)
      },
      { cron: everyFiveMinutes },
    ),
  ],
})
