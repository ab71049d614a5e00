import { lazy, Suspense, type ComponentProps } from 'react'

const MadePictures = lazy(() =>
  import('./made-pictures.tsx').then((module) => ({ default: module.MadePictures })),
)

/** The pictures of an answer; most answers have none, so this loads with the first that has, or awaits, some. */
export function AnswerPictures(props: ComponentProps<typeof MadePictures>) {
  if (props.pictures.length === 0 && props.awaited === null) return null
  return (
    <Suspense>
      <MadePictures {...props} />
    </Suspense>
  )
}
