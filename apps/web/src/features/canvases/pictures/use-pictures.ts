import type { AccountId, CanvasId, FileId } from '@atrium/contract'
import { canvasPictureLimits } from '@atrium/contract'
import type { EditorView } from '@tiptap/pm/view'
import { useMemo } from 'react'
import {
  canvasPictureQuery,
  giveCanvasPicture,
  type PictureSource,
} from '../../../entities/canvases/canvas-pictures.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { showFailure } from '../../../lib/toasts/show-failure.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { base64Of } from '../base64-of.ts'
import { insertPicture } from './insert-picture.ts'

export type Pictures = {
  load: (fileId: string) => Promise<Blob>
  /** Inserts a picture, at a place or at the selection; a toast shows why it could not. */
  insert: (view: EditorView, source: PictureSource, alt: string, at?: number) => Promise<void>
  /** Uploads pictures of this device one after another. */
  upload: (view: EditorView, files: readonly File[], at?: number) => Promise<void>
}

/** Inserts pictures into a canvas, and loads them. */
export function usePictures(accountId: AccountId, canvasId: CanvasId): Pictures {
  const { t } = useTranslation('canvases')
  return useMemo(() => {
    const insert: Pictures['insert'] = async (view, source, alt, at) => {
      try {
        await insertPicture(view, {
          alt,
          label: t('picture.coming'),
          give: () => giveCanvasPicture(accountId, canvasId, source),
          ...(at !== undefined && { at }),
        })
      } catch (error) {
        showFailure(error)
      }
    }
    return {
      load: (fileId) => queryClient.fetchQuery(canvasPictureQuery(accountId, canvasId, fileId as FileId)),
      insert,
      async upload(view, files, at) {
        for (const file of files) {
          if (file.size > canvasPictureLimits.bytes)
            void showToast(t('picture.tooLarge', { file: file.name }), 'bad')
          else {
            const base64 = base64Of(new Uint8Array(await file.arrayBuffer()))
            await insert(view, { base64 }, '', at)
          }
        }
      },
    }
  }, [accountId, canvasId, t])
}
