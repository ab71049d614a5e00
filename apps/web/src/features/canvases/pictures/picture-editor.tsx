import { tidyAlt } from '@atrium/canvas'
import { canvasPictureLimits } from '@atrium/contract'
import { Button, Textarea, VisuallyHidden } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { useEditorState } from '../editor/use-editor-state.ts'
import { pictureOpened, type SelectedPicture, selectedPicture } from './insert-picture.ts'
import nodeForm from '../node-form.module.css'
import styles from './pictures.module.css'

type PictureEditorProps = { editor: Editor; host: RefObject<HTMLElement | null>; mayEdit: boolean }
type Opened = SelectedPicture & { top: number }

/** The description of the selected picture, below it. It stays selected, so that its position is known even when others edit. */
export function PictureEditor({ editor, host, mayEdit }: PictureEditorProps) {
  const { t } = useTranslation('canvases')
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(
    () =>
      pictureOpened.listen((one) => {
        const picture = selectedPicture(editor.state)
        const sheet = host.current?.parentElement
        if (one !== editor || !picture || !sheet) return
        const element = editor.view.nodeDOM(picture.position)
        const bottom = element instanceof HTMLElement ? element.getBoundingClientRect().bottom : 0
        setOpened({ ...picture, top: bottom - sheet.getBoundingClientRect().top + 4 })
      }),
    [editor, host],
  )
  useEditorState(editor, ({ state }) => JSON.stringify(selectedPicture(state)))
  const selected = selectedPicture(editor.state)
  useEffect(() => {
    // Somebody else deleted it, or the caret was put elsewhere.
    if (!selected || !mayEdit) setOpened(null)
  }, [selected, mayEdit])
  const leave = () => {
    setOpened(null)
    editor.commands.focus()
  }
  const change = (alt: string | null) => {
    const picture = selectedPicture(editor.state)
    if (!picture) return
    const { tr } = editor.state
    if (alt === null) tr.deleteSelection()
    else if (alt !== picture.alt) tr.setNodeAttribute(picture.position, 'alt', alt)
    if (tr.docChanged) editor.view.dispatch(tr)
  }
  return (
    <>
      <VisuallyHidden role="status">
        {selected && !opened
          ? t(mayEdit ? 'picture.selectedEdit' : 'picture.selected', {
              alt: selected.alt || t('picture.undescribed'),
            })
          : ''}
      </VisuallyHidden>
      {opened && selected && mayEdit && (
        <PictureForm key={opened.position} opened={opened} onChange={change} onLeave={leave} />
      )}
    </>
  )
}

type PictureFormProps = {
  opened: Opened
  /** Null removes the picture. */
  onChange: (alt: string | null) => void
  /** Gives the focus back to the text. */
  onLeave: () => void
}

function PictureForm({ opened, onChange, onLeave }: PictureFormProps) {
  const { t } = useTranslation('canvases')
  const [alt, setAlt] = useState(opened.alt)
  const form = useRef<HTMLFormElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isLeft = useRef(false)
  const leave = () => {
    isLeft.current = true
    onLeave()
  }
  const save = () => {
    onChange(tidyAlt(alt))
    leave()
  }
  useEffect(() => {
    const element = form.current
    const handleKey = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const isEnter = event.key === 'Enter' && !event.shiftKey && event.target === field.current
      if (event.key === 'Escape') leave()
      else if (isEnter) save()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    const handleBlur = ({ relatedTarget }: FocusEvent) => {
      const isInside = relatedTarget instanceof Node && element?.contains(relatedTarget)
      // The window itself may have lost the focus: it comes back here.
      if (!isLeft.current && !isInside && document.hasFocus()) onChange(tidyAlt(alt))
    }
    element?.addEventListener('keydown', handleKey)
    element?.addEventListener('focusout', handleBlur)
    return () => {
      element?.removeEventListener('keydown', handleKey)
      element?.removeEventListener('focusout', handleBlur)
    }
  })
  return (
    <form
      ref={form}
      role="dialog"
      aria-label={t('picture.label')}
      className={nodeForm.form}
      style={{ insetBlockStart: opened.top }}
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <Textarea
        ref={field}
        label={t('picture.alt')}
        description={t('picture.altHint')}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={canvasPictureLimits.altCharacters}
        dir="auto"
        value={alt}
        onChange={(event) => setAlt(event.currentTarget.value)}
      />
      <div className={styles.foot}>
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            onChange(null)
            leave()
          }}
        >
          {t('picture.remove')}
        </Button>
        <Button type="submit" size="sm">
          {t('picture.save')}
        </Button>
      </div>
    </form>
  )
}
