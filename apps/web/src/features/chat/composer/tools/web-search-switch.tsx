import { IconPlug, IconPlugOff, IconWorld, IconWorldOff } from '@tabler/icons-react'
import { ToolButton } from '@atrium/ui/components/tool-button.tsx'
import { useTranslation } from '../../../../lib/translate.ts'
import styles from '../composer.module.css'
import type { ServerToolsSwitch } from './use-server-tools.ts'
import type { WebSearchSwitch as Switch } from './use-web-search.ts'

/** Sets whether the next questions may search the web; nothing where no search service is configured. */
export function WebSearchSwitch({ web }: { web: Switch }) {
  const { t } = useTranslation('chat')
  if (!web.isOffered) return null
  return (
    <ToolButton
      label={t('composer.web')}
      icon={web.isOn ? IconWorld : IconWorldOff}
      look="round"
      pressed={web.isOn}
      onClick={web.toggle}
    />
  )
}

/** Says below the composer that answers may search the web. */
export function WebSearchNote({ web }: { web: Switch }) {
  const { t } = useTranslation('chat')
  if (!web.isOffered || !web.isOn) return null
  return (
    <span role="status" className={styles.roomFiles}>
      {t('composer.web.on')}
    </span>
  )
}

/** Sets whether the next questions may use tools of connected servers; nothing where the room allows none. */
export function ServerToolsButton({ tools }: { tools: ServerToolsSwitch }) {
  const { t } = useTranslation('chat')
  if (!tools.isOffered) return null
  return (
    <ToolButton
      label={t('composer.tools')}
      icon={tools.isOn ? IconPlug : IconPlugOff}
      look="round"
      pressed={tools.isOn}
      onClick={tools.toggle}
    />
  )
}

/** Says below the composer that answers may use tools. */
export function ServerToolsNote({ tools }: { tools: ServerToolsSwitch }) {
  const { t } = useTranslation('chat')
  if (!tools.isOffered || !tools.isOn) return null
  return (
    <span role="status" className={styles.roomFiles}>
      {t('composer.tools.on')}
    </span>
  )
}
