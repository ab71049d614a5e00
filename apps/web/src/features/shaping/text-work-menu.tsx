import { IconWand } from '@tabler/icons-react'
import type { TurnId } from '@atrium/contract'
import { useTranslation } from '../../lib/translate.ts'
import { ToolMenu } from '../../lib/tools/tool-menu.tsx'
import { readSelectedText } from './selected-text.ts'
import { textActions } from './selection-actions.ts'
import { useTextWork } from './use-text-work.tsx'

/** The same actions for the whole answer, or its selection: the way without a pointer. */
export function TextWorkMenu({ turnId, text }: { turnId: TurnId; text: string }) {
  const { t } = useTranslation('shaping')
  const { act, dialog } = useTextWork()
  const chosenText = () => {
    const selected = readSelectedText(getSelection())
    return selected?.turnId === turnId ? selected.text : text
  }
  return (
    <>
      <ToolMenu
        label={t('select.whole')}
        icon={IconWand}
        items={textActions.map(({ action, icon }) => ({
          label: t(`select.${action}`),
          icon,
          onClick: () => act(action, turnId, chosenText()),
        }))}
      />
      {dialog}
    </>
  )
}
