import type { AccountId, ServerTool, ToolServer } from '@atrium/contract'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { showOutcome } from '../../lib/toasts/show-outcome.ts'
import { useTranslation } from '../../lib/translate.ts'
import { toolServerChanges } from './queries.ts'
import { ToolDifference } from './tool-difference.tsx'
import styles from './tool-servers.module.css'

type ServerToolsProps = { accountId: AccountId; server: ToolServer }

/** The tools of a server: what admins accepted, what is new, and what changed since. */
export function ServerTools({ accountId, server }: ServerToolsProps) {
  const { t } = useTranslation('toolServers')
  const [working, setWorking] = useState<string | null>(null)
  const fresh = server.tools.filter(({ state }) => state === 'new')
  const run = async (key: string, tools: { name: string; hash: string | null }[], done: string) => {
    if (working !== null) return
    setWorking(key)
    await showOutcome(toolServerChanges(accountId).accept(server.id, tools), done)
    setWorking(null)
  }
  const accept = (key: string, tools: readonly ServerTool[]) =>
    run(
      key,
      tools.map(({ name, hash }) => ({ name, hash })),
      t('accepted'),
    )
  if (server.tools.length === 0)
    return server.problem === null ? <p className={styles.quiet}>{t('noTools')}</p> : null
  return (
    <div className={styles.tools}>
      {fresh.length > 1 && (
        <div>
          <Button
            size="xs"
            loading={working === 'all'}
            disabled={working !== null}
            onClick={() => void accept('all', fresh)}
          >
            {t('acceptAll', { count: fresh.length })}
          </Button>
        </div>
      )}
      <ul className={styles.list} aria-label={t('tools')}>
        {server.tools.map((tool) => (
          <Tool
            key={tool.name}
            tool={tool}
            isWorking={working === tool.name}
            isBlocked={working !== null}
            onAccept={() => void accept(tool.name, [tool])}
            onWithdraw={() => void run(tool.name, [{ name: tool.name, hash: null }], t('withdrawn'))}
          />
        ))}
      </ul>
    </div>
  )
}

type ToolProps = {
  tool: ServerTool
  isWorking: boolean
  isBlocked: boolean
  onAccept: () => void
  onWithdraw: () => void
}

function Tool({ tool, isWorking, isBlocked, onAccept, onWithdraw }: ToolProps) {
  const { t } = useTranslation('toolServers')
  const { name, state, accepted, offered } = tool
  const form = accepted ?? offered
  if (!form) return null
  return (
    <li className={styles.tool}>
      <div className={styles.toolHead}>
        <div className={styles.words}>
          <p className={styles.toolName}>
            <bdi>{form.title}</bdi> {form.title !== name && <code dir="ltr">{name}</code>}
          </p>
          <p className={styles.marks}>
            <span>{t(form.isReading ? 'reads' : 'writes')}</span>
            <span data-state={state} className={styles.state}>
              {t(`state.${state}`)}
            </span>
          </p>
        </div>
        {state === 'new' || state === 'changed' ? (
          <Button
            size="xs"
            variant="default"
            loading={isWorking}
            disabled={isBlocked}
            aria-label={t('acceptNamed', { tool: form.title })}
            onClick={onAccept}
          >
            {t('accept')}
          </Button>
        ) : (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            loading={isWorking}
            disabled={isBlocked}
            aria-label={t('withdrawNamed', { tool: form.title })}
            onClick={onWithdraw}
          >
            {t('withdraw')}
          </Button>
        )}
      </div>
      {state === 'changed' && accepted && offered ? (
        <ToolDifference accepted={accepted} offered={offered} />
      ) : (
        form.description !== '' && (
          <p className={styles.description} dir="auto">
            {form.description}
          </p>
        )
      )}
      <details className={styles.schema}>
        <summary>{t('schema')}</summary>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard */}
        <pre dir="ltr" tabIndex={0} role="group" aria-label={t('schema')}>
          {(offered ?? form).inputSchema}
        </pre>
      </details>
    </li>
  )
}
