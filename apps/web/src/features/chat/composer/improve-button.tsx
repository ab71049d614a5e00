import { IconWand } from '@tabler/icons-react'
import type { Modifiers } from '@atrium/contract'
import { lazy, type Ref, Suspense, useImperativeHandle, useState } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import type { CallPlace } from '../../../lib/api/api-client.ts'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'

const ImproveDialog = lazy(() =>
  import('../../shaping/improve-dialog.tsx').then((module) => ({ default: module.ImproveDialog })),
)

type ImproveButtonProps = {
  place: CallPlace
  question: string
  how: { modelId: string; modifiers?: Modifiers | undefined }
  onAccept: (question: string) => void
  openRef?: Ref<() => void>
}

/** 'Improve my question': disabled until there is a question. */
export function ImproveButton({ place, question, how, onAccept, openRef }: ImproveButtonProps) {
  const { t } = useTranslation('chat')
  const [improved, setImproved] = useState<string | null>(null)
  useImperativeHandle(openRef, () => () => setImproved(question.trim() === '' ? null : question))
  return (
    <>
      <ToolButton
        label={t('composer.improve')}
        icon={IconWand}
        look="round"
        disabled={question.trim() === ''}
        onClick={() => setImproved(question)}
      />
      {improved !== null && (
        <Suspense>
          <ImproveDialog
            place={place}
            question={improved}
            how={how}
            onAccept={onAccept}
            onClose={() => setImproved(null)}
          />
        </Suspense>
      )}
    </>
  )
}
