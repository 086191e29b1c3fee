/** The keys of a module, as its documentation names them. */
type Keys = Readonly<Record<string, readonly string[]>>

/** The variables that a hook of acme.sh reads (the files of its folder `dnsapi`). */
export const ACME_SH_KEYS: Keys = {
  dns_ali: ['Ali_Key', 'Ali_Secret'],
  dns_aws: ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
  dns_azure: ['AZUREDNS_SUBSCRIPTIONID', 'AZUREDNS_TENANTID', 'AZUREDNS_APPID', 'AZUREDNS_CLIENTSECRET'],
  dns_bunny: ['BUNNY_API_KEY'],
  dns_cf: ['CF_Token'],
  dns_cloudns: ['CLOUDNS_AUTH_ID', 'CLOUDNS_AUTH_PASSWORD'],
  dns_desec: ['DEDYN_TOKEN'],
  dns_dgon: ['DO_API_KEY'],
  dns_dnsimple: ['DNSimple_OAUTH_TOKEN'],
  dns_dp: ['DP_Id', 'DP_Key'],
  dns_duckdns: ['DuckDNS_Token'],
  dns_dynu: ['Dynu_ClientId', 'Dynu_Secret'],
  dns_dynv6: ['DYNV6_TOKEN'],
  dns_gandi_livedns: ['GANDI_LIVEDNS_TOKEN'],
  dns_gd: ['GD_Key', 'GD_Secret'],
  dns_he: ['HE_Username', 'HE_Password'],
  dns_hetznercloud: ['HETZNER_TOKEN'],
  dns_infomaniak: ['INFOMANIAK_API_TOKEN'],
  dns_inwx: ['INWX_User', 'INWX_Password'],
  dns_ionos: ['IONOS_PREFIX', 'IONOS_SECRET'],
  dns_linode_v4: ['LINODE_V4_API_KEY'],
  dns_namecheap: ['NAMECHEAP_USERNAME', 'NAMECHEAP_API_KEY', 'NAMECHEAP_SOURCEIP'],
  dns_namecom: ['Namecom_Username', 'Namecom_Token'],
  dns_namesilo: ['Namesilo_Key'],
  dns_netlify: ['NETLIFY_ACCESS_TOKEN'],
  dns_njalla: ['NJALLA_Token'],
  dns_ovh: ['OVH_AK', 'OVH_AS'],
  dns_porkbun: ['PORKBUN_API_KEY', 'PORKBUN_SECRET_API_KEY'],
  dns_tencent: ['Tencent_SecretId', 'Tencent_SecretKey'],
  dns_vultr: ['VULTR_API_KEY'],
}

/** The words after the name of a module in a Caddyfile, or the lines of its block (its README in github.com/caddy-dns). */
export const CADDY_KEYS: Readonly<Record<string, string | readonly string[]>> = {
  cloudflare: '{env.CF_API_TOKEN}',
  desec: ['token {env.DESEC_TOKEN}'],
  digitalocean: '{env.DIGITALOCEAN_API_TOKEN}',
  duckdns: '{env.DUCKDNS_API_TOKEN}',
  gandi: '{env.GANDI_BEARER_TOKEN}',
  hetzner: '{env.HETZNER_API_TOKEN}',
  linode: '{env.LINODE_PERSONAL_ACCESS_TOKEN}',
  porkbun: ['api_key {env.PORKBUN_API_KEY}', 'api_secret_key {env.PORKBUN_API_SECRET_KEY}'],
  vultr: '{env.VULTR_API_TOKEN}',
}
