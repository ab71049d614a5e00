/** True where people write on the screen itself: its keyboard has no Shift+Enter and would cover the page. */
export const isTouchScreen = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(pointer: coarse) and (hover: none)').matches
