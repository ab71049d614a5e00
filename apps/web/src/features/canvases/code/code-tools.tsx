import { NativeSelect } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { useTranslation } from '../../../lib/translate.ts'
import { languageId, languages } from '../../conversation/index.ts'
import styles from '../editor/editor.module.css'

const known = Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))

/** Width in pixels, with the gap beside it. */
export const codeToolsWidth = 142

/** The language as it is written at the code block of the caret, '' without one; null outside code blocks. */
export function languageAtCaret({ state }: Editor): string | null {
  const { $from, to } = state.selection
  if ($from.parent.type.name !== 'codeBlock' || to > $from.end()) return null
  const language: unknown = $from.parent.attrs['language']
  return typeof language === 'string' ? language : ''
}

/** The language of the code block at the caret. Escape goes back to the text. */
export function CodeTools({ editor, language }: { editor: Editor; language: string }) {
  const { t } = useTranslation('canvases')
  const id = languageId(language)
  const plain = { value: '', label: t('code.plain') }
  // A language without highlighting stays until another is chosen.
  const other = id === undefined && language !== '' ? [{ value: language, label: language }] : []
  return (
    <NativeSelect
      className={styles.language}
      size="xs"
      aria-label={t('code.language')}
      data={[plain, ...other, ...known]}
      value={id ?? language}
      onChange={({ currentTarget: { value } }) =>
        editor.commands.updateAttributes('codeBlock', { language: value || null })
      }
      onKeyDown={({ key }) => {
        if (key === 'Escape') editor.commands.focus()
      }}
    />
  )
}
