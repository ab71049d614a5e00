import {
  IconAdjustmentsHorizontal,
  IconBolt,
  IconBulb,
  IconColumns,
  IconCpu,
  IconFiles,
  IconKeyboard,
  IconMessagePlus,
  IconPaperclip,
  IconRepeat,
  IconPlug,
  IconWand,
  IconWorld,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useRef, type RefObject } from 'react'
import { useTranslation } from '../../../lib/translate.ts'
import { openShortcuts } from '../../../lib/opened-help.ts'
import type { ComposerAction } from '../../../entities/turns/suggestion.ts'
import type { Comparison } from '../../../entities/models/use-comparison.ts'
import type { ModelChoice } from '../../../entities/models/use-model-choice.ts'
import type { RoomFiles } from './tools/use-room-files.ts'
import type { ServerToolsSwitch } from './tools/use-server-tools.ts'
import type { WebSearchSwitch } from './tools/use-web-search.ts'

type Opener = RefObject<(() => void) | null>
/** Opens the composer's tools without their buttons. */
export type ComposerOpeners = Record<
  'attach' | 'model' | 'compare' | 'customise' | 'improve' | 'repeat',
  Opener
>

export function useComposerOpeners(): ComposerOpeners {
  const attach = useRef<() => void>(null)
  const model = useRef<() => void>(null)
  const compare = useRef<() => void>(null)
  const customise = useRef<() => void>(null)
  const improve = useRef<() => void>(null)
  const repeat = useRef<() => void>(null)
  return useMemo(() => ({ attach, model, compare, customise, improve, repeat }), [])
}

/** After rendering the text without the command, which the opened dialog uses. */
const soon = (opener: Opener) => () => void setTimeout(() => opener.current?.())

/** The actions that a leading `/` offers: everything that the composer can do. */
export function useComposerActions({
  choice: { style, chooseStyle },
  comparison,
  openers,
  roomFiles,
  web,
  serverTools,
  isNew,
  hasWords,
}: {
  choice: Pick<ModelChoice, 'style' | 'chooseStyle'>
  comparison: Pick<Comparison, 'isOffered' | 'isOn'>
  openers: ComposerOpeners
  roomFiles: RoomFiles
  web: WebSearchSwitch
  serverTools: ServerToolsSwitch
  isNew: boolean
  /** There is a question after the command. */
  hasWords: boolean
}): ComposerAction[] {
  const { t } = useTranslation(['chat', 'composing', 'attachments', 'shell', 'search', 'models'])
  const navigate = useNavigate()
  const { attach, model, compare, customise, improve, repeat } = openers
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
    ...(web.isOffered ? [{ key: 'web', name: t('composer.web'), icon: IconWorld, run: web.toggle }] : []),
    ...(serverTools.isOffered
      ? [{ key: 'tools', name: t('composer.tools'), icon: IconPlug, run: serverTools.toggle }]
      : []),
    ...(roomFiles.count > 0
      ? [{ key: 'roomFiles', name: t('composer.roomFiles'), icon: IconFiles, run: roomFiles.toggle }]
      : []),
    ...(comparison.isOn
      ? []
      : [{ key: 'model', name: t('composing:action.model'), icon: IconCpu, run: soon(model) }]),
    ...(comparison.isOffered
      ? [{ key: 'compare', name: t('models:compare.title'), icon: IconColumns, run: soon(compare) }]
      : []),
    {
      key: 'customise',
      name: t('composer.customise'),
      icon: IconAdjustmentsHorizontal,
      run: soon(customise),
    },
    ...(hasWords
      ? [
          { key: 'improve', name: t('composer.improve'), icon: IconWand, run: soon(improve) },
          { key: 'repeat', name: t('composer.repeat'), icon: IconRepeat, run: soon(repeat) },
        ]
      : []),
    { key: 'shortcuts', name: t('search:shortcuts.title'), icon: IconKeyboard, run: openShortcuts },
  ]
}
