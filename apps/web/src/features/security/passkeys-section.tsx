import type { Passkey } from '@atrium/contract'
import { ConfirmDialog } from '@atrium/ui'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { dateLocale } from '../../lib/text/date-locale.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { useSignInMethods } from '../identity/index.ts'
import styles from '../../lib/forms/section.module.css'
import { Section } from '../../lib/forms/section.tsx'
import { AddPasskeyDialog } from './add-passkey-dialog.tsx'
import { securityChanges } from './queries.ts'
import { RenamePasskeyDialog } from './rename-passkey-dialog.tsx'

/** The person's passkeys: added, renamed, removed. */
export function PasskeysSection({ passkeys }: { passkeys: Passkey[] }) {
  const { t } = useTranslation('security')
  const methods = useSignInMethods()
  const [isAdding, setAdding] = useState(false)
  const inBrowser = 'PublicKeyCredential' in window
  const hindrance =
    methods?.passkeys === false ? t('passkeys.notHere') : inBrowser ? null : t('passkeys.notInBrowser')
  return (
    <Section title={t('passkeys.title')} text={t('passkeys.text')}>
      {passkeys.length === 0 ? (
        <p className={styles.text}>{t('passkeys.none')}</p>
      ) : (
        <ul className={styles.list} aria-label={t('passkeys.list')}>
          {passkeys.map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} />
          ))}
        </ul>
      )}
      {hindrance ? (
        <p className={styles.text}>{hindrance}</p>
      ) : (
        <Button variant="default" w="fit-content" onClick={() => setAdding(true)}>
          {t('passkeys.add')}
        </Button>
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
    </Section>
  )
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation(['security', 'common'])
  const [isRenaming, setRenaming] = useState(false)
  const [isRemoving, setRemoving] = useState(false)
  const dates = new Intl.DateTimeFormat(dateLocale(), { dateStyle: 'medium' })
  const on = (at: string) => dates.format(new Date(at))
  const { name } = passkey
  const remove = () =>
    securityChanges.removePasskey(passkey.id).then(
      () => void showToast(t('passkeys.removed'), 'good'),
      (error: unknown) => void showToast(errorText(error), 'bad'),
    )
  return (
    <li className={styles.item}>
      <div className={styles.itemWords}>
        <p className={styles.itemName}>
          <bdi>{name}</bdi>
        </p>
        <p className={styles.itemFacts}>
          <span>{t('passkeys.since', { date: on(passkey.createdAt) })}</span>
          <span>
            {passkey.lastUsedAt
              ? t('passkeys.used', { date: on(passkey.lastUsedAt) })
              : t('passkeys.notUsed')}
          </span>
          {passkey.isSynced && <span>{t('passkeys.synced')}</span>}
        </p>
      </div>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={t('passkeys.renameOf', { name })}
        onClick={() => setRenaming(true)}
      >
        {t('passkeys.rename')}
      </Button>
      <Button
        variant="subtle"
        color="gray"
        size="xs"
        aria-label={t('passkeys.removeOf', { name })}
        onClick={() => setRemoving(true)}
      >
        {t('passkeys.remove')}
      </Button>
      {isRenaming && <RenamePasskeyDialog passkey={passkey} onClose={() => setRenaming(false)} />}
      <ConfirmDialog
        opened={isRemoving}
        title={t('passkeys.remove.question', { name })}
        confirmLabel={t('passkeys.remove')}
        cancelLabel={t('common:action.cancel')}
        tone="danger"
        onConfirm={remove}
        onClose={() => setRemoving(false)}
      >
        {t('passkeys.remove.text')}
      </ConfirmDialog>
    </li>
  )
}
