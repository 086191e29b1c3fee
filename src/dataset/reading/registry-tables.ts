import IANA_IPV4 from '../../../data/iana-ipv4-address-space.csv' with { type: 'text' }
import IANA_IPV6 from '../../../data/iana-ipv6-unicast-assignments.csv' with { type: 'text' }
import SERVED from '../../../data/rir-countries.json'

/** The tables of data/ that registries are told by. */
export { IANA_IPV4, IANA_IPV6, SERVED }
