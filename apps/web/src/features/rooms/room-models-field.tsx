import { type AccountId, AUTO_MODEL_ID } from '@atrium/contract'
import { SkeletonRows } from '@atrium/ui'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from '../../lib/translate.ts'
import { AllowedModelsField } from '../models/index.ts'
import { leftModels } from '../../entities/models/allowed-models.ts'
import { modelsQuery } from '../../entities/models/queries.ts'

type RoomModelsFieldProps = {
  accountId: AccountId
  /** The models that the room allows, including those that the account no longer offers. */ saved?:
    | readonly string[]
    | null
  value: readonly string[] | null
  onChange: (allowedModelIds: string[] | null) => void
}

/** Selects which of the account's models the room allows. */
export function RoomModelsField({ accountId, saved = null, value, onChange }: RoomModelsFieldProps) {
  const { t } = useTranslation(['rooms', 'models', 'common'])
  const found = useQuery(modelsQuery(accountId, null))
  if (found.isPending) return <SkeletonRows count={2} label={t('models.loading')} />
  if (!found.data)
    return (
      <>
        <Text role="alert" size="sm">
          {t('models.failed')}
        </Text>
        <Button
          mt="sm"
          size="xs"
          variant="default"
          loading={found.isFetching}
          onClick={() => void found.refetch()}
        >
          {t('common:action.tryAgain')}
        </Button>
      </>
    )
  const models = found.data.filter(({ modelId }) => modelId !== AUTO_MODEL_ID)
  return (
    <>
      <Text size="sm" c="dimmed" mt={2} mb="sm">
        {t('models.text')}
      </Text>
      <AllowedModelsField
        models={models}
        leftIds={leftModels(models, saved ?? [])}
        value={value}
        all={t('models.all')}
        problem={value?.length === 0 ? t('models:allowed.none') : undefined}
        onChange={onChange}
      />
    </>
  )
}
