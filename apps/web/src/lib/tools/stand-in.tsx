import { type Ref, type RefObject, useLayoutEffect } from 'react'

type StandInProps = { for: RefObject<HTMLElement | null>; ref?: Ref<HTMLElement> }

/** Gives a menu or panel a target that is drawn elsewhere: its button was there before it loaded. */
export function StandIn({ for: button, ref }: StandInProps) {
  useLayoutEffect(() => {
    if (typeof ref === 'function') ref(button.current)
    else if (ref) ref.current = button.current
  }, [button, ref])
  return null
}
