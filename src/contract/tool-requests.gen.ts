// Written by src/operations/registry/discover.ts from the bodies of the tools: npm run generate. Do not edit.
/** What each tool takes, by its name. A plug-in may add its own. */
export interface ToolRequests {
  'certificate-check': {
    domain: string
    methods?: readonly ('http-01' | 'tls-alpn-01' | 'dns-01')[]
    proof?: { key: string }
    file?: { name: string; sha256: string }
  }
  'ddns-match': { hostname: string; recordType?: string; routerWanIp?: string }
  'dns-lookup': { domain: string; recordType?: string }
  'dns-propagation': { domain: string; recordType?: string }
  'http-headers': { url: string; method?: 'GET' | 'HEAD' }
  'ip-location': { ip: string }
  'ip-lookup': { ip: string }
  ping: { host: string; count?: number }
  'port-check': { port: number; protocol?: 'tcp' | 'udp'; useCase?: string; explain?: boolean; proof?: { key: string } }
  'port-forward-plan': {
    useCase?: string
    ports?: readonly { port: number; externalPort?: number; protocol?: 'tcp' | 'udp' | 'both' }[]
    routerBrand?: string
    internalIp?: string
    routerWanIp?: string
    isp?: string
    platform?: string
  }
  'public-service-check': { target: string; port: number; protocol?: 'tcp'; scheme?: 'http' | 'https' }
  reachability: {
    useCase?: string
    port?: number
    protocol?: 'tcp' | 'udp'
    hostname?: string
    scheme?: 'http' | 'https' | 'tls'
    routerBrand?: string
    internalIp?: string
    routerWanIp?: string
    isp?: string
    platform?: string
    proof?: { key: string }
    alsoMe?: readonly string[]
  }
  'reverse-dns': { ip: string }
  'router-login-route': {
    routerBrand?: string
    gateway?: string
    platform?: string
    connectionState?: string
    isp?: string
    routerWanIp?: string
  }
  'ssl-check': { host: string; port?: number }
  traceroute: { host: string; maxHops?: number; method?: 'udp' | 'icmp' | 'tcp' }
}
