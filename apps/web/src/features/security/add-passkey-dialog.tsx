import { limits, type Proof } from '@atrium/contract'
import { Dialog } from '@atrium/ui'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { ApiError } from '../../lib/api/api-error.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import forms from '../../lib/forms/form.module.css'
import { ProofForm } from './proof-form.tsx'
import { securityChanges } from './queries.ts'

/** Names a passkey, asks for proof of identity, and creates it in the authenticator. */
export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['security', 'common'])
  const [name, setName] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [note, setNote] = useState<string | null>(null)

  async function add(proof: Proof | undefined) {
    setNote(null)
    if (!name.trim()) return setProblem(t('passkeys.noName'))
    const { startRegistration } = await import('@simplewebauthn/browser')
    const optionsJSON = await securityChanges.beginPasskey(proof)
    try {
      const { response, ...made } = await startRegistration({ optionsJSON })
      await securityChanges.addPasskey(name.trim(), { ...made, response })
    } catch (error) {
      if (error instanceof ApiError) throw error
      const isThere = error instanceof Error && error.name === 'InvalidStateError'
      return setNote(t(isThere ? 'passkeys.alreadyThere' : 'passkeys.notMade'))
    }
    onClose()
    void showToast(t('passkeys.added'), 'good')
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('passkeys.add')}
      closeButtonProps={{ 'aria-label': t('common:action.close') }}
    >
      <ProofForm confirmLabel={t('passkeys.add')} onCancel={onClose} onProve={add}>
        <TextInput
          mb="md"
          label={t('passkeys.name')}
          description={t('passkeys.nameHint')}
          value={name}
          error={problem}
          maxLength={limits.passkeyNameCharacters}
          autoComplete="off"
          data-autofocus
          onChange={(event) => {
            setName(event.currentTarget.value)
            setProblem(null)
          }}
        />
        {note && (
          <p role="status" className={forms.note}>
            {note}
          </p>
        )}
      </ProofForm>
    </Dialog>
  )
}
