/** Words that people type out of habit, by the tool or the command at home that does what they expect. */
export const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  ip: ['myip', 'ifconfig', 'ipconfig', 'whoami'],
  'ip-location': ['geo', 'geoip', 'geoiplookup', 'ipinfo', 'mmdblookup', 'geolocate'],
  'ip-lookup': ['whois', 'asn', 'rdap'],
  'dns-lookup': ['dig', 'host', 'nslookup', 'drill', 'kdig', 'delv', 'dog', 'doggo', 'dns', 'resolve'],
  'dns-propagation': ['propagation', 'dnschecker'],
  'reverse-dns': ['rdns', 'ptr', 'reverse'],
  'ddns-match': ['ddns', 'ddclient', 'inadyn'],
  ping: ['ping6', 'fping', 'hping3'],
  traceroute: ['trace', 'traceroute6', 'tracert', 'tracepath', 'mtr'],
  'http-headers': ['curl', 'wget', 'http', 'https', 'httpie', 'xh', 'headers'],
  'ssl-check': ['tls', 'ssl', 'openssl', 'testssl', 'cert', 'certificate'],
  'certificate-check': ['certbot', 'acme', 'letsencrypt', 'lego'],
  'public-service-check': ['nc', 'ncat', 'netcat', 'telnet', 'nmap', 'tcping'],
  'port-check': ['port', 'portcheck', 'canyouseeme'],
  open: ['upnpc', 'upnp', 'natpmpc', 'forward'],
}

/** Returns the tool that does what a word of another program does; null for any other word. */
export function toolFor(word: string): string | null {
  return Object.entries(PROGRAMS).find(([, words]) => words.includes(word.toLowerCase()))?.[0] ?? null
}
