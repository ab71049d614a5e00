import { maxNoticePictureBytes } from '@atrium/contract'
import { Button, FileButton, Group, Input } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import styles from './notices.module.css'
import { noticeChanges } from './queries.ts'

export type UploadedPicture = { name: string; url: string }

type PictureFieldProps = {
  name: string
  label: string
  picture: UploadedPicture | null
  problem?: string | undefined
  onChange: (picture: UploadedPicture | null) => void
}

const types = ['image/png', 'image/jpeg', 'image/gif', 'image/webp']

/** A picture, uploaded as soon as it is chosen. */
export function PictureField({ name, label, picture, problem, onChange }: PictureFieldProps) {
  const { t } = useTranslation('notices')
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const choose = async (file: File | null) => {
    if (!file) return
    if (!types.includes(file.type) || file.size > maxNoticePictureBytes)
      return setRefusal(t('picture.refused'))
    setSending(true)
    setRefusal(null)
    try {
      onChange(await noticeChanges.upload(await base64Of(file)))
    } catch (error) {
      setRefusal(errorText(error))
    } finally {
      setSending(false)
    }
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={t('picture.hint')}
      error={refusal ?? problem}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Group gap="md" my="xs">
        {picture && <img className={styles.thumbnail} src={picture.url} alt="" />}
        <FileButton
          accept={types.join(',')}
          onChange={(file) => void choose(file)}
          inputProps={{ 'aria-label': label }}
        >
          {(props) => (
            <Button {...props} name={name} variant="default" loading={isSending}>
              {t('picture.choose')}
            </Button>
          )}
        </FileButton>
        {picture && (
          <Button variant="subtle" color="gray" onClick={() => onChange(null)}>
            {t('picture.remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}

async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  let text = ''
  for (let at = 0; at < bytes.length; at += 8192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(text)
}
