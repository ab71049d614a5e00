import type { SystemSettings } from '@atrium/contract'
import { Avatar } from '@atrium/ui'
import { Button, FileButton, Group, Input, TextInput } from '@mantine/core'
import { useState } from 'react'
import { FailureNote } from '../../lib/forms/failure-note.tsx'
import { useSubmit } from '../../lib/forms/use-submit.ts'
import { useTranslation } from '../../lib/translate.ts'
import { settingChanges } from './queries.ts'
import styles from './setup.module.css'

type BrandingFormProps = {
  branding: SystemSettings['branding']
  submitLabel: string
  onSaved: () => void | Promise<void>
}

const maxNameCharacters = 40
const maxLogoKilobytes = 128
const logoTypes = ['image/png', 'image/jpeg']

/** Undefined: keeps the stored one. Null: none. */
type Logo = { base64: string; url: string } | null | undefined

/** Name and logo of the installation, which replace the product's on the sign-in page. */
export function BrandingForm({ branding, submitLabel, onSaved }: BrandingFormProps) {
  const { t } = useTranslation('setup')
  const [name, setName] = useState(branding.name ?? '')
  const [logo, setLogo] = useState<Logo>(undefined)
  const [problem, setProblem] = useState<string | null>(null)
  const shown = logo === undefined ? branding.logoUrl : (logo?.url ?? null)
  const { form, submit, isSending, failure } = useSubmit(
    () => ({}),
    async () => {
      await settingChanges.change({
        branding: { name: name.trim() || null, ...(logo !== undefined && { logo: logo?.base64 ?? null }) },
      })
      await onSaved()
    },
  )
  const choose = async (file: File | null) => {
    if (!file) return
    if (!logoTypes.includes(file.type) || file.size > maxLogoKilobytes * 1024)
      return setProblem(t('branding.logo.refused', { kilobytes: maxLogoKilobytes }))
    setProblem(null)
    const url = await dataUrlOf(file)
    setLogo({ url, base64: url.slice(url.indexOf(',') + 1) })
  }
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void submit(event)}>
      <TextInput
        name="name"
        label={t('branding.name')}
        placeholder="Atrium"
        maxLength={maxNameCharacters}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Input.Wrapper
        label={t('branding.logo')}
        labelElement="div"
        description={t('branding.logo.hint', { kilobytes: maxLogoKilobytes })}
        error={problem}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
      >
        <Group gap="md" my="xs">
          {shown && <Avatar name={name || 'Atrium'} imageUrl={shown} size={56} shape="square" decorative />}
          <FileButton
            accept={logoTypes.join(',')}
            onChange={(file) => void choose(file)}
            inputProps={{ 'aria-label': t('branding.logo') }}
          >
            {(props) => (
              <Button {...props} variant="default">
                {t('branding.logo.choose')}
              </Button>
            )}
          </FileButton>
          {shown && (
            <Button variant="subtle" color="gray" onClick={() => setLogo(null)}>
              {t('branding.logo.remove')}
            </Button>
          )}
        </Group>
      </Input.Wrapper>
      <FailureNote failure={failure} />
      <div>
        <Button type="submit" size="md" loading={isSending}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}

function dataUrlOf(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => typeof reader.result === 'string' && resolve(reader.result))
    reader.addEventListener('error', () => reject(reader.error ?? new Error('The file cannot be read.')))
    reader.readAsDataURL(file)
  })
}
