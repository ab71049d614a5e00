import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { Button, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useEffect, useState } from 'react'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { foundIn, searching } from './find-matches.ts'
import { useEditorState } from './use-editor-state.ts'
import styles from './editor.module.css'

type FindBarProps = { editor: Editor; mayEdit: boolean; onClose: () => void }

/** Finds a text, and replaces it where the canvas may be edited. */
export function FindBar({ editor, mayEdit, onClose }: FindBarProps) {
  const { t } = useTranslation('canvases')
  useEditorState(editor)
  const [replacement, setReplacement] = useState('')
  const { query, matches, index } = foundIn(editor.state)
  const search = (change: { query?: string; index?: number }) => {
    const { key } = searching(change)
    editor.view.dispatch(editor.state.tr.setMeta(key, change))
    const { matches: now, index: place } = foundIn(editor.state)
    const match = now[place]
    if (!match) return
    const { node } = editor.view.domAtPos(match.from)
    const element = node instanceof Element ? node : node.parentElement
    element?.scrollIntoView({ block: 'center' })
  }
  useEffect(
    () => () => {
      if (editor.isDestroyed) return
      const { key, change } = searching({ query: '' })
      editor.view.dispatch(editor.state.tr.setMeta(key, change))
    },
    [editor],
  )
  const replaceIn = (places: typeof matches) => {
    const { tr, schema } = editor.state
    // From the end, so that earlier positions stay.
    for (const { from, to } of places.toReversed())
      if (replacement === '') tr.delete(from, to)
      else tr.replaceWith(from, to, schema.text(replacement, tr.doc.resolve(from + 1).marks()))
    editor.view.dispatch(tr)
  }
  const replaceOne = () => {
    const match = matches[index]
    if (!match) return
    replaceIn([match])
    search({})
  }
  const replaceAll = () => {
    replaceIn(matches)
    void showToast(t('find.done', { count: matches.length }), 'good')
  }
  const place =
    query === ''
      ? ''
      : matches.length === 0
        ? t('find.none')
        : t('find.place', { place: index + 1, total: matches.length })
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape in any of its fields closes it
    <search
      className={styles.find}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        onClose()
        editor.commands.focus()
      }}
    >
      <form
        className={styles.findRow}
        onSubmit={(event) => {
          event.preventDefault()
          search({ index: index + 1 })
        }}
      >
        <TextInput
          size="sm"
          autoFocus
          className={styles.findField}
          aria-label={t('find.label')}
          placeholder={t('find.label')}
          value={query}
          onChange={(event) => search({ query: event.currentTarget.value, index: 0 })}
        />
        <span className={styles.findPlace} role="status">
          {place}
        </span>
        <ToolButton
          label={t('find.previous')}
          icon={IconArrowUp}
          onClick={() => search({ index: index - 1 })}
          disabled={matches.length === 0}
        />
        <ToolButton
          label={t('find.next')}
          icon={IconArrowDown}
          type="submit"
          disabled={matches.length === 0}
        />
        <ToolButton label={t('find.close')} icon={IconX} onClick={onClose} />
      </form>
      {mayEdit && (
        <div className={styles.findRow}>
          <TextInput
            size="sm"
            className={styles.findField}
            aria-label={t('find.replace')}
            placeholder={t('find.replace')}
            value={replacement}
            onChange={(event) => setReplacement(event.currentTarget.value)}
          />
          <Button size="sm" variant="default" disabled={matches.length === 0} onClick={replaceOne}>
            {t('find.one')}
          </Button>
          <Button size="sm" variant="default" disabled={matches.length === 0} onClick={replaceAll}>
            {t('find.all')}
          </Button>
        </div>
      )}
    </search>
  )
}
