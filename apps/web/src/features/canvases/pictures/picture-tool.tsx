import type { AccountId, Canvas } from '@atrium/contract'
import type { Editor } from '@tiptap/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { withPhrases } from '../../../lib/phrases.ts'
import { pictureWanted } from './insert-picture.ts'
import type { Pictures } from './use-pictures.ts'

const PictureDialog = lazy(() =>
  withPhrases(import('./picture-dialog.tsx'), 'gallery').then((module) => ({
    default: module.PictureDialog,
  })),
)

type PictureToolProps = { accountId: AccountId; canvas: Canvas; editor: Editor; pictures: Pictures }

/** The dialog for a picture, when the toolbar or the slash menu asks for one. */
export function PictureTool({ accountId, canvas, editor, pictures }: PictureToolProps) {
  const [isOpen, setOpen] = useState(false)
  useEffect(
    () =>
      pictureWanted.listen((one) => {
        if (one === editor) setOpen(true)
      }),
    [editor],
  )
  if (!isOpen) return null
  const close = () => setOpen(false)
  const leave = () => {
    close()
    editor.commands.focus()
  }
  return (
    <Suspense>
      <PictureDialog
        accountId={accountId}
        room={canvas.room}
        onUpload={(file) => {
          leave()
          void pictures.upload(editor.view, [file])
        }}
        onChoose={({ chatId, fileId }, alt) => {
          leave()
          void pictures.insert(editor.view, { chatId, fileId }, alt)
        }}
        onClose={close}
      />
    </Suspense>
  )
}
