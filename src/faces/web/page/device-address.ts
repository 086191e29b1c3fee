export const SYSTEMS = ['windows', 'macos', 'linux', 'ios', 'android', 'chromeos'] as const
export type System = (typeof SYSTEMS)[number]

/** Names of systems as themselves write them, the same in every language. */
export const SYSTEM_NAMES: Readonly<Record<System, string>> = {
  windows: 'Windows',
  macos: 'macOS',
  linux: 'Linux',
  ios: 'iPhone, iPad',
  android: 'Android',
  chromeos: 'Chromebook',
}

/** Marks of systems in what a browser says of itself. Android calls itself Linux as well, so it comes before. */
const MARKS: readonly (readonly [RegExp, System])[] = [
  [/iphone|ipad|ios/i, 'ios'],
  [/android/i, 'android'],
  [/cros|chrome ?os|chromium os/i, 'chromeos'],
  [/win/i, 'windows'],
  [/mac/i, 'macos'],
  [/linux|x11/i, 'linux'],
]

/** Returns the system that a browser says it runs on; null if it does not say. */
export function systemOf(said: string): System | null {
  return MARKS.find(([mark]) => mark.test(said))?.[1] ?? null
}

/** Returns all systems, beginning with the visitor's own. */
export function systemsFrom(own: System | null): readonly System[] {
  return own === null ? SYSTEMS : [own, ...SYSTEMS.filter((system) => system !== own)]
}

/** Returns whether a text is an IPv4 address in full. */
export function isIpv4(text: string): boolean {
  const parts = text.trim().split('.')
  return parts.length === 4 && parts.every((part) => /^\d{1,3}$/.test(part) && Number(part) <= 255)
}
