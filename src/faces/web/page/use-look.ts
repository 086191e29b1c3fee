import { useEffect, useState } from 'preact/hooks'
import { store, stored } from './remembered.ts'

export const LOOKS = ['auto', 'light', 'dark', 'contrast'] as const
export type Look = (typeof LOOKS)[number]

/** Sets the look chosen on this device before; called before the first drawing, so that nothing flashes. */
export function dressAsBefore(): void {
  const look = stored('look')
  if (look) document.documentElement.dataset.look = look
}

/** Returns the look of the page, which is that of the device unless a visitor chooses, and how to change it. */
export function useLook(): [look: Look, dress: (look: Look) => void] {
  const [look, setLook] = useState<Look>('auto')
  useEffect(() => setLook(LOOKS.find((one) => one === stored('look')) ?? 'auto'), [])
  const dress = (next: Look) => {
    setLook(next)
    store('look', next === 'auto' ? null : next)
    if (next === 'auto') delete document.documentElement.dataset.look
    else document.documentElement.dataset.look = next
  }
  return [look, dress]
}
