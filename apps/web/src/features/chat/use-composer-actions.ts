import {
  IconAdjustmentsHorizontal,
  IconBolt,
  IconBulb,
  IconCpu,
  IconKeyboard,
  IconMessagePlus,
  IconPaperclip,
  IconWand,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, type RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { openShortcuts } from '../../lib/opened-help.ts'
import type { ComposerAction } from '../composing/suggestion.ts'
import type { ModelChoice } from '../models/use-model-choice.ts'

type Opener = RefObject<(() => void) | null>
/** How the composer's own tools are opened from elsewhere than their buttons. */
export type ComposerOpeners = Record<'attach' | 'model' | 'customise' | 'improve', Opener>

export function useComposerOpeners(): ComposerOpeners {
  const attach = useRef<() => void>(null)
  const model = useRef<() => void>(null)
  const customise = useRef<() => void>(null)
  const improve = useRef<() => void>(null)
  return useMemo(() => ({ attach, model, customise, improve }), [])
}

/** After the text without the command is drawn: what opens works with that. */
const soon = (opener: Opener) => () => void setTimeout(() => opener.current?.())

/** What a `/` at the beginning of a question offers: everything that the composer can do. Templates join here. */
export function useComposerActions({
  choice: { style, chooseStyle },
  openers,
  isNew,
  hasWords,
}: {
  choice: Pick<ModelChoice, 'style' | 'chooseStyle'>
  openers: ComposerOpeners
  isNew: boolean
  /** There is a question behind the command. */
  hasWords: boolean
}): ComposerAction[] {
  const { t } = useTranslation(['chat', 'composing', 'attachments', 'shell', 'search'])
  const navigate = useNavigate()
  const { attach, model, customise, improve } = openers
  return [
    ...(isNew
      ? []
      : [
          {
            key: 'new',
            name: t('shell:entry.newChat'),
            icon: IconMessagePlus,
            run: () => void navigate({ to: '/chat' }),
          },
        ]),
    { key: 'attach', name: t('attachments:add'), icon: IconPaperclip, run: soon(attach) },
    style === 'quick'
      ? { key: 'deep', name: t('style.deep'), icon: IconBulb, run: () => chooseStyle('deep') }
      : { key: 'quick', name: t('style.quick'), icon: IconBolt, run: () => chooseStyle('quick') },
    { key: 'model', name: t('composing:action.model'), icon: IconCpu, run: soon(model) },
    {
      key: 'customise',
      name: t('composer.customise'),
      icon: IconAdjustmentsHorizontal,
      run: soon(customise),
    },
    ...(hasWords
      ? [{ key: 'improve', name: t('composer.improve'), icon: IconWand, run: soon(improve) }]
      : []),
    { key: 'shortcuts', name: t('search:shortcuts.title'), icon: IconKeyboard, run: openShortcuts },
  ]
}
