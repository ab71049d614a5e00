import { fullName, limits, type UserInfo } from '@atrium/contract'
import { Avatar } from '@atrium/ui'
import { Button, FileButton, Group, Input } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from '../../lib/translate.ts'
import { errorText } from '../../lib/text/error-text.ts'
import { showToast } from '../../lib/toasts/toasts.ts'
import { logoProblem, logoTypes } from '../../entities/files/logo-file.ts'
import { saveProfile, uploadPicture } from './queries.ts'

const megabytes = limits.logoSizeBytes / 2 ** 20

/** The person's picture; a chosen one is uploaded and used at once. */
export function PictureField({ info }: { info: UserInfo }) {
  const { t } = useTranslation(['profile', 'errors'])
  const [isWorking, setWorking] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)

  async function showOutcome(work: Promise<void>, done: string) {
    setWorking(true)
    setProblem(null)
    try {
      await work
      void showToast(done, 'good')
    } catch (error) {
      setProblem(errorText(error))
    } finally {
      setWorking(false)
    }
  }
  const choose = (file: File | null) => {
    if (!file) return
    const found = logoProblem(file)
    if (found === 'FILE_TOO_LARGE') setProblem(t('you.pictureTooLarge', { file: file.name, megabytes }))
    else if (found) setProblem(t(`errors:${found}`))
    else void showOutcome(uploadPicture(file), t('you.pictureSaved'))
  }
  return (
    <Input.Wrapper
      label={t('you.picture')}
      labelElement="div"
      description={t('you.pictureHint', { megabytes })}
      error={problem}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
    >
      <Group gap="md" my="xs">
        <Avatar name={fullName(info) || info.userName} imageUrl={info.profilePicture} size={64} decorative />
        <FileButton
          accept={logoTypes.join(',')}
          onChange={choose}
          inputProps={{ 'aria-label': t('you.picture') }}
        >
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={isWorking}>
              {t(info.profilePicture ? 'you.changePicture' : 'you.choosePicture')}
            </Button>
          )}
        </FileButton>
        {info.profilePicture && (
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            disabled={isWorking}
            onClick={() => void showOutcome(saveProfile({ profilePicture: null }), t('you.pictureRemoved'))}
          >
            {t('you.removePicture')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
