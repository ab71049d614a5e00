import {
  type AccountId,
  type Canvas,
  type CanvasRange,
  estimateCanvasSuggestion,
  limits,
} from '@atrium/contract'
import { Button, NativeSelect, Popover, TextInput } from '@mantine/core'
import { IconSparkles } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { chooseSelectedModel } from '../../../entities/models/choose-selected-model.ts'
import { modelsQuery } from '../../../entities/models/queries.ts'
import { api } from '../../../lib/api/api.ts'
import { errorText } from '../../../lib/text/error-text.ts'
import { useTranslation } from '../../../lib/translate.ts'
import { textActions } from '../../shaping/index.ts'
import type { CanvasSession } from '../editor/use-canvas-session.ts'
import { selectedRange } from './positions.ts'
import { whenSaved } from './saved.ts'
import type { Suggesting } from './use-suggesting.ts'
import styles from './suggestions.module.css'

export type Question = { question: string; range: CanvasRange | null; modelId: string }

type ModelToolProps = {
  accountId: AccountId
  canvas: Canvas
  session: CanvasSession
  editor: Editor
  mayEdit: boolean
  suggesting: Suggesting
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
  onAsk: (question: Question) => void
}

/** Asks a model for suggestions, or about the text: of the selection, or of the whole canvas without one. */
export function ModelTool(props: ModelToolProps) {
  const { t } = useTranslation('canvasWork')
  const { isOpen, onOpenChange } = props
  return (
    <Popover opened={isOpen} onChange={onOpenChange} trapFocus position="bottom-end" returnFocus>
      <Popover.Target>
        <Button
          size="compact-sm"
          variant="light"
          leftSection={<IconSparkles size={16} stroke={1.7} aria-hidden="true" />}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          // The text stays selected.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onOpenChange(!isOpen)}
        >
          {t('open')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('open')}>{isOpen && <Panel {...props} />}</Popover.Dropdown>
    </Popover>
  )
}

function Panel({
  accountId,
  canvas,
  session,
  editor,
  mayEdit,
  suggesting,
  onOpenChange,
  onAsk,
}: ModelToolProps) {
  const { t } = useTranslation(['canvasWork', 'shaping'])
  const [text, setText] = useState('')
  const [range] = useState(() => selectedRange(editor.state))
  const { modelId, choose, models } = useWriter(accountId, canvas)
  const isEmpty = editor.getText().trim() === ''
  const estimate = useEstimate({ accountId, canvas, session, range, modelId, isOff: isEmpty || !mayEdit })
  const costs = estimate.data?.likelyCredits
  const problem = isEmpty ? t('empty') : estimate.error ? errorText(estimate.error) : null
  const start = (action: keyof NonNullable<typeof costs>) => {
    onOpenChange(false)
    suggesting.start({ action, range, modelId, ...(action === 'instruct' && { instruction: text.trim() }) })
  }
  const hint = estimate.data && t('likely.hint', { most: estimate.data.maxCredits })
  const canStart = !isEmpty && mayEdit && suggesting.running === null
  return (
    <form
      className={styles.panel}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && canStart) start('instruct')
      }}
    >
      <p className={styles.target}>{t(range === null ? 'whole' : 'selection')}</p>
      <TextInput
        label={t('instruction')}
        placeholder={t('instruction.hint')}
        data-autofocus
        dir="auto"
        maxLength={limits.canvasInstructionCharacters}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className={styles.buttons}>
        <Button
          size="sm"
          variant={mayEdit ? 'default' : 'filled'}
          disabled={text.trim() === '' || isEmpty}
          onClick={() => {
            onOpenChange(false)
            onAsk({ question: text.trim(), range, modelId })
          }}
        >
          {t('ask')}
        </Button>
        {mayEdit && (
          <Button size="sm" type="submit" disabled={text.trim() === '' || !canStart}>
            {t('suggest')}
          </Button>
        )}
      </div>
      {mayEdit && (
        <ul className={styles.actions}>
          {textActions.map(
            ({ action, icon: Icon }) =>
              action !== 'ask' && (
                <li key={action}>
                  <button type="button" disabled={!canStart} onClick={() => start(action)}>
                    <Icon size={16} stroke={1.7} aria-hidden="true" />
                    <span>{t(`shaping:select.${action}`)}</span>
                    {costs && (
                      <span className={styles.cost} title={hint}>
                        {t('likely', { credits: costs[action] })}
                      </span>
                    )}
                  </button>
                </li>
              ),
          )}
        </ul>
      )}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <NativeSelect
        size="sm"
        label={t('model')}
        data={models}
        value={modelId}
        onChange={(event) => choose(event.currentTarget.value)}
      />
    </form>
  )
}

/** The model that writes; the room's default until another is chosen. */
function useWriter(accountId: AccountId, canvas: Canvas) {
  const { t } = useTranslation('models')
  const [picked, setPicked] = useState<string | null>(null)
  const list = useQuery(modelsQuery(accountId, canvas.room.id))
  const modelId = chooseSelectedModel({
    models: list.data ?? (list.isError ? 'failed' : 'loading'),
    picked,
    isNewChat: true,
    meta: null,
    lastAskedModelId: null,
  })
  const models = (list.data ?? [])
    .filter((model) => model.isAvailable)
    .map((model) => ({
      value: model.modelId,
      label: model.modelId === 'auto' ? t('auto.name') : model.displayName,
    }))
  return { modelId, choose: setPicked, models }
}

type ToEstimate = {
  accountId: AccountId
  canvas: Canvas
  session: CanvasSession
  range: CanvasRange | null
  modelId: string
  isOff: boolean
}

const useEstimate = ({ accountId, canvas: { canvasId }, session, range, modelId, isOff }: ToEstimate) =>
  useQuery({
    queryKey: ['canvas-estimate', accountId, canvasId, range, modelId],
    enabled: !isOff,
    retry: false,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      await whenSaved(session)
      const { message } = await api.call(
        estimateCanvasSuggestion,
        { params: { canvasId }, body: { range, modelId } },
        { signal, place: { accountId, roomId: null } },
      )
      return message
    },
  })
