import { resolveChanges, type SuggestedChange } from '@atrium/canvas/suggestions/index.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlayerStopFilled, IconSparkles } from '@tabler/icons-react'
import type { Editor } from '@tiptap/core'
import { useUser } from '../../../lib/session/use-session.ts'
import { showToast } from '../../../lib/toasts/toasts.ts'
import { translate, useTranslation } from '../../../lib/translate.ts'
import { useEditorState } from '../editor/use-editor-state.ts'
import { showSuggestions, suggestionsIn } from './suggestion-view.ts'
import type { Suggesting } from './use-suggesting.ts'
import styles from './suggestions.module.css'

export type Decision = 'accept' | 'refuse'

/** Accepts or refuses changes, as one step of undo. */
export function decide(editor: Editor, changes: readonly SuggestedChange[], decision: Decision): void {
  if (changes.length === 0) return
  editor.view.dispatch(resolveChanges(editor.state, changes, decision))
  showSuggestions(editor.view, { current: null })
  const key = decision === 'accept' ? 'canvasWork:accepted' : 'canvasWork:rejected'
  // The bar itself says how many are left.
  if (suggestionsIn(editor.state).changes.length === 0)
    void showToast(translate(key, { count: changes.length }), 'good')
}

/** The change that the bar is about: the chosen one, else the one at the cursor or the next after it. */
export function currentChange(editor: Editor): SuggestedChange | undefined {
  const { changes, current } = suggestionsIn(editor.state)
  const { from } = editor.state.selection
  return changes.find(({ key }) => key === current) ?? changes.find(({ to }) => to >= from) ?? changes[0]
}

/** Marks the next or previous change and scrolls to it. */
export function goToChange(editor: Editor, step: 1 | -1): void {
  const { changes, current } = suggestionsIn(editor.state)
  const at = changes.findIndex(({ key }) => key === current)
  const next = at < 0 ? currentChange(editor) : changes.at((at + step) % changes.length)
  if (!next) return
  showSuggestions(editor.view, { current: next.key })
  const { node } = editor.view.domAtPos(next.from + 1)
  const element = node instanceof Element ? node : node.parentElement
  element?.scrollIntoView({ block: 'center' })
}

/** The state of the text that the bar shows. */
function statesOf({ state }: Editor): string {
  const { changes, writings } = suggestionsIn(state)
  return [changes.length, ...writings.map(({ shapingId }) => shapingId)].join()
}

type SuggestionBarProps = { editor: Editor; mayEdit: boolean; suggesting: Suggesting }

/** Running suggestions of models, with the actions on pending ones. */
export function SuggestionBar({ editor, mayEdit, suggesting }: SuggestionBarProps) {
  const { t } = useTranslation('canvasWork')
  useEditorState(editor, statesOf)
  const userId = useUser()?.id
  const { changes, writings } = suggestionsIn(editor.state)
  if (changes.length === 0 && writings.length === 0 && suggesting.running === null) return null
  const decideCurrent = (decision: Decision) => {
    const change = currentChange(editor)
    if (change) decide(editor, [change], decision)
  }
  // As they are now: others may have typed before them since this was rendered.
  const decideAll = (decision: Decision) => decide(editor, suggestionsIn(editor.state).changes, decision)
  return (
    <section className={styles.bar} aria-label={t('bar')}>
      {writings.map(({ shapingId, modelName, userId: writerId }) => (
        <div key={shapingId} className={styles.row}>
          <IconSparkles size={16} stroke={1.7} aria-hidden="true" />
          <span className={styles.status} role="status">
            {t('writing', { model: modelName })}
          </span>
          {writerId === userId && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlayerStopFilled size={14} aria-hidden="true" />}
              onClick={() => suggesting.stop(shapingId)}
            >
              {t('stop')}
            </Button>
          )}
        </div>
      ))}
      {changes.length > 0 && (
        <div className={styles.row}>
          <span className={styles.status} role="status">
            {t('changes', { count: changes.length })}
          </span>
          {suggesting.lastCost !== null && <span className={styles.cost}>{suggesting.lastCost}</span>}
          <ToolButton label={t('previous')} icon={IconArrowUp} onClick={() => goToChange(editor, -1)} />
          <ToolButton label={t('next')} icon={IconArrowDown} onClick={() => goToChange(editor, 1)} />
          {mayEdit && (
            <>
              <Button size="compact-sm" variant="default" onClick={() => decideCurrent('accept')}>
                {t('accept')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => decideCurrent('refuse')}>
                {t('refuse')}
              </Button>
              <Button size="compact-sm" onClick={() => decideAll('accept')}>
                {t('acceptAll')}
              </Button>
              <Button size="compact-sm" variant="default" onClick={() => decideAll('refuse')}>
                {t('refuseAll')}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  )
}
