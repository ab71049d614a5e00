import { maxFormulaCharacters, tidySource } from '@atrium/canvas'
import { Button, Checkbox, Textarea, VisuallyHidden } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { drawMath, type MathProblem } from '../../conversation/index.ts'
import { useEditorState } from '../editor/use-editor-state.ts'
import { formulaOpened, type SelectedFormula, selectedFormula } from './insert-formula.ts'
import nodeForm from '../node-form.module.css'
import styles from './formulas.module.css'

type FormulaEditorProps = { editor: Editor; host: RefObject<HTMLElement | null>; mayEdit: boolean }
type Opened = SelectedFormula & { top: number }

/**
 * The source of the selected formula, below it, with a preview. The formula stays selected while it is edited, so that its position is
 * known even when others edit. Enter saves, Escape leaves it as it was.
 */
export function FormulaEditor({ editor, host, mayEdit }: FormulaEditorProps) {
  const { t } = useTranslation('canvases')
  const [opened, setOpened] = useState<Opened | null>(null)
  useEffect(
    () =>
      formulaOpened.listen((one) => {
        const formula = selectedFormula(editor.state)
        const sheet = host.current?.parentElement
        if (one !== editor || !formula || !sheet) return
        const element = editor.view.nodeDOM(formula.position)
        const bottom = element instanceof HTMLElement ? element.getBoundingClientRect().bottom : 0
        setOpened({ ...formula, top: bottom - sheet.getBoundingClientRect().top + 4 })
      }),
    [editor, host],
  )
  useEditorState(editor, ({ state }) => JSON.stringify(selectedFormula(state)))
  const selected = selectedFormula(editor.state)
  useEffect(() => {
    // Somebody else deleted it, or the caret was put elsewhere.
    if (!selected || !mayEdit) setOpened(null)
  }, [selected, mayEdit])
  const leave = () => {
    setOpened(null)
    const left = selectedFormula(editor.state)
    if (!left) return
    const chain = editor.chain().focus()
    if (left.source === '') chain.deleteSelection().run()
    else chain.setTextSelection(left.position + 1).run()
  }
  return (
    <>
      <VisuallyHidden role="status">
        {selected && !opened
          ? t(mayEdit ? 'formula.selectedEdit' : 'formula.selected', { source: selected.source })
          : ''}
      </VisuallyHidden>
      {opened && selected && mayEdit && (
        <FormulaForm
          key={opened.position}
          opened={opened}
          onSave={(source, isDisplay) => saveFormula(editor, source, isDisplay)}
          onLeave={leave}
          onBlur={() => setOpened(null)}
        />
      )}
    </>
  )
}

/** Changes the selected formula; deletes it without a source. */
function saveFormula(editor: Editor, source: string, isDisplay: boolean): void {
  const formula = selectedFormula(editor.state)
  if (!formula) return
  const { tr } = editor.state
  const { position } = formula
  if (source === '') tr.delete(position, position + 1)
  else {
    if (source !== formula.source) tr.setNodeAttribute(position, 'source', source)
    if (isDisplay !== formula.isDisplay) tr.setNodeAttribute(position, 'isDisplay', isDisplay)
  }
  if (tr.docChanged) editor.view.dispatch(tr)
}

type FormulaFormProps = {
  opened: Opened
  onSave: (source: string, isDisplay: boolean) => void
  /** Gives the focus back to the text. */
  onLeave: () => void
  /** Something else was clicked. */
  onBlur: () => void
}

function FormulaForm({ opened, onSave, onLeave, onBlur }: FormulaFormProps) {
  const { t } = useTranslation('canvases')
  const [source, setSource] = useState(opened.source)
  const [isDisplay, setDisplay] = useState(opened.isDisplay)
  const [problem, setProblem] = useState<MathProblem | null>(null)
  const preview = useRef<HTMLDivElement>(null)
  const stored = tidySource(source, isDisplay)
  useEffect(() => {
    const place = preview.current
    if (!place) return
    if (stored !== '') return drawMath(place, { formula: stored, isDisplay, onDone: setProblem })
    place.replaceChildren()
    setProblem(null)
  }, [stored, isDisplay])
  const save = () => onSave(stored, isDisplay)
  const submit = () => {
    save()
    onLeave()
  }
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const element = form.current
    const handleKey = (event: KeyboardEvent) => {
      if (event.isComposing) return
      const isEnter = event.key === 'Enter' && !event.shiftKey && event.target instanceof HTMLTextAreaElement
      if (event.key === 'Escape') onLeave()
      else if (isEnter) submit()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    const handleBlur = ({ relatedTarget }: FocusEvent) => {
      const isInside = relatedTarget instanceof Node && element?.contains(relatedTarget)
      // The window itself may have lost the focus: it comes back here.
      if (isInside || !document.hasFocus()) return
      save()
      onBlur()
    }
    element?.addEventListener('keydown', handleKey)
    element?.addEventListener('focusout', handleBlur)
    return () => {
      element?.removeEventListener('keydown', handleKey)
      element?.removeEventListener('focusout', handleBlur)
    }
  })
  const error =
    problem?.kind === 'invalid'
      ? t('formula.invalidNear', { near: problem.near })
      : problem && t('formula.tooLarge')
  return (
    <form
      ref={form}
      role="dialog"
      aria-label={t('formula.label')}
      className={nodeForm.form}
      style={{ insetBlockStart: opened.top }}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <div ref={preview} dir="ltr" className={styles.preview} data-invalid={problem !== null || undefined} />
      <Textarea
        label={t('formula.source')}
        classNames={{ input: styles.source }}
        dir="ltr"
        rows={isDisplay ? 4 : 2}
        maxLength={maxFormulaCharacters}
        spellCheck={false}
        autoCapitalize="off"
        value={source}
        error={error}
        ref={focusAtEnd}
        onChange={(event) => setSource(event.currentTarget.value)}
      />
      <div className={styles.foot}>
        <Checkbox
          label={t('formula.display')}
          checked={isDisplay}
          onChange={(event) => setDisplay(event.currentTarget.checked)}
        />
        <Button
          variant="default"
          size="sm"
          onClick={() => {
            onSave('', isDisplay)
            onLeave()
          }}
        >
          {t('formula.remove')}
        </Button>
        <Button type="submit" size="sm">
          {t('formula.save')}
        </Button>
      </div>
    </form>
  )
}

function focusAtEnd(field: HTMLTextAreaElement | null): void {
  if (!field) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
