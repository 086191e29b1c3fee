/** The files of a release, and the platforms that they are compiled for. */
export const TARGETS = {
  'doorstep-linux-x64': 'bun-linux-x64',
  'doorstep-linux-arm64': 'bun-linux-arm64',
  'doorstep-linux-x64-musl': 'bun-linux-x64-musl',
  'doorstep-linux-arm64-musl': 'bun-linux-arm64-musl',
  'doorstep-darwin-x64': 'bun-darwin-x64',
  'doorstep-darwin-arm64': 'bun-darwin-arm64',
  'doorstep-windows-x64.exe': 'bun-windows-x64',
} as const

export function isReleaseName(name: string): name is keyof typeof TARGETS {
  return name in TARGETS
}
